import Contract
import ContractFile
import JSON
import Testing

struct YAMLTextCheckTests {
    private func report(_ bytes: [UInt8]) -> [String] {
        let diagnostics = Diagnostics()
        let source = SourceText(file: "a.yaml", bytes: bytes)
        let node = YAMLDocument.parse(source, into: diagnostics)
        #expect(node == nil)
        return diagnostics.list.map { "\($0.location) \($0.message) | \($0.hint ?? "")" }
    }

    private let start = Array("a: プ\nb: ".utf8)

    @Test("Bytes that are not UTF-8 are rejected with the position of the first")
    func invalid() {
        let expected = "a.yaml:2:4 byte 0x83 is not UTF-8 | save the file as UTF-8"
        #expect(report(start + [0x83, 0x76, 0x83, 0x62]) == [expected])
        let cut = "a.yaml:2:4 byte 0xE3 is not UTF-8 | save the file as UTF-8"
        #expect(report(start + [0xE3, 0x81]) == [cut])
    }

    @Test("UTF-16 is reported as such, in either byte order")
    func utf16() {
        let expected = "a.yaml:0:0 the file is UTF-16; a contract is UTF-8 | save the file as UTF-8"
        #expect(report([0xFF, 0xFE, 0x61, 0x00]) == [expected])
        #expect(report([0xFE, 0xFF, 0x00, 0x61]) == [expected])
    }

    @Test(
        "A character that YAML does not allow is rejected with its position and its number",
        arguments: [
            ("\u{0}", "a NUL byte; a contract is text | is this the right file?"),
            (
                "\u{1B}[0m",
                "the control character U+001B is not allowed"
                    + " | write it as \\u001B in double quotes, or remove it"
            ),
            (
                "\u{7F}",
                "the control character U+007F is not allowed"
                    + " | write it as \\u007F in double quotes, or remove it"
            ),
            (
                "\u{80}",
                "the control character U+0080 is not allowed"
                    + " | write it as \\u0080 in double quotes, or remove it"
            ),
            (
                "\u{85}",
                "U+0085 is a line break to some programs and not to others"
                    + " | write it as \\u0085 in double quotes"
            ),
            (
                "\u{2028}",
                "U+2028 is a line break to some programs and not to others"
                    + " | write it as \\u2028 in double quotes"
            ),
            ("\u{FEFF}", "a byte order mark (U+FEFF) inside the text | remove it"),
            ("\u{FFFF}", "U+FFFF is not a character | remove it"),
        ]
    )
    func forbidden(character: String, expected: String) {
        #expect(report(start + Array(character.utf8)) == ["a.yaml:2:4 \(expected)"])
    }

    @Test("Among many forbidden characters the first of each line is reported, for ten lines")
    func many() {
        let found = report(Array(String(repeating: "a\u{1}\u{1}\n", count: 12).utf8))
        #expect(found.count == 10)
        #expect(found.last?.hasPrefix("a.yaml:10:2 ") == true)
    }

    @Test(
        "Unusual but allowed characters are read",
        arguments: ["é", "‐", "　", "｛", "😀", "\u{A0}"]
    )
    func allowed(character: String) throws {
        let node = try YAMLDocument.parse(Array("a: x\(character)y".utf8), file: "a.yaml")
        #expect(node["a"]?.json == .string("x\(character)y"))
    }
}
