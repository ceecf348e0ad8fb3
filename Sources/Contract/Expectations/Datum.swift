import Base
package import JSON
import JSONPaths

/// One result of a query.
package enum Datum: Hashable, Sendable {
    case json(JSONValue)
    /// Bytes that are not a JSON value: a body that is not UTF-8, or decoded Base64.
    case bytes([UInt8])
}

extension Datum {
    /// The bytes of a string or of bytes; `nil` for other values.
    var text: [UInt8]? {
        switch self {
        case .json(.string(let string)): Array(string.utf8)
        case .json: nil
        case .bytes(let bytes): bytes
        }
    }

    /// The JSON value; bytes count as a string when they are UTF-8.
    var value: JSONValue? {
        switch self {
        case .json(let value): value
        case .bytes(let bytes): String(validating: bytes, as: UTF8.self).map(JSONValue.string)
        }
    }

    /// The text in a difference.
    var excerpt: String {
        switch self {
        case .json(let value): JSONExcerpt.text(of: value)
        case .bytes(let bytes): JSONExcerpt.text(of: bytes)
        }
    }
}

/// The result of a query and its filters.
package enum QueryResult: Hashable, Sendable {
    case nothing
    /// Exactly one value: from a query that can find at most one.
    case value(Datum)
    /// A list, from a query that can find any number: a JSONPath with `[*]`, a repeated header field.
    case nodes([Node])

    /// One of several results.
    package struct Node: Sendable {
        package let datum: Datum
        private let place: Place

        /// Most paths are never shown, so they are formatted only on demand.
        private enum Place: Sendable {
            case text(String)
            case found(JSONPath.Node, root: String)
            case element(Int, of: String)
        }

        /// Its place: `$.results[0].id`, `header Set-Cookie[1]`.
        package var path: String {
            switch place {
            case .text(let text): text
            case .found(let node, let root): root + BodyPath.shortened(node.path).dropFirst()
            case .element(let position, let array): "\(array)[\(position)]"
            }
        }

        package init(path: String, datum: Datum) {
            self.datum = datum
            place = .text(path)
        }

        /// A result of a JSONPath in the value at `root`.
        init(_ node: JSONPath.Node, root: String) {
            datum = .json(node.value)
            place = .found(node, root: root)
        }

        /// An element of the array at `path`.
        init(_ element: JSONValue, at position: Int, of path: String) {
            datum = .json(element)
            place = .element(position, of: path)
        }

        private init(_ datum: Datum, at place: Place) {
            self.datum = datum
            self.place = place
        }

        /// Another value at the same place.
        func replaced(by datum: Datum) -> Node { Node(datum, at: place) }
    }
}

extension QueryResult.Node: Hashable {
    package static func == (left: QueryResult.Node, right: QueryResult.Node) -> Bool {
        left.datum == right.datum && left.path.hasSameCodePoints(as: right.path)
    }

    package func hash(into hasher: inout Hasher) {
        hasher.combine(datum)
    }
}

extension QueryResult {
    /// The elements of an array at `path`.
    static func elements(_ elements: [JSONValue], of path: String) -> [Node] {
        elements.enumerated().map { Node($1, at: $0, of: path) }
    }

    /// A JSON value, or nothing.
    init(_ value: JSONValue?) {
        self = value.map { .value(.json($0)) } ?? .nothing
    }

    /// The values of a name that can occur more than once.
    init(_ values: [String], at path: String) {
        switch values.count {
        case 0: self = .nothing
        case 1: self = .value(.json(.string(values[0])))
        default:
            self = .nodes(
                values.enumerated().map { position, value in
                    Node(path: "\(path)[\(position)]", datum: .json(.string(value)))
                }
            )
        }
    }
}

/// Why a query or a filter has no result to check.
package struct Unanswerable: Error, Hashable, Sendable, CustomStringConvertible {
    /// The place: `body`, `$.data | base64Decode`.
    package let path: String
    /// The requirement: `JSON`.
    package let expected: String
    /// The actual content: `a body that is not JSON: byte 17: …`.
    package let actual: String
    /// Whether it cannot be decoded.
    package let isUndecodable: Bool

    package init(path: String, expected: String, actual: String, isUndecodable: Bool = false) {
        self.path = path
        self.expected = expected
        self.actual = actual
        self.isUndecodable = isUndecodable
    }

    package var description: String { "\(path): expected \(expected), got \(actual)" }
}
