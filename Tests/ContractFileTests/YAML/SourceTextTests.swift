import ContractFile
import Testing

struct SourceTextTests {
    @Test("Lines end at every kind of line break, which is not part of them")
    func lines() {
        let source = SourceText(file: "a", bytes: Array("one\r\ntwo\rthree\n\nfive".utf8))
        #expect(source.lineCount == 5)
        #expect((0...6).map(source.line) == ["", "one", "two", "three", "", "five", ""])
        #expect(SourceText(file: "a", bytes: []).lineCount == 1)
    }

    @Test("Bytes that are not text are shown as replacement characters")
    func invalid() {
        let source = SourceText(file: "a", bytes: [0x61, 0xFF, 0x0A, 0x62])
        #expect(source.line(1) == "a\u{FFFD}")
        #expect(source.line(2) == "b")
    }

    @Test("A byte order mark is not part of the text")
    func byteOrderMark() {
        let source = SourceText(file: "a", bytes: [0xEF, 0xBB, 0xBF] + Array("a: 1\n".utf8))
        #expect(source.bytes == Array("a: 1\n".utf8))
        #expect(source.line(1) == "a: 1")
    }
}
