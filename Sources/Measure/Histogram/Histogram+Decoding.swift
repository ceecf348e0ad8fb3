internal import Compression
internal import Cryptography

/// Why a text is not a stored histogram.
package enum HistogramTextError: Error, Hashable, Sendable, CustomStringConvertible {
    case notBase64
    /// The number at the head is not that of the format.
    case unknownFormat(cookie: UInt32)
    /// The text ends within the named part.
    case truncated(part: String)
    case notCompressed(detail: String)
    /// No histogram can be laid out so.
    case impossibleLayout(lowest: Int64, highest: Int64, digits: UInt32)
    /// More counters than the layout has, or one that is too large.
    case counterOutOfRange(index: Int)

    package var description: String {
        switch self {
        case .notBase64: "expected a histogram as base64, got another text"
        case .unknownFormat(let cookie):
            "expected an HdrHistogram of version 2, got a text that begins with 0x"
                + String(cookie, radix: 16)
        case .truncated(let part): "the histogram ends within its \(part)"
        case .notCompressed(let detail): "the histogram cannot be decompressed: \(detail)"
        case .impossibleLayout(let lowest, let highest, let digits):
            "no histogram reaches from \(lowest) to \(highest) with \(digits) digits"
        case .counterOutOfRange(let index): "counter \(index) does not fit into the histogram"
        }
    }
}

extension Histogram {
    /// Reads HdrHistogram's version 2, compressed, from Base64.
    ///
    /// - Parameters:
    ///   - text: As returned by `encodedText`.
    ///   - extremes: Exact figures in addition to the counters; `nil` estimates them from the counters.
    /// - Throws: `HistogramTextError` for any other text.
    package init(
        encodedText text: String,
        extremes: HistogramExtremes? = nil
    ) throws(HistogramTextError) {
        guard let bytes = Base64.decode(text) else { throw .notBase64 }
        try self.init(compressedBytes: bytes, extremes: extremes)
    }

    /// Reads HdrHistogram's version 2, compressed with zlib.
    ///
    /// - Parameters:
    ///   - bytes: As returned by `compressedBytes`.
    ///   - extremes: Exact figures in addition to the counters; `nil` estimates them from the counters.
    /// - Throws: `HistogramTextError` for any other bytes.
    package init(
        compressedBytes bytes: [UInt8],
        extremes: HistogramExtremes? = nil
    ) throws(HistogramTextError) {
        var reader = ByteReader(bytes)
        guard let cookie = reader.bigEndian(UInt32.self), let size = reader.bigEndian(UInt32.self)
        else { throw .truncated(part: "head") }
        guard cookie == EncodingCookie.compressed else { throw .unknownFormat(cookie: cookie) }
        guard reader.remaining.count >= size else { throw .truncated(part: "compressed bytes") }
        let plain: [UInt8]
        do {
            // Nine bytes for each counter of the largest layout there is.
            let limit = 64 << 20
            plain = try ContentCoding.deflate.decoded(
                Array(reader.remaining.prefix(Int(size))),
                limit: limit
            )
        } catch {
            throw .notCompressed(detail: error.description)
        }
        try self.init(encodedBytes: plain, extremes: extremes)
    }

    private init(
        encodedBytes bytes: [UInt8],
        extremes: HistogramExtremes?
    ) throws(HistogramTextError) {
        var reader = ByteReader(bytes)
        guard let cookie = reader.bigEndian(UInt32.self), let size = reader.bigEndian(UInt32.self),
            reader.bigEndian(UInt32.self) != nil, let digits = reader.bigEndian(UInt32.self),
            let lowest = reader.bigEndian(Int64.self), let highest = reader.bigEndian(Int64.self),
            reader.bigEndian(UInt64.self) != nil
        else { throw .truncated(part: "head") }
        guard cookie == EncodingCookie.plain else { throw .unknownFormat(cookie: cookie) }
        guard
            HistogramLayout.isPossible(
                lowest: lowest,
                highest: highest,
                digits: Int(digits)
            )
        else { throw .impossibleLayout(lowest: lowest, highest: highest, digits: digits) }
        guard reader.remaining.count >= size else { throw .truncated(part: "counters") }
        let layout = HistogramLayout(lowest: lowest, highest: highest, digits: Int(digits))
        let payload = reader.remaining.prefix(Int(size))
        let decoded = try Self.counters(payload, layout)
        self.init(
            layout,
            counters: decoded.counters,
            count: decoded.sum,
            extremes: extremes
        )
    }

    /// Reads the output of `encodedCounters`; also returns the sum of the counters.
    static func counters(
        _ payload: ArraySlice<UInt8>,
        _ layout: HistogramLayout
    ) throws(HistogramTextError) -> (counters: [Counter], sum: UInt64) {
        var reader = ByteReader(payload)
        var counters = [Counter](repeating: 0, count: layout.counterCount)
        var index = 0
        var total: UInt64 = 0
        while !reader.isAtEnd {
            guard let number = reader.zigzag() else { throw .truncated(part: "counters") }
            if number < 0 {
                guard number.magnitude <= UInt64(counters.count - index) else {
                    throw .counterOutOfRange(index: index)
                }
                index += Int(number.magnitude)
                continue
            }
            let sum = total.addingReportingOverflow(UInt64(number))
            guard index < counters.count, let counter = Counter(exactly: number), !sum.overflow
            else { throw .counterOutOfRange(index: index) }
            counters[index] = counter
            total = sum.partialValue
            index += 1
        }
        return (counters, total)
    }
}
