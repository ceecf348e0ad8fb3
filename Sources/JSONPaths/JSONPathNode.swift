import Base
package import JSON

extension JSONPath {
    /// A value within the queried value, and where it is.
    package struct Node: Sendable {
        package let value: JSONValue
        let location: PathLocation

        /// The normalized path, for example `$['a'][0]` (RFC 9535 §2.7); made when asked for.
        package var path: String { location.normalizedPath }

        /// The same place as a JSON Pointer; made when asked for.
        package var pointer: JSONPointer { location.pointer }
    }
}

extension JSONPath.Node {
    /// The children in order: elements, or the values of members.
    var children: [JSONPath.Node] {
        switch value {
        case .array(let elements):
            elements.enumerated().map { index, element in
                Self(value: element, location: .element(of: location, index))
            }
        case .object(let object):
            object.members.map { member in
                Self(value: member.value, location: .member(of: location, member.name))
            }
        case .null, .bool, .number, .string: []
        }
    }
}

/// The way from the queried value to a node, shared with its siblings.
indirect enum PathLocation: Sendable {
    case root
    case member(of: PathLocation, String)
    case element(of: PathLocation, Int)

    /// The steps from the root on; every one a member or an element.
    private var steps: [PathLocation] {
        var steps: [PathLocation] = []
        var location = self
        while true {
            switch location {
            case .root: return steps.reversed()
            case .member(let parent, _), .element(let parent, _):
                steps.append(location)
                location = parent
            }
        }
    }

    var pointer: JSONPointer {
        JSONPointer(
            tokens: steps.compactMap { step in
                switch step {
                case .root: nil
                case .member(_, let name): name
                case .element(_, let index): "\(index)"
                }
            }
        )
    }

    var normalizedPath: String {
        var path = "$"
        for step in steps {
            switch step {
            case .root: break
            case .member(_, let name): path += "[" + JSONPath.quoted(name) + "]"
            case .element(_, let index): path += "[\(index)]"
            }
        }
        return path
    }
}

extension JSONPath {
    /// A member's name in the quotes of a normalized path.
    ///
    /// Source: RFC 9535 §2.7, `normal-single-quoted`.
    package static func quoted(_ name: String) -> String {
        var text = "'"
        for scalar in name.unicodeScalars {
            switch scalar {
            case "\u{8}": text += "\\b"
            case "\t": text += "\\t"
            case "\n": text += "\\n"
            case "\u{C}": text += "\\f"
            case "\r": text += "\\r"
            case "'": text += "\\'"
            case "\\": text += "\\\\"
            case "\0"..."\u{1F}": text += "\\u" + Hex.text(of: scalar.value, digits: 4)
            default: text.unicodeScalars.append(scalar)
            }
        }
        return text + "'"
    }
}
