/// What of a request's body is still to be sent.
struct RequestBody {
    /// Where it lies while the request is laid out, and for as long as the run lasts when it never varies.
    private var bytes = UnsafeRawBufferPointer(start: nil, count: 0)
    /// A copy of what was left when those bytes went away.
    private var rest: [UInt8] = []
    private var position = 0

    /// Whether all of it was read.
    var isAtEnd: Bool { position == bytes.count + rest.count }

    /// Begins another body.
    mutating func begin(_ bytes: UnsafeRawBufferPointer) {
        self.bytes = bytes
        position = 0
        if !rest.isEmpty { rest = [] }
    }

    /// Reads the next bytes, as many as there is room for.
    mutating func read(into room: UnsafeMutableRawBufferPointer) -> Int {
        let count = min(room.count, bytes.count + rest.count - position)
        guard count > 0 else { return 0 }
        if rest.isEmpty {
            room.copyMemory(
                from: UnsafeRawBufferPointer(rebasing: bytes[position..<position + count])
            )
        } else {
            rest.withUnsafeBytes { rest in
                room.copyMemory(
                    from: UnsafeRawBufferPointer(rebasing: rest[position..<position + count])
                )
            }
        }
        position += count
        return count
    }

    /// Keeps what was not read, for the memory of the body is used again.
    mutating func keep() {
        guard rest.isEmpty else { return }
        rest = Array(bytes[position...])
        bytes = UnsafeRawBufferPointer(start: nil, count: 0)
        position = 0
    }
}
