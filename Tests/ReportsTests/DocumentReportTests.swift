import Contract
import JSON
import JSONSchemas
import ReportText
import Testing
import Trace

@testable import Reports

/// The lines about documents in reports of a run.
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

    static let inventory = Inventory(
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
            reason: status == .failed ? "wanted 200" : nil
        )
    }

    /// A run of three promises, one of them modelled and one failed.
    static let result: VerificationResult = {
        var kept = row("push/kept", .passed)
        kept.modelled = .requests
        return VerificationResult(
            contracts: [
                ContractResult(
                    file: file,
                    title: "Sample",
                    cases: SampleResult.everything.contracts[0].cases,
                    promises: [row("push", .passed), kept, row("push/gone", .failed)]
                )
            ]
        )
    }()

    private static func facts(_ gates: RunGates = RunGates()) -> VerifyFacts {
        VerifyFacts(result, gates: gates, inventories: [inventory])
    }

    @Test(
        "The text starts with the documents, before all promises, and names unresolved statements"
    )
    func text() throws {
        let text = TextReport(style: .init(isColored: false)).text(of: Self.facts())
        let table = """
            Documents
                         statements  checked  modelled  failed  local  console  open  contradicted
              Guide | 1           6        1         1       1      1        1     1             0  checked 1, modelled 1 of 4
              failed gone: push/gone: wanted 200  contracts/sample/guide.trace.yaml:3:3

            Promises (3)
            """
        #expect(text.contains(table), "\(text)")
        #expect(
            text.contains("\n1 checked and 1 modelled of 4 statements of documents\n"),
            "\(text)"
        )
        let verbose = TextReport(style: .init(isColored: false), detail: .verbose)
            .text(of: Self.facts())
        #expect(verbose.contains("  open days: nobody waits"), "\(verbose)")
    }

    @Test("JSON has every statement with its outcome")
    func json() throws {
        let document = JSONReport(version: "1").document(of: Self.facts())
        #expect(
            document["summary"]?["documents"]
                == [
                    "checked": 1, "modelled": 1, "declared": 0, "countable": 4,
                    "checkedShare": .number(.real(0.25)),
                ]
        )
        let guide = try #require(document["documents"]?.arrayValue?.first)
        #expect(guide["name"] == "guide")
        #expect(guide["summary"]?["modelled"] == 1)
        #expect(guide["summary"]?["notTried"] == 0)
        let standings = guide["statements"]?.arrayValue?.map { $0["standing"]?.stringValue }
        #expect(standings == ["checked", "modelled", "failed", "local", "console", "open"])
        #expect(guide["statements"]?.arrayValue?[2]["reason"] == "push/gone: wanted 200")
        let promise = document["contracts"]?.arrayValue?.first?["promises"]?.arrayValue?[1]
        #expect(promise?["modelled"] == "requests")
        #expect(promise?["proven"] == nil)
    }

    @Test("The stored JSON yields the same figures")
    func recorded() throws {
        let document = JSONReport(version: "1").document(of: Self.facts())
        let verdicts = try RecordedVerdicts(document, file: "report.json")
        let coverage = DocumentCoverage(Self.inventory, verdicts.outcome(of:))
        #expect(coverage.entries == Self.facts().documents[0].entries)
    }

    /// The sentence about the document in reports that have a line for it.
    private static let sentence =
        "checked 1, modelled 1 of 4: 6 statements, 1 checked, 1 modelled, 1 failed, 1 local, 1 console, "
        + "1 open"

    @Test("JUnit has one property for all documents and one for each, Markdown a table")
    func others() {
        let junit = JUnitReport().text(of: Self.facts())
        let value = "1 checked and 1 modelled of 4 statements of documents"
        #expect(junit.contains(#"<property name="documents" value="\#(value)"/>"#), "\(junit)")
        let each = #"<property name="document.guide" value="\#(Self.sentence)"/>"#
        #expect(junit.contains(each), "\(junit)")
        let markdown = MarkdownReport().text(of: Self.facts())
        #expect(
            markdown.contains(
                """
                | document | statements | checked | modelled | failed | local | console | open | contradicted | of those that count |
                | :-- | --: | --: | --: | --: | --: | --: | --: | --: | --: |
                | `Guide \\| 1` | 6 | 1 | 1 | 1 | 1 | 1 | 1 | 0 | checked 1, modelled 1 of 4 |
                """
            ),
            "\(markdown)"
        )
    }

    @Test("TAP has the table in comments, and the GitHub notice a sentence for each document")
    func lines() throws {
        let tap = TAPReport().text(of: Self.facts())
        let table = """
            # Documents
            #              statements  checked  modelled  failed  local  console  open  contradicted
            #   Guide | 1           6        1         1       1      1        1     1             0  \
            checked 1, modelled 1 of 4

            """
        #expect(tap.contains(table), "\(tap)")
        let notice = try #require(
            GitHubReport().text(of: Self.facts()).unicodeLines.last { $0.hasPrefix("::notice ") }
        )
        let escaped = Self.sentence.replacing("%", with: "%25")
        #expect(notice.hasSuffix("%0AGuide | 1: \(escaped)"), "\(notice)")
    }

    @Test("CTRF has the figures for all documents and for each")
    func ctrf() throws {
        let document = CTRFReport(version: "1").document(of: Self.facts())
        let extra = try #require(document["results"]?["summary"]?["extra"])
        #expect(
            extra["documentCoverage"]
                == [
                    "checked": 1, "modelled": 1, "declared": 0, "countable": 4,
                    "checkedShare": .number(.real(0.25)),
                ]
        )
        let guide = try #require(extra["documents"]?.arrayValue?.first)
        #expect(guide["name"] == "guide")
        #expect(guide["summary"]?["checked"] == 1)
        #expect(guide["statements"] == nil)
    }

    @Test(
        "CTRF with documents conforms to its schema",
        .enabled(if: CTRFReportTests.isThere, CTRFReportTests.absence)
    )
    func ctrfSchema() throws {
        let document = CTRFReport(version: "1").document(of: Self.facts())
        let outcome = try CTRFReportTests.schema().violations(in: document)
        #expect(outcome.isValid, "\(outcome.violations)")
    }

    @Test("Mutation reports have the table too, with the unproven statements")
    func mutants() throws {
        var result = MutationResult(mutants: [])
        result.alterations = AlterationTally()
        result.promises = Self.result.promises
        result.promises[0].proof = PromiseProof(byAlteration: false)
        result.promises[1].proof = PromiseProof(byAlteration: true)
        let facts = MutationFacts(result, inventories: [Self.inventory])
        let row =
            "| `Guide \\| 1` | 6 | 0 | 1 | 1 | 1 | 1 | 1 | 1 | 0 | checked 0, modelled 1 of 4 |"
        let layout = ReportLayout(version: "1")
        let texts = ReportFormats.mutation.map { $0.text(of: facts, layout) }
        #expect(texts[0].contains("\nDocuments\n"), "\(texts[0])")
        #expect(texts[0].contains("  checked 0, modelled 1 of 4\n"), "\(texts[0])")
        let document = try JSONValue(parsing: texts[1])["documents"]?.arrayValue?.first
        #expect(document?["summary"]?["notProven"] == 1)
        #expect(document?["statements"]?.arrayValue?.first?["standing"] == "notProven")
        #expect(texts[2].contains("\n\(row)\n"), "\(texts[2])")
        // A few defects alone show nothing about promises.
        result.promises = []
        let none = MutationFacts(result, inventories: [Self.inventory])
        #expect(!ReportFormats.mutation[0].text(of: none, layout).contains("Documents"))
    }

    @Test("A statement that is made false unnoticed is listed, and is not a success")
    func contradicted() throws {
        let defects = ["sent": ["svc-lost"]]
        let made = DocumentContradictions(Self.inventory, defects: defects)
        let lost = MutationResult.Mutant(
            name: "svc-lost",
            service: "svc",
            summary: "Lost",
            outcome: .caught(SampleResult.everything.contracts[0].cases[0], headline: nil)
        )
        let facts = MutationFacts(MutationResult(mutants: [lost]), contradictions: [made])
        #expect(facts.missesContradictions)
        let layout = ReportLayout(version: "1")
        let texts = ReportFormats.mutation.map { $0.text(of: facts, layout) }
        #expect(texts[0].contains("  not detected sent ("), "\(texts[0])")
        #expect(texts[2].hasPrefix("## ❌"), "\(texts[2])")
        #expect(texts[2].contains("\n- **not detected** `sent`: `svc-lost`"), "\(texts[2])")
    }

    @Test(
        "One gate counts only checked statements, the other modelled ones too",
        arguments: [(25.0, 50.0, false), (25.1, 50.1, true)]
    )
    func gate(checked: Double, all: Double, isMissed: Bool) {
        let gates = RunGates(requiredChecked: checked, requiredDocuments: all)
        let missed: [RunConclusion.Finding] = [
            .missed("the share of statements that are checked", reached: 0.25, required: checked),
            .missed(
                "the share of statements that are checked or modelled",
                reached: 0.5,
                required: all
            ),
        ]
        let findings = Self.facts(gates).conclusion.findings
        for each in missed { #expect(findings.contains(each) == isMissed) }
    }

    @Test("If proof is known, an unproven statement is not checked")
    func proof() {
        var result = Self.result
        result.contracts[0].promises[0].proof = PromiseProof(byAlteration: false)
        result.contracts[0].promises[1].proof = PromiseProof(byAlteration: true)
        let facts = VerifyFacts(result, inventories: [Self.inventory])
        #expect(facts.documents[0].entries[0].standing == .notProven)
        #expect(facts.documents[0].count(.checked) == 0)
        let text = TextReport(style: .init(isColored: false)).text(of: facts)
        #expect(text.contains("  not proven sent: push: a wrong behaviour"), "\(text)")
    }

    @Test("Several documents have a total")
    func sum() {
        let table = DocumentTable([Self.inventory, Self.inventory])
        #expect(table.rows.map(\.name) == ["Guide | 1", "Guide | 1", "all documents"])
        #expect(table.rows[2].cells == [12, 6, 2, 2, 2, 0, 6])
    }
}
