import CZlib

/// Decodes a content coding piece by piece.
///
/// Used by one thread at a time.
package final class ContentDecoder {
    private let coding: ContentCoding
    /// Owned; its address never changes, as zlib stores it.
    private let stream: UnsafeMutablePointer<z_stream>
    /// Whether the bytes so far end where the coding does.
    package private(set) var isAtEnd = false
    /// Number of bytes taken so far.
    private var taken = 0
    /// The bytes so far, until the first one is decoded: they may turn out to be bare deflate.
    private var head: [UInt8]?
    private var block: [UInt8]

    /// - Parameters:
    ///   - coding: The coding of the bytes.
    ///   - blockSize: Number of bytes that are decoded at once.
    package init(_ coding: ContentCoding, blockSize: Int = 65_536) {
        self.coding = coding
        block = [UInt8](repeating: 0, count: blockSize)
        stream = .allocate(capacity: 1)
        stream.initialize(to: z_stream())
        let status = czlib_inflate_init(stream, coding == .gzip ? 31 : 15)
        precondition(status == Z_OK, "inflateInit2 failed: \(status)")
        head = coding == .deflate ? [] : nil
    }

    deinit {
        inflateEnd(stream)
        stream.deallocate()
    }

    /// Decodes the next bytes.
    ///
    /// - Parameters:
    ///   - bytes: At most 4 GiB.
    ///   - limit: Largest decoded size of these bytes.
    /// - Returns: What can be decoded so far.
    /// - Throws: `Failure` for bytes in another coding, or a result beyond the limit.
    package func decode(
        _ bytes: some Collection<UInt8>,
        limit: Int
    ) throws(ContentCoding.Failure) -> [UInt8] {
        let bytes = Array(bytes)
        head?.append(contentsOf: bytes)
        do {
            let content = try inflated(bytes, limit: limit)
            if !content.isEmpty { head = nil }
            return content
        } catch {
            guard case .malformed = error, let whole = head else { throw error }
            head = nil
            taken = 0
            inflateReset2(stream, -15)
            return try inflated(whole, limit: limit)
        }
    }

    private func inflated(
        _ bytes: [UInt8],
        limit: Int
    ) throws(ContentCoding.Failure) -> [UInt8] {
        var output: [UInt8] = []
        var input = bytes
        defer { taken += bytes.count }
        let result = input.withUnsafeMutableBufferPointer { input in
            // zlib uses the address of the input until the last inflate.
            stream.pointee.next_in = input.baseAddress
            stream.pointee.avail_in = UInt32(input.count)
            return inflate(into: &output, limit: limit)
        }
        try result.get()
        return output
    }

    /// Decodes the input of the stream.
    private func inflate(
        into output: inout [UInt8],
        limit: Int
    ) -> Result<Void, ContentCoding.Failure> {
        let count = Int(stream.pointee.avail_in)
        while true {
            if isAtEnd {
                // RFC 1952 §2.2: gzip is a series of members, whose contents are concatenated.
                guard coding == .gzip, stream.pointee.avail_in > 0 else { return .success(()) }
                inflateReset(stream)
                isAtEnd = false
            }
            let (status, made) = step()
            output += block[..<made]
            if output.count > limit { return .failure(.tooLarge(limit: limit)) }
            if status == Z_STREAM_END {
                isAtEnd = true
            } else if status == Z_BUF_ERROR || status == Z_OK && made == 0 {
                return .success(())
            } else if status != Z_OK {
                let offset = taken + count - Int(stream.pointee.avail_in)
                return .failure(.malformed(offset: offset))
            }
        }
    }

    private func step() -> (status: Int32, count: Int) {
        block.withUnsafeMutableBufferPointer { block in
            // zlib uses the address only until inflate returns.
            stream.pointee.next_out = block.baseAddress
            stream.pointee.avail_out = UInt32(block.count)
            let status = CZlib.inflate(stream, Z_NO_FLUSH)
            return (status, block.count - Int(stream.pointee.avail_out))
        }
    }
}
