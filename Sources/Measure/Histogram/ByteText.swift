/// Writes numbers in the byte order and the variable length of stored histograms.
struct ByteText {
    private(set) var bytes: [UInt8] = []

    /// Appends the bytes of `value`, the most significant first.
    mutating func append(bigEndian value: some FixedWidthInteger) {
        for shift in stride(from: value.bitWidth - 8, through: 0, by: -8) {
            bytes.append(UInt8(truncatingIfNeeded: value >> shift))
        }
    }

    /// Appends a number in one to nine bytes, with seven bits each and eight in the ninth.
    ///
    /// Source: HdrHistogram, `ZigZagEncoding.java` (LEB128-64b9B).
    mutating func append(zigzag value: Int64) {
        var rest = UInt64(bitPattern: (value << 1) ^ (value >> 63))
        for _ in 0..<8 {
            guard rest >= 0x80 else { break }
            bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
            rest >>= 7
        }
        bytes.append(UInt8(truncatingIfNeeded: rest))
    }
}

/// Reads the output of `ByteText`; every method returns `nil` after the end.
struct ByteReader {
    private var rest: ArraySlice<UInt8>

    init(_ bytes: some Collection<UInt8>) {
        rest = ArraySlice(Array(bytes))
    }

    var isAtEnd: Bool { rest.isEmpty }
    var remaining: ArraySlice<UInt8> { rest }

    mutating func bigEndian<Value: FixedWidthInteger>(_: Value.Type = Value.self) -> Value? {
        let size = Value.bitWidth / 8
        guard rest.count >= size else { return nil }
        let value = rest.prefix(size).reduce(Value(0)) { $0 << 8 | Value(truncatingIfNeeded: $1) }
        rest = rest.dropFirst(size)
        return value
    }

    mutating func zigzag() -> Int64? {
        var value: UInt64 = 0
        for position in 0..<9 {
            guard let byte = rest.popFirst() else { return nil }
            let bits = position == 8 ? UInt64(byte) : UInt64(byte & 0x7F)
            value |= bits << UInt64(7 * position)
            if position == 8 || byte < 0x80 { break }
        }
        return Int64(bitPattern: value >> 1) ^ -Int64(bitPattern: value & 1)
    }
}
