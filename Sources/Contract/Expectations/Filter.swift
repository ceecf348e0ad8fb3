import JSON
package import JSONPaths
package import RegularExpressions

/// One change of a query's result before the check.
///
/// `first last nth count sort unique` work on a list: the results of a query that returns a list,
/// else the elements of an array. Every other filter works on a value, and for a list on each
/// result.
package enum Filter: Sendable {
    /// Text to bytes: the standard or the URL alphabet, with or without padding.
    case base64Decode
    /// Text or bytes to the standard alphabet, padded.
    case base64Encode
    /// Text or bytes to the URL alphabet, without padding.
    case base64UrlEncode
    /// Hexadecimal digits of either case to bytes.
    case hexDecode
    /// Text or bytes to lower-case digits.
    case hexEncode
    /// Text or bytes to their JSON value; duplicate member names are rejected.
    case parseJson
    /// Replaces every `%XX`; `+` stays.
    case urlDecode
    /// Replaces every byte except letters, digits and `-._~` by `%XX`.
    case urlEncode
    /// Decimal digits, or a number without a fraction, to an integer.
    case toInteger
    /// The text of a JSON number to a number.
    case toNumber
    /// A number, a truth value or null to its JSON text.
    case toString
    /// A date of RFC 3339 or of an HTTP field to RFC 3339 in UTC with nine digits of fraction.
    case toDate
    /// ASCII and other letters to lower case, independent of a language.
    case lowercase
    /// ASCII and other letters to upper case, independent of a language.
    case uppercase
    /// Removes spaces, tabs and line ends from both ends.
    case trim
    /// The result of a path in the value.
    case jsonpath(JSONPath)
    /// Text to the array of its parts between the separators.
    case split(String)
    /// The first group of the first match in a text, the whole match without groups; empty without
    /// a match.
    case regex(RegularExpression)
    /// Every occurrence of a text replaced by another.
    case replace(String, with: String)
    /// The decoded value of a field in the query of a URL; empty when it does not exist.
    case urlQueryParam(String)
    /// The first of a list.
    case first
    /// The last of a list.
    case last
    /// One of a list; counts from zero, negative from the end.
    case nth(Int)
    /// The number of elements or members of a list, an array or an object.
    case count
    /// The number of code points of a text, elements of an array or members of an object.
    case length
    /// A list in ascending order: all numbers, or all text by code points.
    case sort
    /// A list without duplicates, each at its first position.
    case unique
    /// The names of an object's members.
    case keys
    /// The values of an object's members.
    case values
}

extension Filter: CustomStringConvertible {
    /// The name as a contract writes it, with its argument.
    package var description: String {
        switch self {
        case .base64Decode: "base64Decode"
        case .base64Encode: "base64Encode"
        case .base64UrlEncode: "base64UrlEncode"
        case .hexDecode: "hexDecode"
        case .hexEncode: "hexEncode"
        case .parseJson: "parseJson"
        case .urlDecode: "urlDecode"
        case .urlEncode: "urlEncode"
        case .toInteger: "toInteger"
        case .toNumber: "toNumber"
        case .toString: "toString"
        case .toDate: "toDate"
        case .lowercase: "lowercase"
        case .uppercase: "uppercase"
        case .trim: "trim"
        case .jsonpath(let path): path.description
        case .split(let separator): "split \(JSONExcerpt.text(of: .string(separator)))"
        case .regex(let expression): "regex \(expression.pattern)"
        case .replace(let old, let new):
            "replace \(JSONExcerpt.text(of: .array([.string(old), .string(new)])))"
        case .urlQueryParam(let name): "urlQueryParam \(name)"
        case .first: "first"
        case .last: "last"
        case .nth(let position): "nth \(position)"
        case .count: "count"
        case .length: "length"
        case .sort: "sort"
        case .unique: "unique"
        case .keys: "keys"
        case .values: "values"
        }
    }
}
