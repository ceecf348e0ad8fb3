import JSON

/// A value of a document, with the way to it.
struct LocatedValue {
    let value: JSONValue
    let pointer: JSONPointer

    /// The member called `name`, when there is one.
    subscript(_ name: String) -> LocatedValue? {
        value[name].map { LocatedValue(value: $0, pointer: pointer.appending(name)) }
    }

    /// The members in source order; none when this is no object.
    var members: [(name: String, value: LocatedValue)] {
        (value.objectValue?.members ?? []).map { member in
            let place = pointer.appending(member.name)
            return (member.name, LocatedValue(value: member.value, pointer: place))
        }
    }

    /// The elements; none when this is no array.
    var elements: [LocatedValue] {
        (value.arrayValue ?? []).enumerated().map { index, element in
            LocatedValue(value: element, pointer: pointer.appending("\(index)"))
        }
    }

    /// The text of the member called `name`, when it is one that is not empty.
    func text(_ name: String) -> String? {
        guard let text = value[name]?.stringValue, !text.isEmpty else { return nil }
        return text
    }
}

/// An OpenAPI document of version 3.
struct OpenAPIDocument {
    /// The methods that a path item may have.
    static let methods = ["get", "put", "post", "delete", "options", "head", "patch", "trace"]

    let root: LocatedValue
    let file: String
    /// Whether schemas are those of OpenAPI 3.0, with `nullable` and the like.
    let hasOldSchemas: Bool

    /// - Throws: When the document is none of OpenAPI 3.0, 3.1 or 3.2.
    init(_ value: JSONValue, file: String) throws(InterchangeError) {
        self.file = file
        root = LocatedValue(value: value, pointer: JSONPointer(tokens: []))
        let expected = "an OpenAPI document of version 3.0, 3.1 or 3.2"
        guard value.objectValue != nil else {
            throw InterchangeError(
                file: file,
                place: .whole,
                expected: expected,
                found: "\(value.kind.rawValue) \(value.text(maximumLength: 40))"
            )
        }
        let version = value["openapi"]?.scalarSpelling ?? ""
        let parts = version.split(separator: ".")
        guard parts.first == "3", parts.count > 1, ["0", "1", "2"].contains(parts[1]) else {
            throw Self.versionError(value, expected, file)
        }
        hasOldSchemas = parts[1] == "0"
    }

    private static func versionError(
        _ value: JSONValue,
        _ expected: String,
        _ file: String
    ) -> InterchangeError {
        if let version = value["swagger"]?.scalarSpelling {
            return InterchangeError(
                file: file,
                place: .pointer(JSONPointer(tokens: ["swagger"])),
                expected: expected,
                found: "Swagger \(version)",
                hint: "convert it first, for example with swagger2openapi"
            )
        }
        let version = value["openapi"]
        return InterchangeError(
            file: file,
            place: .pointer(JSONPointer(tokens: version == nil ? [] : ["openapi"])),
            expected: expected,
            found: version?.text(maximumLength: 40) ?? "no \"openapi\" member"
        )
    }
}

extension OpenAPIDocument {
    /// An error at a place of the document.
    func error(
        at pointer: JSONPointer,
        expected: String,
        found: String,
        hint: String? = nil
    ) -> InterchangeError {
        InterchangeError(
            file: file,
            place: .pointer(pointer),
            expected: expected,
            found: found,
            hint: hint
        )
    }

    /// Follows `$ref` to the end.
    func resolved(_ start: LocatedValue) throws(InterchangeError) -> LocatedValue {
        var current = start
        for _ in 0..<100 {
            guard let reference = current.value["$ref"] else { return current }
            current = try target(of: reference, at: current.pointer.appending("$ref"))
        }
        throw error(
            at: start.pointer,
            expected: "a reference that leads somewhere",
            found: "references in a circle"
        )
    }

    /// Where a reference leads.
    func target(
        of reference: JSONValue,
        at place: JSONPointer
    ) throws(InterchangeError) -> LocatedValue {
        let pointer = try pointer(of: reference, at: place)
        if let value = root.value[pointer] {
            return LocatedValue(value: value, pointer: pointer)
        }
        throw error(
            at: place,
            expected: "a reference to something in this document",
            found: reference.text
        )
    }

    /// The place that a reference names.
    func pointer(
        of reference: JSONValue,
        at place: JSONPointer
    ) throws(InterchangeError) -> JSONPointer {
        guard let text = reference.stringValue, text.hasPrefix("#") else {
            throw error(
                at: place,
                expected: "a reference to something in this document, such as "
                    + "\"#/components/schemas/Pet\"",
                found: reference.text(maximumLength: 80),
                hint: "other files are not read; bundle the document into one first, for example "
                    + "with `redocly bundle`"
            )
        }
        do {
            return try JSONPointer(PercentText.decoded(String(text.dropFirst())))
        } catch {
            throw self.error(at: place, expected: "\"#\" and a JSON Pointer", found: "\"\(text)\"")
        }
    }
}

extension JSONValue {
    /// A scalar as it is spelled: a version may be a number to YAML.
    var scalarSpelling: String? {
        switch self {
        case .string(let text): text
        case .number, .bool: text
        case .null, .array, .object: nil
        }
    }
}

/// Percent-encoded text.
enum PercentText {
    /// The text with every `%XX` replaced; one that is not followed by two digits stays.
    static func decoded(_ text: String) -> String {
        guard text.utf8.contains(UInt8(ascii: "%")) else { return text }
        let bytes = Array(text.utf8)
        var decoded: [UInt8] = []
        var position = 0
        while position < bytes.count {
            if bytes[position] == UInt8(ascii: "%"), position + 2 < bytes.count,
                let high = digit(bytes[position + 1]), let low = digit(bytes[position + 2])
            {
                decoded.append(high << 4 | low)
                position += 3
            } else {
                decoded.append(bytes[position])
                position += 1
            }
        }
        return String(decoding: decoded, as: UTF8.self)
    }

    private static func digit(_ byte: UInt8) -> UInt8? {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
        case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
        default: nil
        }
    }
}
