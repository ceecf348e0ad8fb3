import Base
import JSON

extension JSONPathParser {
    /// Reads a string in single or double quotes, the position being at the opening one.
    mutating func stringLiteral() throws(JSONPathError) -> String {
        let start = input.position
        let quote = input.scalars[start]
        input.position += 1
        var literal = ""
        while let next = input.next {
            switch next {
            case quote:
                input.position += 1
                return literal
            case "\\":
                literal.unicodeScalars.append(try escape(quote: quote))
            case "\0"..."\u{1F}":
                throw error(expected: "control characters in a string to be escaped")
            default:
                literal.unicodeScalars.append(next)
                input.position += 1
            }
        }
        throw error(expected: "a closing \(quote) for the one at character \(start + 1)")
    }

    private mutating func escape(quote: Unicode.Scalar) throws(JSONPathError) -> Unicode.Scalar {
        input.position += 1
        let scalar: Unicode.Scalar
        switch input.next {
        case quote: scalar = quote
        case "b": scalar = "\u{8}"
        case "f": scalar = "\u{C}"
        case "n": scalar = "\n"
        case "r": scalar = "\r"
        case "t": scalar = "\t"
        case "/": scalar = "/"
        case "\\": scalar = "\\"
        case "u": return try unicodeEscape()
        default:
            throw error(expected: "one of \(quote) \\ / b f n r t u after \"\\\"")
        }
        input.position += 1
        return scalar
    }

    private mutating func unicodeEscape() throws(JSONPathError) -> Unicode.Scalar {
        let start = input.position - 1
        input.position += 1
        var value = try fourHexDigits()
        if (0xD800...0xDBFF).contains(value), input.take(text: "\\u") {
            let low = try fourHexDigits()
            let isLow = (0xDC00...0xDFFF).contains(low)
            value = isLow ? 0x10000 + (value - 0xD800) << 10 + (low - 0xDC00) : .max
        }
        guard let scalar = Unicode.Scalar(value) else {
            throw error(
                at: start,
                expected: "surrogates only as a high one followed by a low one",
                found: input.text(from: start)
            )
        }
        return scalar
    }

    private mutating func fourHexDigits() throws(JSONPathError) -> UInt32 {
        var value: UInt32 = 0
        for _ in 0..<4 {
            guard let digit = input.next?.hexadecimalValue else {
                throw error(expected: "four hexadecimal digits after \"\\u\"")
            }
            value = value << 4 | digit
            input.position += 1
        }
        return value
    }

    /// Reads a number.
    ///
    /// One too large for a double becomes infinite: it can only be compared.
    mutating func numberLiteral() throws(JSONPathError) -> JSONNumber {
        let start = input.position
        _ = input.take("-")
        let digits = input.take(while: \.isASCIIDigit)
        guard !digits.isEmpty else { throw error(expected: "a digit after \"-\"") }
        guard digits.utf8.count == 1 || !digits.utf8.starts(with: "0".utf8) else {
            throw error(
                at: start,
                expected: "a number without leading zeros",
                found: input.text(from: start)
            )
        }
        if input.take(".") {
            guard !input.take(while: \.isASCIIDigit).isEmpty else {
                throw error(expected: "a digit after the decimal point")
            }
        }
        if input.take("e") || input.take("E") {
            if !input.take("-") { _ = input.take("+") }
            guard !input.take(while: \.isASCIIDigit).isEmpty else {
                throw error(expected: "a digit in the exponent")
            }
        }
        let written = input.text(from: start)
        guard case .number(let number)? = try? JSONValue(parsing: written) else {
            // An exponent of more digits than can be reckoned with.
            return .real(written.hasPrefix("-") ? -.infinity : .infinity)
        }
        return number
    }
}
