package import JSON
import JSONPaths
import RegularExpressions

extension Filter {
    /// The names of filters without an argument.
    package static let plainNames: [String: Filter] = [
        "base64Decode": .base64Decode, "base64Encode": .base64Encode,
        "base64UrlEncode": .base64UrlEncode, "hexDecode": .hexDecode,
        "hexEncode": .hexEncode, "parseJson": .parseJson, "urlDecode": .urlDecode,
        "urlEncode": .urlEncode, "toInteger": .toInteger, "toNumber": .toNumber,
        "toString": .toString, "toDate": .toDate, "lowercase": .lowercase,
        "uppercase": .uppercase, "trim": .trim, "first": .first, "last": .last, "count": .count,
        "length": .length, "sort": .sort, "unique": .unique, "keys": .keys, "values": .values,
    ]

    /// The names of filters with an argument.
    package static let namesWithArgument = [
        "jsonpath", "split", "nth", "regex", "replace", "urlQueryParam",
    ]

    /// Every name, sorted.
    package static var names: [String] { (plainNames.keys + namesWithArgument).sorted() }

    /// The filter of a name in a contract.
    package init(named name: String, argument: JSONValue?) throws(QueryNameError) {
        if let plain = Self.plainNames[name] {
            guard argument == nil else {
                throw QueryNameError("filter \"\(name)\" takes no argument")
            }
            self = plain
            return
        }
        switch (name, argument) {
        case ("jsonpath", .string(let text)): self = .jsonpath(try Self.jsonPath(text))
        case ("split", .string(let separator)): self = .split(separator)
        case ("urlQueryParam", .string(let name)): self = .urlQueryParam(name)
        case ("regex", .string(let text)): self = .regex(try Self.expression(text))
        case ("replace", .some(let value)): self = try Self.replacement(value)
        case ("nth", .some(let value)):
            guard let position = value.intValue else {
                throw QueryNameError("filter \"nth\" expects an integer, got \(value.text)")
            }
            self = .nth(position)
        case (let name, _) where Self.namesWithArgument.contains(name):
            throw QueryNameError("filter \"\(name)\" expects an argument: { \(name): … }")
        default:
            throw QueryNameError("unknown filter \"\(name)\"")
        }
    }

    private static func jsonPath(_ text: String) throws(QueryNameError) -> JSONPath {
        do {
            return try JSONPath(text)
        } catch {
            throw QueryNameError("\(error)")
        }
    }

    private static func expression(_ text: String) throws(QueryNameError) -> RegularExpression {
        do {
            return try RegularExpression(ecma: text)
        } catch {
            throw QueryNameError("\(error)")
        }
    }

    private static func replacement(_ argument: JSONValue) throws(QueryNameError) -> Filter {
        let texts = (argument.arrayValue ?? []).compactMap(\.stringValue)
        guard texts.count == 2, argument.arrayValue?.count == 2, !texts[0].isEmpty else {
            throw QueryNameError(
                "filter \"replace\" expects two texts, [OLD, NEW], got \(argument.text)"
            )
        }
        return .replace(texts[0], with: texts[1])
    }
}
