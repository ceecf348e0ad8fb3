import Contract
import HTTP
import JSON
import JSONSchemas
import RegularExpressions

/// Values that may satisfy a predicate; the caller checks them.
enum PredicateExamples {
    /// The best guesses first; `nil` is a missing value.
    static func candidates(for predicate: Predicate) -> [JSONValue?] {
        special(predicate) + general
    }

    /// Values of a header field in its own grammar (RFC 9110 unless another is named); `nil` for other fields.
    ///
    /// - Parameters:
    ///   - name: The name of the field.
    ///   - request: The request of the response.
    /// - Returns: The best guesses first.
    static func values(ofHeader name: String, to request: HTTPRequest) -> [JSONValue]? {
        switch name.lowercased() {
        case "location", "content-location":
            [.string("\(request.path)/1"), .string("\(request.origin)\(request.path)/1")]
        case "etag": ["\"1\""]
        case "date", "last-modified": ["Sat, 31 Jan 2026 12:00:00 GMT"]
        case "expires": ["Sun, 31 Jan 2100 12:00:00 GMT"]
        case "retry-after", "age": ["1"]
        case "cache-control": ["no-store"]
        case "allow": [.string(request.method)]
        case "accept-ranges": ["bytes"]
        case "vary": ["Accept"]
        case "content-language": ["en"]
        case "www-authenticate": ["Bearer"]
        // RFC 8288.
        case "link": [.string("<\(request.path)>; rel=\"self\"")]
        default: nil
        }
    }

    /// Tried for predicates without a specific value.
    private static let general: [JSONValue?] = [
        true, false, 0, 1, "0", "1", "text", "", [], [:], .null, nil, -1, "OK",
    ]

    private static func special(_ predicate: Predicate) -> [JSONValue?] {
        switch predicate {
        case .equals(let value): [value]
        case .approximately(let number, _): [.number(number)]
        case .compares(_, let value): neighbours(of: value)
        case .startsWith(let text): [.string(text), .string(text + "text")]
        case .endsWith(let text): [.string(text), .string("text" + text)]
        case .contains(let value): [[value], value]
        case .matches(let expression):
            [.string(TextExample.value(["pattern": .string(expression.pattern)]))]
        case .exists(true): ["text"]
        case .exists(false): [nil]
        case .type(let kinds): kinds.map(value)
        case .count(let inner), .length(let inner), .bytes(let inner): sized(inner)
        case .meets(let matcher): [matcher.example]
        case .schema(let schema): [SchemaExample.value(for: schema)]
        case .each(let inner): special(inner) + special(inner).map { $0.map { [$0] } }
        case .anyOf(let alternatives): alternatives.flatMap(special)
        case .sorted: [[]]
        case .equalsUnordered(let values): [.array(values)]
        case .isDate(true): ["2026-01-31T12:00:00Z"]
        case .before: ["2000-01-01T00:00:00Z"]
        case .after: ["2100-01-01T00:00:00Z"]
        case .not, .empty, .isDate(false): []
        }
    }

    private static func neighbours(of value: JSONValue) -> [JSONValue?] {
        guard let number = value.intValue else { return [value] }
        return [.integer(number), .integer(number &+ 1), .integer(number &- 1)]
    }

    /// Lists and texts of the sizes that a predicate on a size may ask for.
    private static func sized(_ predicate: Predicate) -> [JSONValue?] {
        special(predicate).compactMap { $0?.intValue }.filter { (0...1_000).contains($0) }
            .flatMap { count -> [JSONValue?] in
                [
                    .array(Array(repeating: "text", count: count)),
                    .string(String(repeating: "a", count: count)),
                ]
            }
    }

    private static func value(of kind: JSONValue.Kind) -> JSONValue? {
        switch kind.rawValue {
        case "string": "text"
        case "number", "integer": 1
        case "boolean": true
        case "array": []
        case "object": [:]
        default: .null
        }
    }
}
