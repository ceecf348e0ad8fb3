import Base

extension TextScanner {
    /// Source: RFC 6570 §2, with erratum 6937, which admits the apostrophe.
    mutating func takeTemplate() -> Bool {
        while let byte = next {
            switch byte {
            case UInt8(ascii: "{"):
                guard takeExpression() else { return false }
            case UInt8(ascii: "%"):
                guard takePercentEscape() else { return false }
            case 0...0x20, 0x7F: return false
            case _ where #""<>\^`|}"#.utf8.contains(byte): return false
            default: _ = takeAny()
            }
        }
        return true
    }

    private mutating func takeExpression() -> Bool {
        guard take("{") else { return false }
        _ = take(oneOf: "+#./;?&=,!@|")
        repeat {
            guard takeVariable() else { return false }
        } while take(",")
        return take("}")
    }

    private mutating func takeVariable() -> Bool {
        guard takeNameCharacters() else { return false }
        while take(".") {
            guard takeNameCharacters() else { return false }
        }
        if take(":") {
            guard next != UInt8(ascii: "0") else { return false }
            return (1...4).contains(take(while: \.isASCIIDigit))
        }
        _ = take("*")
        return true
    }

    private mutating func takeNameCharacters() -> Bool {
        var isEmpty = true
        while takePercentEscape()
            || take(while: { $0.isASCIILetter || $0.isASCIIDigit || $0 == UInt8(ascii: "_") }) > 0
        {
            isEmpty = false
        }
        return !isEmpty
    }
}
