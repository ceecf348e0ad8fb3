import JSON

/// Reads the members of a body's object; what is wrong with them goes to `faults`.
///
/// Null is as good as no member, and an empty text or list as good as none where one is required.
struct NHNFields {
    let object: JSONObject
    let faults: NHNFaults
    /// Stands before the names in messages: `target.`.
    var prefix = ""
}

extension NHNFields {
    /// A body that has to be an object.
    init(body: [UInt8], _ faults: NHNFaults) throws(NHNError) {
        let value: JSONValue
        do {
            value = try JSONValue(parsing: body, duplicates: .lastWins)
        } catch {
            throw NHNError(.format, "body", "")
        }
        guard let object = value.objectValue else { throw NHNError(.format, "body", value.text) }
        self.init(object: object, faults: faults)
    }

    func name(_ name: String) -> String { prefix + name }

    /// The value, if it is there and not null.
    func value(_ name: String, required: Bool = false) -> JSONValue? {
        if let value = object[name], value != .null { return value }
        if required { faults.note(.empty, self.name(name)) }
        return nil
    }

    /// A text that is not empty.
    ///
    /// - Parameters:
    ///   - name: The member.
    ///   - required: Whether it must be there.
    ///   - limit: How many code points it may have; `nil` for any number.
    /// - Returns: The text; `nil` without one, or when it is at fault.
    func text(_ name: String, required: Bool = false, limit: Int? = nil) -> String? {
        guard let value = value(name, required: required) else { return nil }
        guard let text = value.stringValue else {
            faults.note(.format, self.name(name), value.text)
            return nil
        }
        guard !text.isEmpty else {
            if required { faults.note(.empty, self.name(name)) }
            return nil
        }
        if let limit, text.unicodeScalars.count > limit {
            faults.note(.invalid, self.name(name), text)
            return nil
        }
        return text
    }

    func flag(_ name: String, required: Bool = false) -> Bool? {
        guard let value = value(name, required: required) else { return nil }
        if let flag = value.boolValue { return flag }
        faults.note(.format, self.name(name), value.text)
        return nil
    }

    func integer(_ name: String, in range: ClosedRange<Int>) -> Int? {
        guard let value = value(name) else { return nil }
        guard case .number = value else {
            faults.note(.format, self.name(name), value.text)
            return nil
        }
        if let number = value.intValue, range.contains(number) { return number }
        faults.note(.invalid, self.name(name), value.text)
        return nil
    }

    /// One of the words that a type knows.
    func choice<Choice: RawRepresentable<String>>(
        _ name: String,
        required: Bool = false
    ) -> Choice? {
        text(name, required: required).flatMap { faults.choice($0, of: self.name(name)) }
    }

    /// A list of texts; `nil` without one, or when it is none.
    func texts(_ name: String, required: Bool = false) -> [String]? {
        guard let value = value(name, required: required) else { return nil }
        guard let elements = value.arrayValue else {
            faults.note(.format, self.name(name), value.text)
            return nil
        }
        if elements.isEmpty, required { faults.note(.empty, self.name(name)) }
        var texts: [String] = []
        for element in elements {
            guard let text = element.stringValue else {
                faults.note(.format, self.name(name), element.text)
                return nil
            }
            texts.append(text)
        }
        return texts
    }

    /// A list of words that a type knows.
    func choices<Choice: RawRepresentable<String>>(_ name: String) -> [Choice]? {
        texts(name).map { texts in
            texts.compactMap { faults.choice($0, of: self.name(name)) }
        }
    }

    /// An object in the object.
    func fields(_ name: String, required: Bool = false) -> NHNFields? {
        guard let value = value(name, required: required) else { return nil }
        if let object = value.objectValue {
            return NHNFields(object: object, faults: faults, prefix: "\(self.name(name)).")
        }
        faults.note(.format, self.name(name), value.text)
        return nil
    }
}

/// What is wrong with one request; the fault of least rank is answered, of two the first found.
///
/// Belongs to one request and is used on one thread.
final class NHNFaults {
    private var worst: NHNError?

    func note(_ error: NHNError) {
        guard worst.map({ error.rank < $0.rank }) ?? true else { return }
        worst = error
    }

    func note(_ code: NHNCode, _ field: String, _ value: String = "") {
        note(NHNError(code, field, value))
    }

    /// The word of a type that a text spells; a text that spells none is a fault.
    func choice<Choice: RawRepresentable<String>>(_ text: String, of field: String) -> Choice? {
        if let choice = Choice(rawValue: text) { return choice }
        note(.invalid, field, text)
        return nil
    }

    /// - Throws: The fault to answer, if there is any.
    func finish() throws(NHNError) {
        if let worst { throw worst }
    }
}
