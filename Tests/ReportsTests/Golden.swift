import Glibc
import TestSupport
import Testing

/// Complete reports in files, one for each test that compares with one.
enum Golden {
    /// If set to any value, the files are rewritten instead of compared.
    private static let rewriting = "ASSAY_REWRITE_FIXTURES"

    /// Fails the test unless `text` equals the content of the file `name`, byte for byte.
    static func expect(
        _ text: String,
        is name: String,
        sourceLocation: Testing.SourceLocation = #_sourceLocation
    ) {
        let path = folder + name
        if getenv(rewriting) != nil {
            #expect(throws: Never.self, sourceLocation: sourceLocation) {
                try ConformanceData.write(text, to: path)
            }
            return
        }
        guard let wanted = content(at: path) else {
            Issue.record("cannot read \(path)", sourceLocation: sourceLocation)
            return
        }
        let difference = firstDifference(lines(text), lines(wanted))
        let advice = "if that is right, run the tests with \(rewriting)=1 and look at what changed"
        #expect(
            text.utf8.elementsEqual(wanted.utf8),
            "\(name):\(difference); \(advice)",
            sourceLocation: sourceLocation
        )
    }

    /// The folder next to this file.
    private static let folder = "\(#filePath)".replacing("Golden.swift", with: "Fixtures/")

    private static func lines(_ text: String) -> [Substring.UTF8View] {
        text.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
            .map { Substring($0).utf8 }
    }

    private static func firstDifference(
        _ found: [Substring.UTF8View],
        _ wanted: [Substring.UTF8View]
    ) -> String {
        for index in 0..<max(found.count, wanted.count) {
            let got = index < found.count ? String(Substring(found[index])) : "the end"
            let want = index < wanted.count ? String(Substring(wanted[index])) : "the end"
            if !got.utf8.elementsEqual(want.utf8) {
                return
                    "\(index + 1): expected \(want.debugDescription), got \(got.debugDescription)"
            }
        }
        return " nothing differs"
    }

    /// A file of the folder; `nil` if it cannot be read.
    static func read(_ name: String) -> String? { content(at: folder + name) }

    private static func content(at path: String) -> String? {
        let bytes = try? ConformanceData.contents(of: path)
        return bytes.flatMap { String(validating: $0, as: UTF8.self) }
    }
}
