/// Walks over the code points of a small text, for parsers written by hand.
package struct ScalarScanner {
    /// The complete text.
    package let scalars: [Unicode.Scalar]
    /// Index of the next code point.
    package var position = 0

    /// Begins before the first code point of `text`.
    package init(_ text: String) {
        scalars = Array(text.unicodeScalars)
    }

    /// The next code point; `nil` at the end.
    package var next: Unicode.Scalar? { scalar(after: 0) }

    /// Whether every code point was taken.
    package var isAtEnd: Bool { position >= scalars.count }

    /// The code point `distance` positions after the next one.
    package func scalar(after distance: Int) -> Unicode.Scalar? {
        let index = position + distance
        return index < scalars.count ? scalars[index] : nil
    }

    /// Consumes the next code point if it is `scalar`.
    package mutating func take(_ scalar: Unicode.Scalar) -> Bool {
        guard next == scalar else { return false }
        position += 1
        return true
    }

    /// Consumes the next code points if they equal `text`.
    package mutating func take(text: String) -> Bool {
        guard scalars[position...].starts(with: text.unicodeScalars) else { return false }
        position += text.unicodeScalars.count
        return true
    }

    /// Consumes code points while they satisfy `condition`.
    package mutating func take(while condition: (Unicode.Scalar) -> Bool) -> String {
        let start = position
        while let next, condition(next) { position += 1 }
        return text(from: start)
    }

    /// The text consumed since `start`.
    package func text(from start: Int) -> String {
        var text = ""
        text.unicodeScalars.append(contentsOf: scalars[start..<position])
        return text
    }

    /// The next code point, described for an error message.
    package var found: String {
        guard let next else { return "the end" }
        return Self.name(of: next)
    }

    /// A code point in words of an error message.
    package static func name(of scalar: Unicode.Scalar) -> String {
        switch scalar {
        case "\"": "'\"'"
        case " ": "a space"
        case _ where scalar.value < 0x20 || scalar.value == 0x7F:
            "the character U+" + Hex.text(of: scalar.value, digits: 4, uppercase: true)
        default: "\"\(Character(scalar))\""
        }
    }
}

extension Unicode.Scalar {
    /// Whether it is a digit from `0` to `9`.
    package var isASCIIDigit: Bool { ("0"..."9").contains(self) }

    /// Whether it is a letter of ASCII, of either case.
    package var isASCIILetter: Bool { ("a"..."z").contains(self) || ("A"..."Z").contains(self) }

    /// The value of a hexadecimal digit in either case.
    package var hexadecimalValue: UInt32? {
        UInt8(exactly: value)?.hexDigitValue.map(UInt32.init)
    }
}
