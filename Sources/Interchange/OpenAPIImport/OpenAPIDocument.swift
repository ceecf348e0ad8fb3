import Contract
import HTTP
import JSON

/// An OpenAPI document of version 3, or one of version 2.0 translated to it.
struct OpenAPIDocument {
    /// The methods that a path item can have.
    static let methods = ["get", "put", "post", "delete", "options", "head", "patch", "trace"]

    let root: LocatedValue
    let file: String
    /// Whether schemas are those of OpenAPI 3.0, with `nullable` and the like.
    let hasOldSchemas: Bool
    /// The original places of translated values, with everything below them.
    private let origins: [JSONPointer: JSONPointer]
    /// Losses from resolving references and from the translation.
    let losses: [ImportLoss]

    /// Only for following references in a value that may not be an OpenAPI document.
    init(unchecked value: JSONValue, file: String) {
        self.file = file
        root = LocatedValue(value: value, pointer: JSONPointer(tokens: []))
        hasOldSchemas = true
        origins = [:]
        losses = []
    }

    /// - Parameters:
    ///   - value: The document.
    ///   - file: Its name.
    ///   - losses: Earlier losses.
    /// - Throws: When the document is not of OpenAPI 2.0, 3.0, 3.1 or 3.2.
    init(_ value: JSONValue, file: String, losses: [ImportLoss] = []) throws(InterchangeError) {
        var (value, renamed) = TypeNames.mended(value)
        let losses = losses + renamed
        if SwaggerTranslation.isMeant(value) {
            let translation = try SwaggerTranslation(value, file: file)
            (value, origins) = (translation.document, translation.origins)
            self.losses = losses + translation.losses
        } else {
            origins = [:]
            self.losses = losses
        }
        self.file = file
        root = LocatedValue(value: value, pointer: JSONPointer(tokens: []))
        let expected = "an OpenAPI document of version 2.0, 3.0, 3.1 or 3.2"
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
                found: "Swagger \(version)"
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
        let origin = origin(of: pointer)
        return InterchangeError(
            file: origin.path ?? file,
            place: .pointer(origin.pointer),
            expected: expected,
            found: found,
            hint: hint
        )
    }

    /// A place in the form of promises: `/paths/~1pets/get`, in another file `pets.yaml#/get`.
    func place(of pointer: JSONPointer) -> String {
        let origin = origin(of: pointer)
        return (origin.path.map { "\($0)#" } ?? "") + origin.pointer.description
    }

    /// The place in the author's file.
    func origin(of pointer: JSONPointer) -> (path: String?, pointer: JSONPointer) {
        OpenAPIBundle.origin(of: untranslated(pointer), in: root.value)
    }

    private func untranslated(_ pointer: JSONPointer) -> JSONPointer {
        guard !origins.isEmpty else { return pointer }
        for count in stride(from: pointer.tokens.count, to: 0, by: -1) {
            let place = JSONPointer(tokens: Array(pointer.tokens.prefix(count)))
            guard let origin = origins[place] else { continue }
            return JSONPointer(tokens: origin.tokens + pointer.tokens.dropFirst(count))
        }
        return pointer
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
            found: "cyclic references"
        )
    }

    /// The target of a reference.
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

    /// The place of a reference.
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
                hint: "addresses, and other files of standard input, are not read; bundle the "
                    + "document into one first, for example with `redocly bundle`"
            )
        }
        guard let pointer = Self.pointer(of: text) else {
            throw error(at: place, expected: "\"#\" and a JSON Pointer", found: "\"\(text)\"")
        }
        return pointer
    }

    /// The place of `#/…`; `nil` if it is not a pointer.
    static func pointer(of reference: String) -> JSONPointer? {
        do {
            return try JSONPointer(PercentEncoding.decoded(String(reference.dropFirst())))
        } catch {
            return nil
        }
    }
}

extension JSONValue {
    /// A scalar as written: YAML may read a version as a number.
    var scalarSpelling: String? {
        switch self {
        case .string(let text): text
        case .number, .bool: text
        case .null, .array, .object: nil
        }
    }
}
