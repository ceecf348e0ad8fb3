/// A growing buffer whose memory is reused.
struct ByteBuffer: ~Copyable {
    /// Owned.
    private var memory: UnsafeMutableRawBufferPointer
    private(set) var count = 0

    /// Without capacity no memory is taken until something is appended.
    init(capacity: Int = 4096) {
        memory = UnsafeMutableRawBufferPointer(start: nil, count: 0)
        if capacity > 0 { memory = .allocate(byteCount: capacity, alignment: 1) }
    }

    deinit { memory.deallocate() }

    /// The bytes written so far; valid until the next change.
    var bytes: UnsafeRawBufferPointer {
        UnsafeRawBufferPointer(rebasing: memory[..<count])
    }

    mutating func removeAll() { count = 0 }

    mutating func append(_ bytes: UnsafeRawBufferPointer) {
        guard !bytes.isEmpty else { return }
        makeRoom(for: bytes.count)
        UnsafeMutableRawBufferPointer(rebasing: memory[count...]).copyMemory(from: bytes)
        count += bytes.count
    }

    /// Appends a number in decimal digits.
    mutating func append(decimal value: UInt64) {
        var divisor: UInt64 = 1
        while value / divisor >= 10 { divisor *= 10 }
        while divisor > 0 {
            append(byte: UInt8(ascii: "0") + UInt8(value / divisor % 10))
            divisor /= 10
        }
    }

    mutating func append(byte: UInt8) {
        makeRoom(for: 1)
        memory[count] = byte
        count += 1
    }

    /// Appends a number in `width` decimal digits, with leading zeros.
    mutating func append(decimal value: Int, width: Int) {
        append(count: width) { output in
            var rest = value
            for position in (0..<width).reversed() {
                output[position] = UInt8(ascii: "0") + UInt8(rest % 10)
                rest /= 10
            }
        }
    }

    /// Appends exactly `more` bytes, which `fill` writes.
    mutating func append(count more: Int, _ fill: (UnsafeMutableRawBufferPointer) -> Void) {
        makeRoom(for: more)
        fill(UnsafeMutableRawBufferPointer(rebasing: memory[count..<count + more]))
        count += more
    }

    /// Appends at most `more` bytes; `fill` returns how many it wrote.
    mutating func append(atMost more: Int, _ fill: (UnsafeMutableRawBufferPointer) -> Int) {
        makeRoom(for: more)
        let written = fill(UnsafeMutableRawBufferPointer(rebasing: memory[count..<count + more]))
        precondition(written <= more, "\(written) bytes where \(more) have room")
        count += written
    }

    private mutating func makeRoom(for more: Int) {
        guard count + more > memory.count else { return }
        let larger = UnsafeMutableRawBufferPointer.allocate(
            byteCount: max(memory.count * 2, count + more, 64),
            alignment: 1
        )
        larger.copyMemory(from: bytes)
        memory.deallocate()
        memory = larger
    }
}
