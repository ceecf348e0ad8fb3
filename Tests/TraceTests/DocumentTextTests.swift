import Testing
import Trace

struct DocumentTextTests {
    private static func text(_ text: String) throws -> DocumentText {
        try DocumentText(Array(text.utf8))
    }

    @Test(
        "Lines are counted like wc -l, plus one if the last has no line ending",
        arguments: [
            ("", 0), ("\n", 1), ("a", 1), ("a\n", 1), ("a\nb", 2), ("a\r\nb\r\n", 2), ("a\rb\n", 1),
            ("\n\na", 3),
        ]
    )
    func lines(text: String, count: Int) throws {
        #expect(try Self.text(text).lines.count == count)
    }

    @Test("Neither line endings nor a byte order mark belong to a line")
    func ends() throws {
        #expect(try Self.text("\u{FEFF}a\r\nb\n").lines == ["a", "b"])
    }

    // `printf 'a b' | sha256sum | cut -c1-8`, and similarly for the others.
    @Test(
        "A digest covers the words, separated by single spaces",
        arguments: [
            ("a b\n", [1...1], "c8687a08"), ("  a\t \u{3000}b  ", [1...1], "c8687a08"),
            ("a\n\n  b\n", [1...3], "c8687a08"), ("a\r\nb\r\n", [1...2], "c8687a08"),
            ("a\nnot this\nb", [1...1, 3...3], "c8687a08"),
            ("\u{FEFF}a\u{A0}b", [1...1], "c8687a08"), ("ab", [1...1], "fb8e20fc"),
            ("\n \n", [1...2], "e3b0c442"),
        ]
    )
    func digest(text: String, lines: [ClosedRange<Int>], digest: String) throws {
        let lines = try #require(LineRanges(lines))
        #expect(try Self.text(text).digest(of: lines) == digest)
    }

    @Test("The file hash covers its bytes")
    func hash() throws {
        let abc = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"
        #expect(try Self.text("abc").sha256 == abc)
    }

    @Test(
        "Text that is not UTF-8 is rejected with its line",
        arguments: [
            ([0x61, 0x0A, 0x62, 0x00], 2, "a NUL byte"),
            ([0x61, 0x0A, 0x0A, 0xE9, 0x61], 3, "bytes that are not UTF-8"),
            ([0xFF, 0xFE, 0x61, 0x00], 1, "a NUL byte"),
        ] as [([UInt8], Int, String)]
    )
    func binary(bytes: [UInt8], line: Int, found: String) {
        let failure = #expect(throws: DocumentText.Failure.self) { try DocumentText(bytes) }
        #expect(failure?.line == line)
        #expect(failure?.found == found)
    }
}
