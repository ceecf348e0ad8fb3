extension UInt8 {
    /// Whether it is a digit from `0` to `9`.
    @inlinable package var isASCIIDigit: Bool { UInt8(ascii: "0")...UInt8(ascii: "9") ~= self }

    /// Whether it is a letter of ASCII, of either case.
    @inlinable package var isASCIILetter: Bool {
        UInt8(ascii: "a")...UInt8(ascii: "z") ~= self | 0x20
    }

    /// The value of a hexadecimal digit; `nil` for any other byte.
    @inlinable package var hexDigitValue: Int? {
        switch self {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): Int(self) - 0x30
        case UInt8(ascii: "a")...UInt8(ascii: "f"): Int(self) - 0x57
        case UInt8(ascii: "A")...UInt8(ascii: "F"): Int(self) - 0x37
        default: nil
        }
    }
}
