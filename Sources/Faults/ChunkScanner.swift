/// Finds where a chunked body ends (RFC 9112 §7.1).
struct ChunkScanner {
    private enum State {
        /// In the line with a chunk's length.
        case size
        /// In a chunk, with the end of its line.
        case data(left: Int)
        /// In the lines after the last chunk.
        case trailer
        case complete, malformed
    }

    private var state = State.size
    private var line: [UInt8] = []
    /// Largest length of a line.
    private static let longestLine = 8_192

    var isComplete: Bool { if case .complete = state { true } else { false } }
    var isMalformed: Bool { if case .malformed = state { true } else { false } }

    /// Consumes bytes from the front.
    ///
    /// - Returns: Number of bytes that belong to the body.
    mutating func consume(_ bytes: ArraySlice<UInt8>) -> Int {
        var rest = bytes
        while !rest.isEmpty {
            switch state {
            case .size, .trailer:
                takeLineByte(rest.removeFirst())
            case .data(let left):
                let count = min(left, rest.count)
                rest.removeFirst(count)
                state = left == count ? .size : .data(left: left - count)
            case .complete, .malformed:
                return bytes.count - rest.count
            }
        }
        return bytes.count
    }

    private mutating func takeLineByte(_ byte: UInt8) {
        guard byte == UInt8(ascii: "\n") else {
            line.append(byte)
            if line.count > Self.longestLine { state = .malformed }
            return
        }
        if line.last == UInt8(ascii: "\r") { line.removeLast() }
        defer { line = [] }
        if case .trailer = state {
            if line.isEmpty { state = .complete }
            return
        }
        let digits = line.prefix { $0 != UInt8(ascii: ";") && $0 != UInt8(ascii: " ") }
        guard let size = Int(String(decoding: digits, as: UTF8.self), radix: 16),
            (0...(Int.max >> 8)).contains(size)
        else {
            state = .malformed
            return
        }
        state = size == 0 ? .trailer : .data(left: size + 2)
    }
}
