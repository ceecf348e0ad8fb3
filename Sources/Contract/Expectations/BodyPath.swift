import Base
import JSONPaths

/// A place in a JSON body, extended and shortened during a traversal.
///
/// Formatted as a JSONPath in its short form, `$.results[0].objectId`; a name that needs the long
/// form is quoted as in a normalized path, `$['a.b']`.
package struct BodyPath: Hashable, Sendable {
    /// One step down from a value.
    package enum Segment: Hashable, Sendable {
        case member(String)
        case element(Int)
        /// Any element of an array: it is unknown which one is missing.
        case anyElement
    }

    /// The text of the place where the traversal began.
    private let root: String
    private var segments: [Segment]

    /// Begins at the root of a body, or of a value at another place.
    package init(root: String = "$") {
        self.root = root
        segments = []
    }

    /// Goes one step down.
    package mutating func push(_ segment: Segment) { segments.append(segment) }

    /// Goes back up by one step.
    package mutating func pop() { segments.removeLast() }

    /// The place as a person reads it.
    package var text: String {
        var text = root
        for segment in segments { text += Self.text(of: segment) }
        return text
    }

    private static func text(of segment: Segment) -> String {
        switch segment {
        case .element(let index): "[\(index)]"
        case .anyElement: "[*]"
        case .member(let name) where isShort(name): ".\(name)"
        case .member(let name): "[\(JSONPath.quoted(name))]"
        }
    }

    /// Whether a name is valid after a dot (RFC 9535 §2.5.1.1).
    private static func isShort(_ name: String) -> Bool {
        guard let first = name.utf8.first, !first.isASCIIDigit else { return false }
        return name.utf8.allSatisfy { byte in
            byte >= 0x80 || byte == UInt8(ascii: "_") || byte.isASCIIDigit
                || byte.isASCIILetter
        }
    }
}

extension BodyPath {
    /// A normalized path (RFC 9535 §2.7) in the short form: `$['a'][0]` becomes `$.a[0]`.
    static func shortened(_ normalized: String) -> String {
        var text = ""
        var rest = normalized.unicodeScalars[...]
        while let open = rest.firstIndex(of: "[") {
            text.unicodeScalars.append(contentsOf: rest[..<open])
            rest = rest[open...]
            let end = Self.end(ofSegment: rest)
            let segment = String(rest[..<end])
            let name = String(segment.dropFirst(2).dropLast(2))
            text += segment.hasPrefix("['") && isShort(name) ? ".\(name)" : segment
            rest = rest[end...]
        }
        return text + String(rest)
    }

    /// The index after the bracket of the first segment in `rest`.
    private static func end(ofSegment rest: Substring.UnicodeScalarView) -> String.Index {
        var isQuoted = false
        var isEscaped = false
        for index in rest.indices {
            switch rest[index] {
            case _ where isEscaped: isEscaped = false
            case "\\": isEscaped = true
            case "'": isQuoted.toggle()
            case "]" where !isQuoted: return rest.index(after: index)
            default: break
            }
        }
        return rest.endIndex
    }
}
