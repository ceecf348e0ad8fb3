import Base

/// Finds the end of a chunked body, however its bytes are split.
///
/// Source: RFC 9112 §7.1. A line may end in a bare line feed.
package struct ChunkReader: Sendable {
    private enum Place: UInt8 {
        case size, sizeDigits, extensions, data, dataEnd, trailerStart, trailerLine
    }

    /// Errors of a chunked body.
    package enum Fault: Hashable, Sendable {
        /// The size of a chunk is not a hexadecimal number, or its line does not end.
        case size
        /// A chunk is longer than its size.
        case end
        /// The trailers, with the head, are larger than the limit.
        case trailers
    }

    package enum Step: Hashable, Sendable {
        /// Everything was read, and the body is incomplete.
        case more
        /// The body ends before the byte at `end`.
        case complete(end: Int)
        case malformed(Fault)
    }

    private var place = Place.size
    /// Remaining bytes of the chunk.
    private var remaining = 0
    /// Bytes of the current line, to limit its length.
    private var lineBytes = 0
    /// Bytes of the head and of the trailers, which share one limit.
    private var fieldBytes: Int

    private static let longestLine = 16 * 1024

    /// - Parameter headBytes: Number of bytes of the head before the body.
    package init(headBytes: Int = 0) { fieldBytes = headBytes }

    /// Reads the next bytes; those of chunks are handed to `take`.
    package mutating func read(
        _ bytes: UnsafeRawBufferPointer,
        from start: Int,
        take: (UnsafeRawBufferPointer) -> Void
    ) -> Step {
        var position = start
        while position < bytes.count {
            if place == .data {
                let count = min(remaining, bytes.count - position)
                take(UnsafeRawBufferPointer(rebasing: bytes[position..<position + count]))
                position += count
                remaining -= count
                if remaining == 0 { place = .dataEnd }
                continue
            }
            if let step = readLineByte(bytes[position], at: position) { return step }
            position += 1
        }
        return .more
    }

    private mutating func readLineByte(_ byte: UInt8, at position: Int) -> Step? {
        let isEnd = byte == 0x0A
        lineBytes = isEnd ? 0 : lineBytes + 1
        guard lineBytes <= Self.longestLine else { return .malformed(.size) }
        switch place {
        case .size, .sizeDigits: return readSize(byte)
        case .extensions: if isEnd { endSize() }
        case .dataEnd:
            if isEnd {
                place = .size
            } else if byte != 0x0D || lineBytes > 1 {
                return .malformed(.end)
            }
        case .trailerStart, .trailerLine: return readTrailer(byte, at: position)
        case .data: break
        }
        return nil
    }

    private mutating func readTrailer(_ byte: UInt8, at position: Int) -> Step? {
        fieldBytes += 1
        guard fieldBytes <= ResponseAssembly.largestHead else { return .malformed(.trailers) }
        let isEnd = byte == 0x0A
        if place == .trailerLine {
            if isEnd { place = .trailerStart }
        } else if isEnd {
            return .complete(end: position + 1)
        } else if byte != 0x0D {
            place = .trailerLine
        }
        return nil
    }

    private mutating func readSize(_ byte: UInt8) -> Step? {
        if let digit = byte.hexDigitValue {
            guard remaining < 1 << 56 else { return .malformed(.size) }
            remaining = remaining << 4 | digit
            place = .sizeDigits
            return nil
        }
        guard place == .sizeDigits else { return .malformed(.size) }
        switch byte {
        case 0x0A: endSize()
        case 0x0D, 0x20, 0x09, UInt8(ascii: ";"): place = .extensions
        default: return .malformed(.size)
        }
        return nil
    }

    private mutating func endSize() {
        place = remaining == 0 ? .trailerStart : .data
    }
}
