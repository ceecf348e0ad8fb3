/// Rest of a request's body that is still to be sent.
struct RequestBody {
    /// Memory of the layout: valid while the request is laid out, or for the whole run when the body is constant.
    private var bytes = UnsafeRawBufferPointer(start: nil, count: 0)
    /// A copy of the rest, made before those bytes became invalid.
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

    /// Reads the next bytes, up to the size of `room`.
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

    /// Copies the rest, as the memory of the body is about to be reused.
    mutating func keep() {
        guard rest.isEmpty else { return }
        rest = Array(bytes[position...])
        bytes = UnsafeRawBufferPointer(start: nil, count: 0)
        position = 0
    }
}
