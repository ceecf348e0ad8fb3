import Base

/// Reads a short text byte by byte from the left.
struct TextScanner {
    private(set) var rest: ArraySlice<UInt8>

    init(_ text: String) {
        rest = Array(text.utf8)[...]
    }

    /// Whether `read` succeeds and leaves nothing over.
    static func whole(_ text: String, _ read: (inout TextScanner) -> Bool) -> Bool {
        var scanner = TextScanner(text)
        return read(&scanner) && scanner.isAtEnd
    }

    var isAtEnd: Bool { rest.isEmpty }

    var next: UInt8? { rest.first }

    /// Takes the next byte when it is a given ASCII character.
    mutating func take(_ character: Unicode.Scalar) -> Bool {
        guard rest.first == UInt8(ascii: character) else { return false }
        rest.removeFirst()
        return true
    }

    /// Takes the next byte, whatever it is; `nil` at the end.
    mutating func takeAny() -> UInt8? { rest.popFirst() }

    /// Takes the next byte when it is one of the ASCII characters of `characters`.
    mutating func take(oneOf characters: StaticString) -> Bool {
        guard let byte = rest.first, characters.contains(byte) else { return false }
        rest.removeFirst()
        return true
    }

    /// Takes bytes as long as they satisfy `condition`; returns how many.
    mutating func take(while condition: (UInt8) -> Bool) -> Int {
        let kept = rest.drop(while: condition)
        defer { rest = kept }
        return rest.count - kept.count
    }

    /// Takes exactly `count` decimal digits and returns their value.
    mutating func takeNumber(digits count: Int) -> Int? {
        let digits = rest.prefix(count)
        guard digits.count == count, digits.allSatisfy(\.isASCIIDigit) else { return nil }
        rest = rest.dropFirst(count)
        return digits.reduce(0) { $0 * 10 + Int($1) - 0x30 }
    }

    /// Takes a percent sign and two hexadecimal digits.
    mutating func takePercentEscape() -> Bool {
        let escape = rest.prefix(3)
        guard escape.count == 3, escape.first == UInt8(ascii: "%"),
            escape.dropFirst().allSatisfy({ $0.hexDigitValue != nil })
        else { return false }
        rest = rest.dropFirst(3)
        return true
    }
}

extension StaticString {
    /// Whether an ASCII byte is one of the characters.
    fileprivate func contains(_ byte: UInt8) -> Bool {
        description.utf8.contains(byte)
    }
}

extension TextScanner {
    /// Source: RFC 6901 §3.
    mutating func takePointer() -> Bool {
        guard !isAtEnd else { return true }
        guard take("/") else { return false }
        while !isAtEnd {
            if take("~") {
                guard take(oneOf: "01") else { return false }
            } else {
                _ = takeAny()
            }
        }
        return true
    }

    /// Source: draft-bhutton-relative-json-pointer-00 §3, without index manipulation.
    mutating func takeRelativePointer() -> Bool {
        let startsWithZero = next == UInt8(ascii: "0")
        let digits = take(while: \.isASCIIDigit)
        guard digits == 1 || (digits > 1 && !startsWithZero) else { return false }
        return take("#") || takePointer()
    }

    /// Source: RFC 9562 §4.
    mutating func takeUUID() -> Bool {
        for (position, length) in [8, 4, 4, 4, 12].enumerated() {
            if position > 0, !take("-") { return false }
            let group = rest.prefix(length)
            guard group.count == length, group.allSatisfy({ $0.hexDigitValue != nil }) else {
                return false
            }
            rest = rest.dropFirst(length)
        }
        return true
    }
}
