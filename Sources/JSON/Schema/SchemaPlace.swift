/// A place in one of the documents that make up a schema.
struct SchemaPlace: Hashable, Sendable {
    /// Position in the compiler's list; zero is the document that is being compiled.
    let document: Int
    /// A JSON Pointer from the root of the document.
    let pointer: CodePoints

    init(document: Int, pointer: String) {
        self.document = document
        self.pointer = CodePoints(pointer)
    }

    /// The place of a member below this one.
    func child(_ name: String) -> SchemaPlace {
        SchemaPlace(document: document, pointer: pointer.text + "/" + PointerToken.escaped(name))
    }

    /// The place of an element below this one.
    func child(_ index: Int) -> SchemaPlace {
        SchemaPlace(document: document, pointer: "\(pointer.text)/\(index)")
    }
}

/// One step of a JSON Pointer (RFC 6901).
enum PointerToken: Hashable, Sendable {
    case name(String)
    case index(Int)

    /// The step as it stands in a pointer, with its slash.
    var text: String {
        switch self {
        case .name(let name): "/" + Self.escaped(name)
        case .index(let index): "/\(index)"
        }
    }

    /// A member name as it stands between two slashes.
    static func escaped(_ name: String) -> String {
        guard name.utf8.contains(where: { $0 == UInt8(ascii: "~") || $0 == UInt8(ascii: "/") })
        else { return name }
        var text = ""
        for scalar in name.unicodeScalars {
            switch scalar {
            case "~": text += "~0"
            case "/": text += "~1"
            default: text.unicodeScalars.append(scalar)
            }
        }
        return text
    }

    /// The member names of a pointer; `nil` unless it is empty or starts with a slash.
    static func names(in pointer: String) -> [String]? {
        guard !pointer.isEmpty else { return [] }
        guard pointer.utf8.first == UInt8(ascii: "/") else { return nil }
        return pointer.utf8.dropFirst()
            .split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
            .map { unescaped(Substring($0)) }
    }

    private static func unescaped(_ token: Substring) -> String {
        var bytes: [UInt8] = []
        var isEscape = false
        for byte in token.utf8 {
            if isEscape {
                bytes.append(byte == UInt8(ascii: "0") ? UInt8(ascii: "~") : UInt8(ascii: "/"))
                isEscape = false
            } else if byte == UInt8(ascii: "~") {
                isEscape = true
            } else {
                bytes.append(byte)
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}
