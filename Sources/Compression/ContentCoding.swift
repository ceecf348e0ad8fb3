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
    ///   - isWhole: Whether the bytes must be complete; otherwise those that can be decoded so far are enough.
    /// - Returns: The decoded bytes.
    /// - Throws: `Failure` for bytes in another coding, or a result beyond the limit.
    package func decoded(
        _ bytes: [UInt8],
        limit: Int,
        isWhole: Bool = true
    ) throws(Failure) -> [UInt8] {
        let blockSize = min(max(bytes.count * 4, 1_024), 65_536)
        let decoder = ContentDecoder(self, blockSize: blockSize)
        let content = try decoder.decode(bytes, limit: limit)
        guard decoder.isAtEnd || !isWhole else { throw .truncated }
        return content
    }
}
