import Compression
import Testing

@Suite("Content codings")
struct ContentCodingTests {
    /// "hello" as other programs encode it.
    private static let gzip: [UInt8] = [
        0x1F, 0x8B, 0x08, 0x00, 0x00, 0x00, 0x00, 0x00, 0x02, 0xFF, 0xCB, 0x48, 0xCD, 0xC9, 0xC9,
        0x07, 0x00, 0x86, 0xA6, 0x10, 0x36, 0x05, 0x00, 0x00, 0x00,
    ]
    private static let zlib: [UInt8] = [
        0x78, 0x9C, 0xCB, 0x48, 0xCD, 0xC9, 0xC9, 0x07, 0x00, 0x06, 0x2C, 0x02, 0x15,
    ]
    private static let bare: [UInt8] = [0xCB, 0x48, 0xCD, 0xC9, 0xC9, 0x07, 0x00]

    @Test(
        "Data encoded by other programs is decoded",
        arguments: [(ContentCoding.gzip, gzip), (.deflate, zlib), (.deflate, bare)]
    )
    func decodes(coding: ContentCoding, bytes: [UInt8]) throws {
        #expect(try coding.decoded(bytes, limit: 100) == Array("hello".utf8))
    }

    @Test(
        "Encoded data decodes to the same bytes",
        arguments: ContentCoding.allCases,
        [0, 1, 65_535, 65_536, 65_537, 200_000]
    )
    func roundTrip(coding: ContentCoding, count: Int) throws {
        let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 31 &+ $0 >> 8) }
        #expect(try coding.decoded(coding.encoded(bytes), limit: count) == bytes)
    }

    @Test(
        "A reused compressor gives each text the same bytes as a new one",
        arguments: ContentCoding.allCases
    )
    func again(coding: ContentCoding) {
        let compressor = Compressor(coding)
        for count in [5, 0, 70_000, 5] {
            let text = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 31) }
            var output = [UInt8](repeating: 0, count: compressor.bound(ofCount: count))
            let written = text.withUnsafeBytes { text in
                output.withUnsafeMutableBytes { compressor.encode(text, into: $0) }
            }
            #expect(Array(output.prefix(written)) == coding.encoded(text))
        }
    }

    @Test(
        "Pieces of any size decode to what the whole does",
        arguments: [(ContentCoding.gzip, gzip), (.deflate, zlib), (.deflate, bare)],
        [1, 2, 7]
    )
    func pieces(coded: (coding: ContentCoding, bytes: [UInt8]), size: Int) throws {
        let decoder = ContentDecoder(coded.coding)
        var text: [UInt8] = []
        for start in stride(from: 0, to: coded.bytes.count, by: size) {
            #expect(!decoder.isAtEnd || coded.bytes.count == start)
            text += try decoder.decode(coded.bytes[start...].prefix(size), limit: 100)
        }
        #expect(text == Array("hello".utf8))
        #expect(decoder.isAtEnd)
    }

    @Test("What has come of a text is decoded if the rest is not needed")
    func partial() throws {
        let bytes = ContentCoding.gzip.encoded(Array("hello".utf8))
        let part = Array(bytes.dropLast(8))
        let text = try ContentCoding.gzip.decoded(part, limit: 9, isWhole: false)
        #expect(text == Array("hello".utf8))
    }

    @Test("A text that ends early is truncated, wherever it ends")
    func truncated() {
        for count in 0..<Self.gzip.count {
            #expect(throws: ContentCoding.Failure.truncated) {
                try ContentCoding.gzip.decoded(Array(Self.gzip.prefix(count)), limit: 100)
            }
        }
    }

    @Test("All members of a gzip text are decoded, and trailing bytes are malformed")
    func members() throws {
        let empty = ContentCoding.gzip.encoded([])
        let text = Self.gzip + empty + Self.gzip
        #expect(try ContentCoding.gzip.decoded(text, limit: 10) == Array("hellohello".utf8))
        #expect(throws: ContentCoding.Failure.tooLarge(limit: 9)) {
            try ContentCoding.gzip.decoded(text, limit: 9)
        }
        #expect(throws: ContentCoding.Failure.truncated) {
            try ContentCoding.gzip.decoded(Array(text.dropLast()), limit: 10)
        }
        #expect(throws: ContentCoding.Failure.self) {
            try ContentCoding.gzip.decoded(text + Array("more".utf8), limit: 10)
        }
    }

    @Test("Bytes in no known coding are malformed")
    func malformed() {
        #expect(throws: ContentCoding.Failure.self) {
            try ContentCoding.gzip.decoded(Array("plain text".utf8), limit: 100)
        }
    }

    @Test("A small text that expands to a large one is stopped at the limit")
    func bomb() {
        let bomb = ContentCoding.gzip.encoded([UInt8](repeating: 0, count: 10_000_000))
        #expect(bomb.count < 20_000)
        #expect(throws: ContentCoding.Failure.tooLarge(limit: 1_000_000)) {
            try ContentCoding.gzip.decoded(bomb, limit: 1_000_000)
        }
    }

    @Test(
        "A coding is recognised by its names",
        arguments: [("gzip", ContentCoding.gzip), ("X-GZIP", .gzip), ("deflate", .deflate)]
    )
    func names(name: String, coding: ContentCoding) {
        #expect(ContentCoding(name: name) == coding)
        #expect(ContentCoding(name: "br") == nil)
    }
}
