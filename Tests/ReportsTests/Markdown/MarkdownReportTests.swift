import Contract
import HTTP
import ReportText
import Testing

@testable import Reports

struct MarkdownReportTests {
    @Test("A run with every verdict becomes a complete comment")
    func everyVerdict() {
        Golden.expect(text(of: EveryVerdict.result), is: "every-verdict.md")
    }

    @Test("Text from a server stays inside code")
    func hostile() {
        let lines = Self.withoutCode(text(of: EveryVerdict.result))
        let known = [
            "<details><summary>Request and response</summary>", "</details>",
            "<details><summary>Promises: not covered (1)</summary>",
            "<details><summary>Promises: differs, below --basis (1)</summary>",
        ]
        let markup = lines.filter { $0.contains("<") && !known.contains($0) }
        #expect(markup.isEmpty)
        let suspicious = ["http", "octocat", "evil", "::error"]
        #expect(lines.filter { line in suspicious.contains { line.contains($0) } }.isEmpty)
        let rows = lines.filter { $0.hasPrefix("|") }
        #expect(rows.count == 7)
        #expect(rows.allSatisfy { row in row.unicodeScalars.count { $0 == "|" } == 11 })
    }

    @Test(
        "The first line states the verdict",
        arguments: [
            ([.passed], nil, "✅ assay verify: the contract passed"),
            ([.passed, .flaky, .skipped], nil, "✅ assay verify: the contract passed"),
            ([], nil, "⚠️ assay verify: no case was checked"),
            ([.skipped], nil, "⚠️ assay verify: no case was checked"),
            ([.passed, .inconclusive], nil, "⚠️ assay verify: 1 inconclusive"),
            ([.passed], 100, "⚠️ assay verify: coverage is 66.6 %, required is 100 %"),
            ([.failed], nil, "❌ assay verify: 1 of 1 case failed"),
        ] as [([Verdict], Double?, String)]
    )
    func verdict(verdicts: [Verdict], required: Double?, line: String) {
        var result = EveryVerdict.result
        result.contracts[0].cases = result.cases.filter { verdicts.contains($0.verdict) }
        let gates = RunGates(requiredCoverage: required)
        let text = MarkdownReport().text(of: VerifyFacts(result, gates: gates))
        #expect(text.unicodeLines.first == "## \(line)")
    }

    @Test("An interrupted run reports that first")
    func interrupted() {
        var result = EveryVerdict.result
        result.ending = .interrupted
        #expect(text(of: result).hasPrefix("## ❌ assay verify: the run was interrupted; 1 of 6 "))
    }

    @Test("With little space, requests and responses are dropped first and cases last, with a note")
    func cut() throws {
        let report = text(of: failures(60), limit: 16_384)
        #expect(report.utf8.count <= 16_384)
        #expect(report.unicodeLines.count { $0 == "#### `both times [row #2 \\ a|b]`" } == 60)
        let details = report.unicodeLines.count { $0.hasSuffix("Request and response</summary>") }
        let note =
            "Left out, because a comment has at most 16384 characters: request and "
            + "response of \(60 - details) cases. The other reports are complete."
        #expect((1..<60).contains(details))
        #expect(report.hasSuffix("\n\(note)\n"))
    }

    @Test("A comment never exceeds GitHub's limit, however many cases fail")
    func bounded() {
        var result = failures(2_000)
        result.contracts[0].promises = Array(repeating: EveryVerdict.promises[3], count: 5_000)
        let report = text(of: result)
        #expect(report.utf8.count <= MarkdownReport.commentLimit)
        #expect(report.utf8.count > MarkdownReport.commentLimit - 2_048)
        let shown = report.unicodeLines.count { $0.hasPrefix("#### ") }
        #expect(report.contains("characters: \(2_000 - shown) more cases, request and response"))
        #expect(Self.withoutCode(report).contains("### Failed (2000)"))
    }

    @Test("A list of promises without enough space reports the number of omitted ones")
    func promises() {
        var result = EveryVerdict.result
        result.contracts[0].cases = []
        result.contracts[0].promises = Array(repeating: EveryVerdict.promises[3], count: 1_000)
        let lines = text(of: result, limit: 8_192).unicodeLines
        let shown = lines.count { $0.hasPrefix("- `errors/") }
        #expect((1..<1_000).contains(shown))
        #expect(lines.contains("- … \(1_000 - shown) more"))
    }

    private func text(
        of result: VerificationResult,
        limit: Int = MarkdownReport.commentLimit
    ) -> String {
        MarkdownReport(limit: limit).text(of: result.facts)
    }

    private func failures(_ count: Int) -> VerificationResult {
        var result = EveryVerdict.result
        result.contracts[0].cases = Array(repeating: EveryVerdict.failed, count: count)
        // Short enough that all of them fit if exchanges are left out.
        for index in 0..<count {
            result.contracts[0].cases[index].steps[1].differences = []
            result.contracts[0].cases[index].steps[1].headline = "wanted 201, got 403"
        }
        return result
    }

    /// The lines outside of code blocks, without inline code, as CommonMark defines both.
    private static func withoutCode(_ text: String) -> [String] {
        var fence: String?
        var lines: [String] = []
        for line in text.unicodeLines {
            if let open = fence {
                if line == open { fence = nil }
            } else if line.hasPrefix("```") {
                fence = String(line.prefix { $0 == "`" })
            } else {
                lines.append(withoutSpans(line))
            }
        }
        return lines
    }

    private static func withoutSpans(_ line: String) -> String {
        var rest = line[...]
        var plain = ""
        while let start = rest.firstIndex(of: "`") {
            plain += rest[..<start]
            let marks = rest[start...].prefix { $0 == "`" }
            rest = rest[marks.endIndex...]
            var end = rest.startIndex
            while end < rest.endIndex {
                let run = rest[end...].prefix { $0 == "`" }
                if run.count == marks.count { break }
                end = run.isEmpty ? rest.index(after: end) : run.endIndex
            }
            rest = rest[end...].dropFirst(marks.count)
        }
        return plain + rest
    }
}
