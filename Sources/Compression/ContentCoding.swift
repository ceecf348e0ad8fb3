import CZlib

/// A content coding of HTTP (RFC 9110 §8.4.1).
package enum ContentCoding: String, Hashable, Sendable, CaseIterable {
    case gzip
    /// The zlib format; bare deflate, which some servers send, is understood too.
    case deflate

    /// Why bytes could not be decoded.
    package enum Failure: Error, Hashable, Sendable, CustomStringConvertible {
        /// The bytes are not in the format; the offset counts from zero.
        case malformed(offset: Int)
        /// They end before the format does.
        case truncated
        /// The decoded bytes exceed the limit.
        case tooLarge(limit: Int)

        package var description: String {
            switch self {
            case .malformed(let offset): "malformed at byte \(offset)"
            case .truncated: "truncated"
            case .tooLarge(let limit): "more than \(limit) bytes when decoded"
            }
        }
    }

    /// The coding that a field value names, also by its old name `x-gzip`.
    package init?(name: String) {
        switch name.lowercased() {
        case "gzip", "x-gzip": self = .gzip
        case "deflate": self = .deflate
        default: return nil
        }
    }
}

extension ContentCoding {
    /// The bytes in this coding.
    package func encoded(_ bytes: [UInt8]) -> [UInt8] {
        let compressor = Compressor(self)
        let bound = compressor.bound(ofCount: bytes.count)
        return [UInt8](unsafeUninitializedCapacity: bound) { output, count in
            count = bytes.withUnsafeBytes {
                compressor.encode($0, into: UnsafeMutableRawBufferPointer(output))
            }
        }
    }

    /// Decodes bytes.
    ///
    /// - Parameters:
    ///   - bytes: At most 4 GiB.
    ///   - limit: Largest decoded size; a small text may decode to a very large one.
    /// - Returns: The decoded bytes.
    /// - Throws: `Failure` for bytes in another coding, or a result beyond the limit.
    package func decoded(_ bytes: [UInt8], limit: Int) throws(Failure) -> [UInt8] {
        do {
            return try inflated(bytes, windowBits: self == .gzip ? 31 : 15, limit: limit)
        } catch .malformed where self == .deflate {
            return try inflated(bytes, windowBits: -15, limit: limit)
        }
    }

    private func inflated(
        _ bytes: [UInt8],
        windowBits: Int32,
        limit: Int
    ) throws(Failure) -> [UInt8] {
        var stream = z_stream()
        let status = czlib_inflate_init(&stream, windowBits)
        precondition(status == Z_OK, "inflateInit2 failed: \(status)")
        defer { inflateEnd(&stream) }
        var output: [UInt8] = []
        var block = [UInt8](repeating: 0, count: min(max(bytes.count * 4, 1_024), 65_536))
        var input = bytes
        let result: Result<Void, Failure> = input.withUnsafeMutableBufferPointer { input in
            // zlib uses the address of the input until the last inflate.
            stream.next_in = input.baseAddress
            stream.avail_in = UInt32(input.count)
            while true {
                let (status, count) = Self.step(&stream, &block)
                output += block[..<count]
                if output.count > limit { return .failure(.tooLarge(limit: limit)) }
                if status == Z_STREAM_END {
                    // RFC 1952 §2.2: gzip is a series of members, whose contents are concatenated.
                    guard self == .gzip, stream.avail_in > 0 else { return .success(()) }
                    inflateReset(&stream)
                    continue
                }
                if status == Z_BUF_ERROR || status == Z_OK && count == 0 {
                    return .failure(.truncated)
                }
                if status != Z_OK {
                    return .failure(.malformed(offset: input.count - Int(stream.avail_in)))
                }
            }
        }
        try result.get()
        return output
    }

    private static func step(
        _ stream: inout z_stream,
        _ block: inout [UInt8]
    ) -> (status: Int32, count: Int) {
        block.withUnsafeMutableBufferPointer { block in
            // zlib uses the address only until inflate returns.
            stream.next_out = block.baseAddress
            stream.avail_out = UInt32(block.count)
            let status = inflate(&stream, Z_NO_FLUSH)
            return (status, block.count - Int(stream.avail_out))
        }
    }
}
