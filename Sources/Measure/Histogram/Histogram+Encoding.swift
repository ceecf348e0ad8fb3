internal import Compression
internal import Cryptography

/// Numbers at the beginning of a stored histogram.
///
/// Source: HdrHistogram, `AbstractHistogram.java`: version 2, with a word size of one byte.
enum EncodingCookie {
    static let plain: UInt32 = 0x1C84_9313
    static let compressed: UInt32 = 0x1C84_9314
}

extension Histogram {
    /// The histogram in a format that other tools read: HdrHistogram's version 2, compressed, as Base64.
    ///
    /// It does not include the exact figures.
    package var encodedText: String { Base64.encode(compressedBytes) }

    /// HdrHistogram's version 2, compressed with zlib.
    var compressedBytes: [UInt8] {
        let compressed = ContentCoding.deflate.encoded(encodedBytes)
        var text = ByteText()
        text.append(bigEndian: EncodingCookie.compressed)
        text.append(bigEndian: UInt32(compressed.count))
        return text.bytes + compressed
    }

    /// HdrHistogram's version 2, not compressed.
    var encodedBytes: [UInt8] {
        let payload = encodedCounters
        var text = ByteText()
        text.append(bigEndian: EncodingCookie.plain)
        text.append(bigEndian: UInt32(payload.count))
        text.append(bigEndian: UInt32(0))  // counters are not shifted
        text.append(bigEndian: UInt32(layout.digits))
        text.append(bigEndian: layout.lowest)
        text.append(bigEndian: layout.highest)
        text.append(bigEndian: Double(1).bitPattern)  // integers are not scaled
        return text.bytes + payload
    }

    /// The counters up to the last one in use; runs of zeros as one negative number.
    var encodedCounters: [UInt8] {
        let used = usedIndices
        var text = ByteText()
        // An empty histogram has one counter here, as in the original.
        var zeros = Int64(used.isEmpty ? 1 : used.lowerBound)
        for counter in counters[used] {
            if counter == 0 {
                zeros += 1
                continue
            }
            if zeros > 0 { text.append(zigzag: zeros == 1 ? 0 : -zeros) }
            zeros = 0
            text.append(zigzag: Int64(counter))
        }
        if zeros > 0 { text.append(zigzag: 0) }
        return text.bytes
    }
}
