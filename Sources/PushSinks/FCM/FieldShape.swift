import Base
import JSON
import RegularExpressions

/// Required form of a message's field, in the JSON form of protocol buffers.
indirect enum FieldShape: Sendable {
    case text
    /// A text that fully matches a regular expression.
    case pattern(RegularExpression, String)
    case boolean
    case integer
    case number
    /// A number of seconds followed by `s`, up to a limit: `3.5s`.
    case duration(upTo: Int64?)
    /// One of these names, in upper or lower case.
    case choice([String])
    case list(FieldShape)
    case map(FieldShape)
    /// Any object.
    case anything
    case fields([String: FieldShape])
}

/// An error in a field, in the form of `google.rpc.BadRequest`.
struct FieldViolation: Error, Hashable, Sendable {
    /// `message.android.ttl`.
    let field: String
    let description: String
}

extension FieldShape {
    /// Validates a value and its members.
    ///
    /// - Parameters:
    ///   - value: The value.
    ///   - path: Its path.
    /// - Throws: The first violation.
    func check(_ value: JSONValue, at path: String) throws(FieldViolation) {
        // Null means that the field is not set.
        if case .null = value { return }
        switch self {
        case .fields(let shapes): try Self.check(value, shapes, at: path)
        case .list(let shape):
            guard let elements = value.arrayValue else { throw Self.wrong("array", value, path) }
            for (index, element) in elements.enumerated() {
                try shape.check(element, at: "\(path)[\(index)]")
            }
        case .map(let shape):
            guard let object = value.objectValue else { throw Self.wrong("map", value, path) }
            for (index, member) in object.members.enumerated() {
                guard member.value != .null else { throw Self.wrong("TYPE_STRING", value, path) }
                try shape.check(member.value, at: "\(path)[\(index)].value")
            }
        case .anything:
            guard value.objectValue != nil else { throw Self.wrong("object", value, path) }
        default:
            if let expected = complaint(of: value) { throw Self.wrong(expected, value, path) }
        }
    }

    private static func check(
        _ value: JSONValue,
        _ shapes: [String: FieldShape],
        at path: String
    ) throws(FieldViolation) {
        guard let object = value.objectValue else { throw wrong("object", value, path) }
        for member in object.members {
            let name = member.name.snakeCase
            guard let shape = shapes[name] else {
                let place = path.isEmpty ? "" : " at '\(path)'"
                throw FieldViolation(
                    field: path,
                    description: "Unknown name \"\(member.name)\"\(place): there is no such field"
                )
            }
            try shape.check(member.value, at: path.isEmpty ? name : "\(path).\(name)")
        }
    }

    /// The expected form of a plain value; `nil` for a valid one.
    private func complaint(of value: JSONValue) -> String? {
        switch self {
        case .text: value.stringValue == nil ? "TYPE_STRING" : nil
        case .pattern(let pattern, let words):
            value.stringValue.map { pattern.matchesWhole($0) } ?? false ? nil : words
        case .boolean: value.boolValue == nil ? "TYPE_BOOL" : nil
        case .integer:
            value.intValue == nil && value.stringValue.flatMap(Int.init) == nil ? "TYPE_INT64" : nil
        case .number:
            if case .number = value { nil } else { "TYPE_FLOAT" }
        case .duration(let limit):
            value.stringValue.map { Self.isDuration($0, upTo: limit) } ?? false
                ? nil : "TYPE_DURATION"
        case .choice(let names):
            value.stringValue.map { names.contains($0.uppercased()) } ?? false ? nil : "TYPE_ENUM"
        case .list, .map, .anything, .fields: nil
        }
    }

    /// At most nine digits after the point, and no sign.
    private static func isDuration(_ text: String, upTo limit: Int64?) -> Bool {
        let isInSeconds = text.utf8.dropLast().allSatisfy {
            $0 == UInt8(ascii: ".") || $0.isASCIIDigit
        }
        guard text.utf8.last == UInt8(ascii: "s"), isInSeconds,
            let duration = TimeSpan.duration(text)
        else { return false }
        return limit.map { duration <= .seconds($0) } ?? true
    }

    private static func wrong(
        _ expected: String,
        _ value: JSONValue,
        _ path: String
    ) -> FieldViolation {
        FieldViolation(
            field: path,
            description: "Invalid value at '\(path)' (\(expected)), \(value.text)"
        )
    }
}

extension String {
    /// The name of a field as its definition has it; senders may write `validateOnly` too.
    fileprivate var snakeCase: String {
        guard utf8.contains(where: { (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0) }) else {
            return self
        }
        return reduce(into: "") { text, character in
            if character.isUppercase {
                text += "_" + character.lowercased()
            } else {
                text.append(character)
            }
        }
    }
}
