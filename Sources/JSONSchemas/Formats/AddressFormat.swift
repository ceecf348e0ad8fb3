import Base

/// IP addresses as text.
enum AddressFormat {
    /// Four numbers to 255 without leading zeros.
    static func isVersion4(_ text: some StringProtocol) -> Bool {
        let parts = text.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        return parts.count == 4
            && parts.allSatisfy { part in
                guard (1...3).contains(part.count), part.allSatisfy(\.isASCIIDigit) else {
                    return false
                }
                let value = part.reduce(0) { $0 * 10 + Int($1) - 0x30 }
                return value <= 255 && (part.count == 1 || part.first != UInt8(ascii: "0"))
            }
    }

    /// Source: RFC 4291 §2.2; without a zone.
    static func isVersion6(_ text: String) -> Bool {
        let bytes = Array(text.utf8)
        guard let gap = firstGap(in: bytes) else {
            return groups(bytes[...], mayEndInVersion4: true) == 8
        }
        let left = bytes[..<gap]
        let right = bytes[(gap + 2)...]
        guard let before = left.isEmpty ? 0 : groups(left, mayEndInVersion4: false),
            let after = right.isEmpty ? 0 : groups(right, mayEndInVersion4: true)
        else { return false }
        return before + after <= 7
    }

    /// Where the first `::` begins.
    private static func firstGap(in bytes: [UInt8]) -> Int? {
        zip(bytes.indices, zip(bytes, bytes.dropFirst())).first {
            $0.1.0 == UInt8(ascii: ":") && $0.1.1 == UInt8(ascii: ":")
        }?.0
    }

    /// How many groups of 16 bits there are; `nil` when one is malformed.
    private static func groups(_ bytes: ArraySlice<UInt8>, mayEndInVersion4: Bool) -> Int? {
        let parts = bytes.split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false)
        var count = 0
        for (position, part) in parts.enumerated() {
            if (1...4).contains(part.count), part.allSatisfy({ $0.hexDigitValue != nil }) {
                count += 1
            } else if mayEndInVersion4, position == parts.count - 1,
                isVersion4(String(decoding: part, as: UTF8.self))
            {
                count += 2
            } else {
                return nil
            }
        }
        return count
    }
}
