import JSON

/// A value of a document that records which of its parts were read.
///
/// The parts unread at the end were left out: nothing is dropped silently because a reader does not
/// know it, or expects another type.
final class ReadValue {
    let value: JSONValue
    let pointer: JSONPointer
    private var isWhollyRead = false
    private var parts: [String: ReadValue] = [:]

    init(_ value: JSONValue, at pointer: JSONPointer = JSONPointer(tokens: [])) {
        self.value = value
        self.pointer = pointer
    }

    /// The member called `name`, with unread parts; `nil` for none.
    subscript(_ name: String) -> ReadValue? {
        guard let member = value[name] else { return nil }
        return part(name, member)
    }

    /// The elements, with unread parts; empty if this is not an array.
    var elements: [ReadValue] {
        (value.arrayValue ?? []).enumerated().map { part("\($0)", $1) }
    }

    /// The members, with unread parts; empty if this is not an object.
    var members: [(name: String, value: ReadValue)] {
        (value.objectValue?.members ?? []).map { ($0.name, part($0.name, $0.value)) }
    }

    /// The error for an unexpected value here.
    func error(in file: String, expected: String) -> InterchangeError {
        InterchangeError(
            file: file,
            place: .pointer(pointer),
            expected: expected,
            found: value.text(maximumLength: 60)
        )
    }

    private func part(_ name: String, _ value: JSONValue) -> ReadValue {
        if let known = parts[name] { return known }
        let part = ReadValue(value, at: pointer.appending(name))
        parts[name] = part
        return part
    }

    /// The whole value, which then counts as read.
    func take() -> JSONValue {
        isWhollyRead = true
        parts = [:]
        return value
    }

    /// Marks its parts as read.
    func settle() {
        isWhollyRead = true
        parts = [:]
    }

    /// The text, which then counts as read; `nil` for other types.
    var text: String? {
        guard let text = value.stringValue else { return nil }
        isWhollyRead = true
        return text
    }

    /// The truth value, which then counts as read; `nil` for other types.
    var flag: Bool? {
        guard let flag = value.boolValue else { return nil }
        isWhollyRead = true
        return flag
    }

    /// A text, or the text of a number or a truth value; `nil` for other types.
    var scalarText: String? {
        switch value {
        case .string(let text):
            isWhollyRead = true
            return text
        case .number, .bool:
            isWhollyRead = true
            return value.text
        case .null, .array, .object: return nil
        }
    }

    /// The unread parts, outermost first, without empty ones.
    var unread: [ReadValue] {
        if isWhollyRead || Self.isNothing(value) { return [] }
        if parts.isEmpty { return [self] }
        return everyPart.flatMap(\.unread)
    }

    private var everyPart: [ReadValue] {
        switch value {
        case .object(let object): object.members.map { part($0.name, $0.value) }
        case .array(let elements): elements.enumerated().map { part("\($0)", $1) }
        case .null, .bool, .number, .string: []
        }
    }

    private static func isNothing(_ value: JSONValue) -> Bool {
        switch value {
        case .null: true
        case .string(let text): text.isEmpty
        case .array(let elements): elements.allSatisfy(isNothing)
        case .object(let object): object.members.allSatisfy { isNothing($0.value) }
        case .bool, .number: false
        }
    }
}
