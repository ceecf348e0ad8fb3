import Base
import Contract

extension RequestWriter {
    /// Writes a value of the arrival, or of the recipient with its number.
    mutating func write(
        _ value: RequestLayout.Value,
        of arrival: Arrival,
        _ slot: UInt64,
        _ output: inout ByteBuffer
    ) {
        let number = arrival.index
        switch value {
        case .index: output.append(decimal: number)
        case .sequence: output.append(decimal: number + 1)
        case .message: output.append(decimal: messageOffset + number)
        case .hex(let count):
            var random = RandomSource(seed: arrival.seed, index: number, slot: slot)
            output.appendHex(count, &random)
        case .digits(let count):
            var random = RandomSource(seed: arrival.seed, index: number, slot: slot)
            for _ in 0..<count {
                output.append(byte: UInt8(ascii: "0") + UInt8(random.next() % 10))
            }
        case .alphanumerics(let count):
            var random = RandomSource(seed: arrival.seed, index: number, slot: slot)
            for _ in 0..<count { output.appendAlphanumeric(Int(random.next() % 62)) }
        case .uuid:
            var random = RandomSource(seed: arrival.seed, index: number, slot: slot)
            output.appendUUID(&random)
        case .now(let index): output.append(layout.times[index], at: arrival.moment)
        case .column(let column): append(column, ofRecipient: number, &output)
        case .captured(let index), .capturedJSON(let index):
            captured?.pointee.append(index, to: &output)
        case .token: output.append(token.bytes)
        }
    }

    /// Appends a column of the recipient's row; nothing when the file changed while it was read.
    private mutating func append(
        _ column: Int,
        ofRecipient number: UInt64,
        _ output: inout ByteBuffer
    ) {
        guard rows?.read(Int(number)) == true else {
            failure = rows?.failure
            return
        }
        rows?.value(of: column) { output.append($0) }
    }
}

extension ByteBuffer {
    fileprivate mutating func appendHex(_ count: Int, _ random: inout RandomSource) {
        append(count: count) { output in
            var place = 0
            while place < count {
                var bits = random.next()
                let end = min(place + 16, count)
                while place < end {
                    output[place] = Hex.digit(UInt8(truncatingIfNeeded: bits & 0xF))
                    bits >>= 4
                    place += 1
                }
            }
        }
    }

    fileprivate mutating func appendUUID(_ random: inout RandomSource) {
        let high = random.next() & 0xFFFF_FFFF_FFFF_0FFF | 0x4000
        let low = random.next() & 0x3FFF_FFFF_FFFF_FFFF | 0x8000_0000_0000_0000
        append(count: 36) { output in
            var place = 0
            for position in 0..<32 {
                if position == 8 || position == 12 || position == 16 || position == 20 {
                    output[place] = UInt8(ascii: "-")
                    place += 1
                }
                let word = position < 16 ? high : low
                let value = word >> UInt64(60 - 4 * (position % 16)) & 0xF
                output[place] = Hex.digit(UInt8(truncatingIfNeeded: value))
                place += 1
            }
        }
    }

    fileprivate mutating func appendAlphanumeric(_ value: Int) {
        let value = UInt8(truncatingIfNeeded: value)
        switch value {
        case ..<10: append(byte: UInt8(ascii: "0") + value)
        case ..<36: append(byte: UInt8(ascii: "A") + value - 10)
        default: append(byte: UInt8(ascii: "a") + value - 36)
        }
    }

    /// Appends bytes as lower-case hexadecimal digits.
    mutating func append(hexOf bytes: UnsafeRawBufferPointer) {
        append(count: 2 * bytes.count) { output in
            for (position, byte) in bytes.enumerated() {
                output[2 * position] = Hex.digit(byte >> 4)
                output[2 * position + 1] = Hex.digit(byte & 15)
            }
        }
    }

    /// Appends the Base64 of bytes (RFC 4648 §4), or, for URLs, that of §5 without padding.
    mutating func append(base64 bytes: UnsafeRawBufferPointer, isForURLs: Bool) {
        let rest = bytes.count % 3
        let tail = rest == 0 ? 0 : isForURLs ? rest + 1 : 4
        let alphabet = isForURLs ? Self.urlAlphabet : Self.alphabet
        // A constant of the process.
        let letters = alphabet.utf8Start
        append(count: bytes.count / 3 * 4 + tail) { output in
            var place = 0
            for start in stride(from: 0, to: bytes.count - rest, by: 3) {
                let bits =
                    Int(bytes[start]) << 16 | Int(bytes[start + 1]) << 8 | Int(bytes[start + 2])
                output[place] = letters[bits >> 18]
                output[place + 1] = letters[bits >> 12 & 63]
                output[place + 2] = letters[bits >> 6 & 63]
                output[place + 3] = letters[bits & 63]
                place += 4
            }
            guard rest > 0 else { return }
            let start = bytes.count - rest
            let bits = Int(bytes[start]) << 16 | (rest == 2 ? Int(bytes[start + 1]) << 8 : 0)
            for index in 0...rest { output[place + index] = letters[bits >> (18 - 6 * index) & 63] }
            for padding in place + rest + 1..<output.count { output[padding] = UInt8(ascii: "=") }
        }
    }

    private static let alphabet: StaticString =
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
    private static let urlAlphabet: StaticString =
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"

    /// Appends a moment in a format.
    fileprivate mutating func append(_ time: RequestLayout.Time, at moment: Timestamp) {
        let moment = moment.advanced(byNanoseconds: time.shiftNanoseconds)
        let calendar = CalendarTime(moment, offsetSeconds: time.zoneSeconds)
        for piece in time.pieces {
            switch piece {
            case .literal(let text): append(text: text)
            case .year: append(decimal: calendar.year, width: 4)
            case .month: append(decimal: calendar.month, width: 2)
            case .day: append(decimal: calendar.day, width: 2)
            case .hour: append(decimal: calendar.hour, width: 2)
            case .minute: append(decimal: calendar.minute, width: 2)
            case .second: append(decimal: calendar.second, width: 2)
            case .millisecond: append(decimal: calendar.nanosecond / 1_000_000, width: 3)
            case .weekdayName: append(text: TimePiece.weekdayNames[calendar.weekday])
            case .monthName: append(text: TimePiece.monthNames[calendar.month - 1])
            case .unix: append(decimal: UInt64(max(moment.seconds, 0)))
            case .unixMilliseconds: append(decimal: UInt64(max(moment.milliseconds, 0)))
            }
        }
    }

    private mutating func append(text: String) {
        var text = text
        text.withUTF8 { append(UnsafeRawBufferPointer($0)) }
    }
}
