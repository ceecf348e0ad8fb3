import JSON

/// Reads the members of a body's object; faults are added to `faults`.
///
/// Null counts as a missing member, and an empty text or list as missing where one is required.
struct NHNFields {
    let object: JSONObject
    let faults: NHNFaults
    /// Prefix of names in messages: `target.`.
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

    /// A non-empty text.
    ///
    /// - Parameters:
    ///   - name: The member.
    ///   - required: Whether it is required.
    ///   - limit: Largest number of code points; `nil` for no limit.
    /// - Returns: The text; `nil` when it is missing or faulty.
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

    /// A word of an enumeration.
    func choice<Choice: RawRepresentable<String>>(
        _ name: String,
        required: Bool = false
    ) -> Choice? {
        text(name, required: required).flatMap { faults.choice($0, of: self.name(name)) }
    }

    /// A list of texts; `nil` when it is missing or invalid.
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

/// Faults of one request; the one with the lowest rank is returned, the first among equals.
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

    /// The value of a word; an unknown word is a fault.
    func choice<Choice: RawRepresentable<String>>(_ text: String, of field: String) -> Choice? {
        if let choice = Choice(rawValue: text) { return choice }
        note(.invalid, field, text)
        return nil
    }

    /// - Throws: The fault for the response, if any.
    func finish() throws(NHNError) {
        if let worst { throw worst }
    }
}
