import Contract
import ContractFile
import Glibc
import Testing

struct SourceTextTests {
    @Test("Lines are cut at every sort of line break, which is not part of them")
    func lines() {
        let source = SourceText(file: "a", bytes: Array("one\r\ntwo\rthree\n\nfive".utf8))
        #expect(source.lineCount == 5)
        #expect((0...6).map(source.line) == ["", "one", "two", "three", "", "five", ""])
        #expect(SourceText(file: "a", bytes: []).lineCount == 1)
    }

    @Test("Bytes that are no text are shown as replacement characters")
    func invalid() {
        let source = SourceText(file: "a", bytes: [0x61, 0xFF, 0x0A, 0x62])
        #expect(source.line(1) == "a\u{FFFD}")
        #expect(source.line(2) == "b")
    }

    @Test("A file is read whole, without its byte order mark")
    func read() throws {
        try withTemporaryFile([0xEF, 0xBB, 0xBF] + Array("a: 1\n".utf8)) { path in
            let source = try SourceText.read(path)
            #expect(source.file == path)
            #expect(source.bytes == Array("a: 1\n".utf8))
        }
    }

    @Test("A file of 8 MiB is read, one byte more is refused without reading it")
    func tooLarge() throws {
        let limit = YAMLDocument.maximumBytes
        try withTemporaryFile([]) { path in
            try #require(truncate(path, off_t(limit)) == 0)
            #expect(try SourceText.read(path).bytes.count == limit)
            // Sparse: a reader that took it whole would need all the memory there is.
            try #require(truncate(path, 1 << 40) == 0)
            let error = #expect(throws: DiagnosticList.self) { try SourceText.read(path) }
            let text = """
                \(path): error: the file has 1099511627776 bytes; the limit is 8388608 bytes (8 MiB)
                   hint: split the contract and join the parts with `use:`
                1 error

                """
            #expect(error?.description == text)
        }
    }

    @Test("A stream without an end is refused behind the limit")
    func endless() {
        let error = #expect(throws: DiagnosticList.self) { try SourceText.read("/dev/zero") }
        let message = "the file has more than 8388608 bytes; the limit is 8388608 bytes (8 MiB)"
        #expect(error?.diagnostics.first?.message == message)
    }

    @Test("A file that is not there, or is a folder, is refused with the system's reason")
    func unreadable() {
        let missing = #expect(throws: DiagnosticList.self) { try SourceText.read("/nosuch/a.yaml") }
        let message = "/nosuch/a.yaml: error: cannot read the file: No such file or directory"
        #expect(missing?.description == "\(message)\n1 error\n")
        let folder = #expect(throws: DiagnosticList.self) { try SourceText.read("/tmp") }
        #expect(folder?.diagnostics.first?.message == "cannot read the file: Is a directory")
    }

    @Test("A named pipe that nobody writes to is an empty file, not a wait without end")
    func pipe() throws {
        try withTemporaryFile([]) { path in
            try #require(unlink(path) == 0)
            try #require(mkfifo(path, 0o600) == 0)
            #expect(try SourceText.read(path).bytes.isEmpty)
        }
    }

    private func withTemporaryFile(_ bytes: [UInt8], _ body: (String) throws -> Void) throws {
        var template = Array("/tmp/assay-source-XXXXXX".utf8CString)
        let descriptor = mkstemp(&template)
        try #require(descriptor >= 0)
        let path = template.withUnsafeBufferPointer { buffer in
            buffer.baseAddress.map { String(cString: $0) } ?? ""
        }
        defer { unlink(path) }
        let written = write(descriptor, bytes, bytes.count)
        close(descriptor)
        try #require(written == bytes.count)
        try body(path)
    }
}
