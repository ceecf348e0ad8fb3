import HTTP
import JSON

/// A path with parameters, being translated from OpenAPI's form to that of RFC 6570.
struct OpenAPIPath {
    private enum Part {
        case literal(String)
        case parameter(original: String, name: String, prefix: String, suffix: String)
    }

    private let original: String
    private var parts: [Part] = []

    init(_ text: String) {
        original = text
        var names = UniqueNames()
        var rest = text[...]
        while let opening = rest.firstIndex(of: "{"),
            let closing = rest[opening...].firstIndex(of: "}")
        {
            parts.append(.literal(Self.encoded(rest[..<opening])))
            let name = String(rest[rest.index(after: opening)..<closing])
            let usable = names.unique(Self.usable(name))
            parts.append(.parameter(original: name, name: usable, prefix: "", suffix: ""))
            rest = rest[rest.index(after: closing)...]
        }
        parts.append(.literal(Self.encoded(rest)))
    }

    /// With ASCII characters encoded that are invalid in a URI, such as blanks.
    private static func encoded(_ text: Substring) -> String {
        var bytes: [UInt8] = []
        for byte in text.utf8 {
            if byte <= 0x20 || byte == 0x7F || "\"<>\\^`|".utf8.contains(byte) {
                PercentEncoding.append(byte, to: &bytes)
            } else {
                bytes.append(byte)
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// RFC 6570 allows only letters, digits and underscores in names.
    private static func usable(_ name: String) -> String {
        let letters = name.map { character -> Character in
            let isFit = character.isASCII && (character.isLetter || character.isNumber)
            return isFit || character == "_" ? character : "_"
        }
        return letters.isEmpty ? "_" : String(letters)
    }

    /// The names of the parameters as the contract spells them.
    var names: [String] {
        parts.compactMap { if case .parameter(_, let name, _, _) = $0 { name } else { nil } }
    }

    /// The contract's name of a parameter in the document; `nil` when the path does not have it.
    func name(of original: String) -> String? {
        for case .parameter(original, let name, _, _) in parts { return name }
        return nil
    }

    /// Sets the form of a parameter: an operator before its name, a modifier after it.
    mutating func spell(_ original: String, prefix: String, suffix: String) {
        for (index, part) in parts.enumerated() {
            guard case .parameter(original, let name, _, _) = part else { continue }
            parts[index] = .parameter(
                original: original,
                name: name,
                prefix: prefix,
                suffix: suffix
            )
        }
    }

    /// The template, checked.
    func text(
        in document: OpenAPIDocument,
        at pointer: JSONPointer
    ) throws(InterchangeError) -> String {
        let text = parts.map { part in
            switch part {
            case .literal(let text): text
            case .parameter(_, let name, let prefix, let suffix): "{\(prefix)\(name)\(suffix)}"
            }
        }.joined()
        do {
            _ = try URITemplate(text)
            return text
        } catch {
            throw document.error(
                at: pointer,
                expected: "a path such as /pets/{id}",
                found: "\"\(original)\""
            )
        }
    }
}
