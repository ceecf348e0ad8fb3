package import JSON

/// What a scalar means by the core schema of YAML 1.2.
///
/// Only plain scalars are resolved; a quoted scalar is a string. `yes`, `on` and `2013-09-01` are
/// strings too.
///
/// Source: YAML 1.2.2 §10.3.2.
package enum YAMLScalar: Hashable, Sendable {
    case null
    case boolean(Bool)
    case number(JSONNumber)
    case string(String)

    /// Why a plain scalar that looks like a number is none that JSON can hold.
    enum Unusable: Hashable, Sendable {
        /// A hexadecimal or octal integer needs more than 64 bits, or an exponent more than 18 digits.
        case tooLarge
        /// `.inf` or `.nan`.
        case notFinite
    }

    /// Resolves a plain scalar; one that is unusable comes out as a string.
    package init(plain text: String) {
        self = Self.resolve(text).scalar
    }

    /// Resolves a plain scalar and says why it is unusable, if it is.
    static func resolve(_ text: String) -> (scalar: YAMLScalar, unusable: Unusable?) {
        switch text {
        case "", "~", "null", "Null", "NULL": return (.null, nil)
        case "true", "True", "TRUE": return (.boolean(true), nil)
        case "false", "False", "FALSE": return (.boolean(false), nil)
        default: break
        }
        guard let first = text.utf8.first, startsNumber(first) else { return (.string(text), nil) }
        let digits = NumberText(text)
        switch digits?.form {
        case nil: return (.string(text), nil)
        case .notFinite: return (.string(text), .notFinite)
        case .integer, .real:
            guard let number = digits?.value else { return (.string(text), .tooLarge) }
            return (.number(number), nil)
        }
    }

    /// Whether a byte is a digit, a sign or a point; spares most strings a closer look.
    private static func startsNumber(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "+"), UInt8(ascii: "-"),
            UInt8(ascii: "."):
            true
        default:
            false
        }
    }
}

/// A plain scalar that is spelled like a number.
private struct NumberText {
    enum Form { case integer(radix: Int), real, notFinite }

    let form: Form
    private let isNegative: Bool
    /// Without sign and without `0x` or `0o`.
    private let digits: Substring

    /// `nil` when the text is not spelled like a number of the core schema.
    init?(_ text: String) {
        var rest = Substring(text)
        let sign = rest.utf8.first
        isNegative = sign == UInt8(ascii: "-")
        if isNegative || sign == UInt8(ascii: "+") { rest = rest.dropFirst() }
        let hasSign = rest.utf8.count != text.utf8.count
        if !hasSign, rest.hasPrefix("0x") || rest.hasPrefix("0o") {
            let radix = rest.hasPrefix("0x") ? 16 : 8
            digits = rest.dropFirst(2)
            guard !digits.isEmpty, digits.utf8.allSatisfy({ Self.isDigit($0, radix: radix) }) else {
                return nil
            }
            form = .integer(radix: radix)
            return
        }
        digits = rest
        if [".inf", ".Inf", ".INF"].contains(rest) {
            form = .notFinite
        } else if !hasSign, [".nan", ".NaN", ".NAN"].contains(rest) {
            form = .notFinite
        } else if !rest.isEmpty, rest.utf8.allSatisfy({ Self.isDigit($0, radix: 10) }) {
            form = .integer(radix: 10)
        } else if Self.isFraction(rest) {
            form = .real
        } else {
            return nil
        }
    }

    /// `nil` when the number does not fit.
    var value: JSONNumber? {
        switch form {
        case .integer(let radix) where radix != 10: return integer(radix: radix)
        case .integer, .real:
            if case .integer = form, let integer = integer(radix: 10) { return integer }
            guard case .number(let number)? = try? JSONValue(parsing: jsonText) else { return nil }
            return number
        case .notFinite:
            return nil
        }
    }

    /// `nil` when 64 bits cannot hold it.
    private func integer(radix: Int) -> JSONNumber? {
        let signed = (isNegative ? "-" : "") + digits
        if let value = Int64(signed, radix: radix) { return .integer(value) }
        return UInt64(signed, radix: radix).map { .unsigned($0) }
    }

    /// JSON wants one digit before a point and one after it, and no zero before others; YAML does not.
    private var jsonText: String {
        let whole = digits.prefix { $0 != "." && $0 != "e" && $0 != "E" }
        var rest = digits[whole.endIndex...]
        let significant = whole.drop { $0 == "0" }
        if rest.first == ".",
            rest.utf8.dropFirst().first.map({ Self.isDigit($0, radix: 10) }) != true
        {
            rest = rest.dropFirst()
        }
        return (isNegative ? "-" : "") + (significant.isEmpty ? "0" : significant) + rest
    }

    /// Whether the text is `[0-9]+(\.[0-9]*)?` or `\.[0-9]+`, with or without an exponent.
    private static func isFraction(_ text: Substring) -> Bool {
        var rest = text.utf8[...]
        let whole = dropDigits(&rest)
        var fraction = 0
        if rest.first == UInt8(ascii: ".") {
            rest.removeFirst()
            fraction = dropDigits(&rest)
        }
        guard whole > 0 || fraction > 0 else { return false }
        guard rest.first == UInt8(ascii: "e") || rest.first == UInt8(ascii: "E") else {
            return rest.isEmpty
        }
        rest.removeFirst()
        if rest.first == UInt8(ascii: "-") || rest.first == UInt8(ascii: "+") { rest.removeFirst() }
        return dropDigits(&rest) > 0 && rest.isEmpty
    }

    /// Drops leading decimal digits; returns how many there were.
    private static func dropDigits(_ text: inout Substring.UTF8View) -> Int {
        let rest = text.drop { isDigit($0, radix: 10) }
        defer { text = rest }
        return text.count - rest.count
    }

    private static func isDigit(_ byte: UInt8, radix: Int) -> Bool {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "7"): true
        case UInt8(ascii: "8"), UInt8(ascii: "9"): radix > 8
        case UInt8(ascii: "a")...UInt8(ascii: "f"): radix > 10
        case UInt8(ascii: "A")...UInt8(ascii: "F"): radix > 10
        default: false
        }
    }
}
