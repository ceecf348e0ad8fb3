import Base
import Glibc

/// Writes markers, and finds them in the bytes of a request.
enum MarkerText {
    /// Unlikely in any other text; encoders leave letters and digits unchanged.
    private static let prefix = Array("qZ7kXw3J".utf8)
    private static let shortPrefix = Array("qZ7kXw3H".utf8)
    private static let separator = Array("jQ5".utf8)
    private static let accented = "é"
    private static let numberPrefix = Array("4107396218".utf8)
    private static let numberDigits = 7

    /// A marker that was found.
    struct Found {
        let range: Range<Int>
        let number: Int
        let instance: SlotMarkers.Instance
        /// `nil` for a marker that is a number, and for an unknown encoding.
        let spelling: ByteSpelling?
        /// Whether it is a text that cannot be read.
        let isTorn: Bool
    }

    /// A text with every ASCII character and one beyond.
    static func probe(_ number: Int, _ instance: SlotMarkers.Instance) -> String {
        var bytes = prefix + digits(number) + digits(instance.rawValue, 1)
        for byte in UInt8(0)..<128 { bytes += [byte] + separator }
        bytes += Array(accented.utf8) + separator
        return String(decoding: bytes, as: UTF8.self)
    }

    /// A text for values that are spelled as they are everywhere.
    static func short(_ number: Int, _ instance: SlotMarkers.Instance) -> String {
        let bytes = shortPrefix + digits(number) + digits(instance.rawValue, 1)
        return String(decoding: bytes, as: UTF8.self)
    }

    /// A number of 18 digits.
    static func number(_ number: Int, _ instance: SlotMarkers.Instance) -> Int {
        let bytes = numberPrefix + digits(number) + digits(instance.rawValue, 1)
        return bytes.reduce(0) { $0 * 10 + Int($1 - UInt8(ascii: "0")) }
    }

    static func isMarked(_ bytes: [UInt8]) -> Bool {
        next(in: bytes, from: 0) != nil
    }

    /// The first marker from `start` on.
    static func next(in bytes: [UInt8], from start: Int) -> Found? {
        let found = [prefix, shortPrefix, numberPrefix].compactMap { wanted in
            find(wanted, in: bytes, from: start).map { (position: $0, prefix: wanted) }
        }
        guard let (position, start) = found.min(by: { $0.position < $1.position }) else {
            return nil
        }
        let digits = bytes[(position + start.count)...].prefix(numberDigits + 1)
        guard digits.count == numberDigits + 1,
            digits.allSatisfy(\.isASCIIDigit),
            let instance = SlotMarkers.Instance(rawValue: Int(digits[digits.endIndex - 1]) - 0x30)
        else { return torn(position, start.count) }
        var (end, spelling) = (digits.endIndex, ByteSpelling?.none)
        if start == prefix {
            guard let learnt = self.spelling(in: bytes, from: end) else {
                return torn(position, start.count)
            }
            (spelling, end) = (learnt.0, learnt.end)
        }
        return Found(
            range: position..<end,
            number: digits.dropLast().reduce(0) { $0 * 10 + Int($1) - 0x30 },
            instance: instance,
            spelling: spelling,
            isTorn: false
        )
    }

    private static func torn(_ position: Int, _ length: Int) -> Found {
        Found(
            range: position..<position + length,
            number: 0,
            instance: .single,
            spelling: nil,
            isTorn: true
        )
    }

    /// Reads how each character was encoded.
    private static func spelling(
        in bytes: [UInt8],
        from start: Int
    ) -> (ByteSpelling, end: Int)? {
        var position = start
        var spellings: [[UInt8]] = []
        while spellings.count <= 128 {
            // An encoder may write several characters for one, but not many.
            guard let end = find(separator, in: bytes, from: position), end - position <= 40 else {
                return nil
            }
            spellings.append(Array(bytes[position..<end]))
            position = end + separator.count
        }
        let other: ByteSpelling.Other
        switch String(decoding: spellings[128], as: UTF8.self) {
        case accented: other = .plain
        case "%C3%A9": other = .percent
        default: return nil
        }
        return (ByteSpelling(ascii: Array(spellings[..<128]), other: other), position)
    }

    private static func digits(_ value: Int, _ width: Int = numberDigits) -> [UInt8] {
        let text = String(value)
        precondition(text.utf8.count <= width, "\(value) values in one request")
        return Array(repeatElement(0x30, count: width - text.utf8.count)) + Array(text.utf8)
    }

    private static func find(_ wanted: [UInt8], in bytes: [UInt8], from start: Int) -> Int? {
        bytes.withUnsafeBytes { all in
            var position = start
            while position + wanted.count <= all.count, let base = all.baseAddress {
                let room = all.count - wanted.count + 1 - position
                guard let found = memchr(base + position, Int32(wanted[0]), room) else {
                    return nil
                }
                let start = UnsafeRawPointer(found) - base
                if memcmp(found, wanted, wanted.count) == 0 { return start }
                position = start + 1
            }
            return nil
        }
    }
}
