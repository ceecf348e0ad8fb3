import Contract
import JSON
import ReportText
import Testing
import Trace

@testable import Reports

/// What reports of a run say of documents.
struct DocumentReportTests {
    private static let file = "contracts/sample/push.yaml"

    private static func statement(_ name: String, _ line: Int, _ fate: Statement.Fate) -> Statement
    {
        Statement(
            name: name,
            lines: LineRanges(line...line),
            digest: nil,
            says: "It is so.",
            fate: fate,
            location: SourceLocation(
                file: "contracts/sample/guide.trace.yaml",
                line: line,
                column: 3
            )
        )
    }

    private static func promised(_ id: String) -> Statement.Fate {
        .promised([PromiseReference(text: id, key: PromiseKey(file: file, id: id))])
    }

    private static let inventory = Inventory(
        file: "contracts/sample/guide.trace.yaml",
        document: TracedDocument(name: "guide", title: "Guide | 1", lineCount: 9, sha256: nil),
        statements: [
            statement("sent", 1, promised("push")),
            statement("kept", 2, promised("push/kept")),
            statement("gone", 3, promised("push/gone")),
            statement("badge", 4, .local("the app does it")),
            statement("page", 5, .console("only a page")),
            statement("days", 6, .open("nobody waits")),
        ],
        asides: []
    )

    private static func row(_ id: String, _ status: PromiseStatus) -> PromiseResult {
        PromiseResult(
            id: id,
            kind: .behaviour,
            basis: .documented,
            location: SourceLocation(file: file, line: 1, column: 1),
            status: status,
            reason: status == .broken ? "wanted 200" : nil
        )
    }

    /// A run of three promises, one of them modelled and one broken.
    private static let result: VerificationResult = {
        var kept = row("push/kept", .held)
        kept.isModelled = true
        return VerificationResult(
            contracts: [
                ContractResult(
                    file: file,
                    title: "Sample",
                    cases: SampleResult.everything.contracts[0].cases,
                    promises: [row("push", .held), kept, row("push/gone", .broken)]
                )
            ]
        )
    }()

    private static func facts(_ gates: RunGates = RunGates()) -> VerifyFacts {
        VerifyFacts(result, gates: gates, inventories: [inventory])
    }

    @Test("The text leads with them, before all promises, and names what is not well")
    func text() throws {
        let text = TextReport(style: .init(isColored: false)).text(of: Self.facts())
        let table = """
            Documents
                         statements  checked  modelled  broken  local  console  open  contradicted
              Guide | 1           6        1         1       1      1        1     1             0  covered 2 of 4 (50.0 %)
              broken gone: push/gone: wanted 200  contracts/sample/guide.trace.yaml:3:3

            Promises (3)
            """
        #expect(text.contains(table), "\(text)")
        #expect(text.contains("\n2 of 4 statements of documents covered (50.0 %)\n"), "\(text)")
        let verbose = TextReport(style: .init(isColored: false), detail: .verbose)
            .text(of: Self.facts())
        #expect(verbose.contains("  open days: nobody waits"), "\(verbose)")
    }

    @Test("JSON has every statement with what it came to")
    func json() throws {
        let document = JSONReport(version: "1").document(of: Self.facts())
        #expect(
            document["summary"]?["documents"]
                == ["covered": 2, "countable": 4, "coverage": .number(.real(0.5))]
        )
        let guide = try #require(document["documents"]?.arrayValue?.first)
        #expect(guide["name"] == "guide")
        #expect(guide["summary"]?["modelled"] == 1)
        #expect(guide["summary"]?["notTried"] == 0)
        let standings = guide["statements"]?.arrayValue?.map { $0["standing"]?.stringValue }
        #expect(standings == ["checked", "modelled", "broken", "local", "console", "open"])
        #expect(guide["statements"]?.arrayValue?[2]["reason"] == "push/gone: wanted 200")
        let promise = document["contracts"]?.arrayValue?.first?["promises"]?.arrayValue?[1]
        #expect(promise?["modelled"] == true)
        #expect(promise?["proven"] == nil)
    }

    @Test("What JSON keeps leads to the same figures again")
    func recorded() throws {
        let verdicts = try RecordedVerdicts(JSONReport(version: "1").document(of: Self.facts()))
        let coverage = DocumentCoverage(Self.inventory, verdicts.outcome(of:))
        #expect(coverage.entries == Self.facts().documents[0].entries)
    }

    @Test("JUnit has a property, Markdown a table")
    func others() {
        let junit = JUnitReport().text(of: Self.facts())
        let value = "2 of 4 statements of documents covered (50.0 %)"
        #expect(junit.contains(#"<property name="documents" value="\#(value)"/>"#), "\(junit)")
        let markdown = MarkdownReport().text(of: Self.facts())
        #expect(
            markdown.contains(
                """
                | document | statements | checked | modelled | broken | local | console | open | contradicted | covered |
                | :-- | --: | --: | --: | --: | --: | --: | --: | --: | --: |
                | `Guide \\| 1` | 6 | 1 | 1 | 1 | 1 | 1 | 1 | 0 | 2 of 4 (50.0 %) |
                """
            ),
            "\(markdown)"
        )
    }

    @Test(
        "The gate is met by what is checked and modelled together",
        arguments: [(50.0, false), (50.1, true)]
    )
    func gate(required: Double, isMissed: Bool) {
        let findings = Self.facts(RunGates(requiredDocuments: required)).conclusion.findings
        let missed = RunConclusion.Finding.missed(
            "document coverage",
            reached: 0.5,
            required: required
        )
        #expect(findings.contains(missed) == isMissed)
    }

    @Test("With proof known, what is not proven is not checked")
    func proof() {
        var result = Self.result
        result.contracts[0].promises[0].proof = PromiseProof(byAlteration: false)
        result.contracts[0].promises[1].proof = PromiseProof(byAlteration: true)
        let facts = VerifyFacts(result, inventories: [Self.inventory])
        #expect(facts.documents[0].entries[0].standing == .notProven)
        #expect(facts.documents[0].covered == 1)
        let text = TextReport(style: .init(isColored: false)).text(of: facts)
        #expect(text.contains("  not proven sent: push: what is wrong would"), "\(text)")
    }

    @Test("Several documents have a sum")
    func sum() {
        let table = DocumentTable([Self.inventory, Self.inventory])
        #expect(table.rows.map(\.name) == ["Guide | 1", "Guide | 1", "all documents"])
        #expect(table.rows[2].cells == [12, 6, 2, 2, 2, 0, 6])
    }
}
