import CZlib

/// Compresses texts, one after the other, with memory that is allocated once.
///
/// Used by one thread at a time.
package final class Compressor {
    /// Owned; its address never changes, as zlib stores it.
    private let stream: UnsafeMutablePointer<z_stream>

    package init(_ coding: ContentCoding) {
        stream = .allocate(capacity: 1)
        stream.initialize(to: z_stream())
        let status = czlib_deflate_init(stream, 6, coding == .gzip ? 31 : 15)
        precondition(status == Z_OK, "deflateInit2 failed: \(status)")
    }

    deinit {
        deflateEnd(stream)
        stream.deallocate()
    }

    /// Largest compressed size of a text.
    package func bound(ofCount count: Int) -> Int {
        Int(deflateBound(stream, UInt(count)))
    }

    /// Compresses a text; equal texts yield equal bytes.
    ///
    /// - Parameters:
    ///   - text: At most 4 GiB.
    ///   - output: At least `bound(ofCount:)` bytes.
    /// - Returns: Number of bytes written.
    package func encode(
        _ text: UnsafeRawBufferPointer,
        into output: UnsafeMutableRawBufferPointer
    ) -> Int {
        // zlib uses both addresses only until deflate returns, and writes to the second only.
        let input = UnsafeMutableRawBufferPointer(mutating: text)
        stream.pointee.next_in = input.bindMemory(to: UInt8.self).baseAddress
        stream.pointee.avail_in = UInt32(text.count)
        stream.pointee.next_out = output.bindMemory(to: UInt8.self).baseAddress
        stream.pointee.avail_out = UInt32(output.count)
        precondition(CZlib.deflate(stream, Z_FINISH) == Z_STREAM_END, "deflate failed")
        let count = output.count - Int(stream.pointee.avail_out)
        precondition(deflateReset(stream) == Z_OK, "deflateReset failed")
        return count
    }
}
