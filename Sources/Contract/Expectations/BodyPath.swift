/// A place in a JSON body, grown and shrunk while the body is walked.
///
/// Reads as a JSONPath in its short form, `$.results[0].objectId`; a name that the short form
/// cannot spell is quoted as in a normalized path, `$['a.b']`.
struct BodyPath: Hashable, Sendable {
    /// One step down from a value.
    enum Segment: Hashable, Sendable {
        case member(String)
        case element(Int)
        /// Some element of an array: nobody can say which one is missing.
        case anyElement
    }

    /// The text of the place where the walk began.
    private let root: String
    private var segments: [Segment]

    init(root: String = "$") {
        self.root = root
        segments = []
    }

    mutating func push(_ segment: Segment) { segments.append(segment) }

    mutating func pop() { segments.removeLast() }

    var text: String {
        var text = root
        for segment in segments { text += Self.text(of: segment) }
        return text
    }

    private static func text(of segment: Segment) -> String {
        switch segment {
        case .element(let index): "[\(index)]"
        case .anyElement: "[*]"
        case .member(let name) where isShort(name): ".\(name)"
        case .member(let name): "[\(quoted(name))]"
        }
    }

    /// Whether a name can stand after a dot (RFC 9535 §2.5.1.1).
    private static func isShort(_ name: String) -> Bool {
        guard let first = name.utf8.first, !isDigit(first) else { return false }
        return name.utf8.allSatisfy { byte in
            byte >= 0x80 || byte == UInt8(ascii: "_") || isDigit(byte)
                || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
        }
    }

    private static func isDigit(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
    }

    /// The name as a normalized path quotes it (RFC 9535 §2.7).
    private static func quoted(_ name: String) -> String {
        var text = "'"
        for scalar in name.unicodeScalars {
            switch scalar {
            case "'", "\\": text += "\\\(scalar)"
            case "\u{8}": text += "\\b"
            case "\t": text += "\\t"
            case "\n": text += "\\n"
            case "\u{C}": text += "\\f"
            case "\r": text += "\\r"
            case "\0"..."\u{1F}":
                let digits = String(scalar.value, radix: 16)
                text += "\\u" + String(repeating: "0", count: 4 - digits.utf8.count) + digits
            default: text.unicodeScalars.append(scalar)
            }
        }
        return text + "'"
    }
}
