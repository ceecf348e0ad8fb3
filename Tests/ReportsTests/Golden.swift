import Glibc
import Testing

/// Whole reports as they have to be, in `Fixtures/`.
///
/// `ASSAY_WRITE_FIXTURES=1 swift test --filter ReportsTests` writes them anew; read the difference
/// before it is committed.
enum Golden {
    /// Compares a report with the file `name`, and says which line is the first to differ.
    static func expect(
        _ text: String,
        is name: String,
        sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        let path = folder + "/" + name
        if getenv("ASSAY_WRITE_FIXTURES") != nil { try write(text, to: path) }
        let expected = lines(of: String(decoding: try TestFile.contents(of: path), as: UTF8.self))
        let actual = lines(of: text)
        guard expected != actual else { return }
        let count = zip(expected, actual).prefix { $0 == $1 }.count
        Issue.record(
            """
            \(name):\(count + 1): expected \(line(count, of: expected)), \
            got \(line(count, of: actual))
            """,
            sourceLocation: sourceLocation
        )
    }

    private static let folder =
        "/" + "\(#filePath)".split(separator: "/").dropLast().joined(separator: "/") + "/Fixtures"

    private static func lines(of text: String) -> [[UInt8]] {
        text.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
            .map { Array($0) }
    }

    private static func line(_ index: Int, of lines: [[UInt8]]) -> String {
        index < lines.count ? "\"\(String(decoding: lines[index], as: UTF8.self))\"" : "the end"
    }

    private static func write(_ text: String, to path: String) throws {
        let file = try #require(fopen(path, "wb"), "cannot write \(path)")
        let bytes = Array(text.utf8)
        #expect(fwrite(bytes, 1, bytes.count, file) == bytes.count)
        #expect(fclose(file) == 0)
    }
}

/// Files that tests read.
enum TestFile {
    /// Everything in the file.
    static func contents(of path: String) throws -> [UInt8] {
        let file = try #require(fopen(path, "rb"), "cannot open \(path)")
        defer { fclose(file) }
        var bytes: [UInt8] = []
        var block = [UInt8](repeating: 0, count: 65_536)
        while true {
            let count = fread(&block, 1, block.count, file)
            guard count > 0 else { return bytes }
            bytes.append(contentsOf: block[..<count])
        }
    }

    /// The third-party test data: in the folder named by `CONFORMANCE`, else in
    /// `../shared/conformance` next to the package.
    static var conformanceFolder: String {
        if let named = getenv("CONFORMANCE") { return String(cString: named) }
        let packageRoot = "\(#filePath)".split(separator: "/").dropLast(3)
        return "/" + packageRoot.dropLast().joined(separator: "/") + "/shared/conformance"
    }
}
