import Contract
import JSON
import Measure
import Testing

@testable import Reports

/// The reports of `assay verify --mutants`.
struct MutationReportTests {
    private static func result(_ file: String, _ name: String, _ verdict: Verdict) -> CaseResult {
        CaseResult(
            file: file,
            name: name,
            location: SourceLocation(file: file, line: 7, column: 3),
            verdict: verdict
        )
    }

    private static func promise(_ id: String, line: Int) -> PromiseResult {
        PromiseResult(
            id: id,
            kind: .behaviour,
            basis: .documented,
            location: SourceLocation(file: "a.yaml", line: line, column: 5),
            status: .failed
        )
    }

    private static let mixed = MutationResult(
        mutants: [
            .init(
                name: "mail-wrong-code",
                service: "mail",
                summary: "The code is wrong",
                outcome: .caught(result("a.yaml", "codes[1]", .failed), headline: "wanted E1"),
                broken: [
                    promise("list", line: 3), promise("list/first", line: 4),
                    promise("list/codes", line: 5), promise("errors/E1", line: 9),
                ],
                named: ["list/codes", "list/late"],
                unbroken: ["list/late"],
                duration: .milliseconds(250)
            ),
            .init(
                name: "mail-a|b",
                service: "mail",
                summary: "Nobody looks at <b>",
                outcome: .survived(inconclusive: 2)
            ),
            .init(
                name: "mail-late",
                service: "mail",
                summary: "It is late",
                outcome: .survived(inconclusive: 0)
            ),
            .init(
                name: "mail-next",
                service: "mail",
                summary: "It is next",
                outcome: .notJudged
            ),
        ],
        level: .inferred,
        seed: 42,
        isInterrupted: true,
        duration: .milliseconds(1_500)
    )

    private static let broken = MutationResult(
        mutants: [],
        failuresWithoutDefect: [result("a.yaml", "codes[1]", .inconclusive)]
    )

    @Test("The text shows the case that catches each defect, and explains the other defects")
    func text() {
        #expect(
            MutationText().text(of: MutationFacts(Self.mixed)) == """
                  mail-wrong-code  caught by codes[1]  a.yaml:7:3
                    failing: list/codes, list, list/first and 1 more
                  mail-a|b         SURVIVED
                  mail-late        SURVIVED
                  mail-next        not tested: interrupted

                Survived: no case detects these defects
                  mail-a|b: Nobody looks at <b>
                    2 cases are inconclusive
                  mail-late: It is late

                Still passing, although the defect declares that they fail
                  mail-wrong-code: list/late

                4 defects: 1 caught, 2 survived, 1 not tested, 1 without the failures they declare (1.50 s, seed 42, basis inferred)

                """
        )
        #expect(
            MutationText().text(of: MutationFacts(Self.broken)) == """
                No defect was tested: these cases fail without one
                  inconclusive codes[1]  a.yaml:7:3

                """
        )
    }

    @Test("Verbose lists every promise that a defect fails, declared ones first")
    func verbose() {
        let text = MutationText(isVerbose: true).text(of: MutationFacts(Self.mixed))
        #expect(
            text.hasPrefix(
                """
                  mail-wrong-code  caught by codes[1]  a.yaml:7:3
                    failing, as declared: list/codes  a.yaml:5:5
                    also failing: list  a.yaml:3:5
                    also failing: list/first  a.yaml:4:5
                    also failing: errors/E1  a.yaml:9:5
                  mail-a|b         SURVIVED

                """
            ),
            "\(text)"
        )
    }

    /// One promise proven by each proof, and one by none, with one undetected mutation.
    private static let proof: MutationResult = {
        var result = MutationResult(mutants: [], seed: 7, duration: .milliseconds(250))
        result.triesDefects = false
        var tally = AlterationTally()
        tally.noticed = 8
        tally.unspecified = 3
        for promise in ["list/first", "list/late"] {
            tally.add(
                AlterationTally.Unnoticed(
                    promises: [promise],
                    step: SourceLocation(file: "b.yaml", line: 2, column: 9),
                    alteration: Alteration("$.n", "1 → 2"),
                    asking: SourceLocation(file: "a.yaml", line: 30, column: 4)
                )
            )
        }
        result.alterations = tally
        let rows: [(String, Bool, String?)] = [
            ("list/first", true, nil), ("list/late", false, nil), ("list", false, "why"),
        ]
        result.promises = rows.map { id, isProven, reason in
            var row = promise(id, line: 3)
            row.status = .passed
            row.proof = PromiseProof(byAlteration: isProven)
            row.noDefect = reason
            return row
        }
        result.requiredProof = 1
        return result
    }()

    @Test("The text shows lines that could be stricter, and promises that no mutation fails")
    func proofText() {
        #expect(
            MutationText().text(of: MutationFacts(Self.proof)) == """

                Not detected: these lines could be stricter
                  a.yaml:30:4  2 mutations, for example $.n: 1 → 2 in list/first  b.yaml:2:9

                Passed but not proven: no mutation or defect made these fail
                  list/late  documented  a.yaml:3:5
                  list  noDefect: why  a.yaml:3:5

                responses: 8 of 10 mutations detected (250 ms, seed 7, basis recommended)
                promises: 3 passed, 1 proven by mutation, 2 not proven
                proven: 66.6 % of the documented promises, 100 % required

                """
        )
        #expect(Self.proof.lacksProof)
        #expect(
            MutationText(isVerbose: true).text(of: MutationFacts(Self.proof)).contains(
                """
                  a.yaml:30:4  2 mutations
                    $.n: 1 → 2 in list/first  b.yaml:2:9
                    $.n: 1 → 2 in list/late  b.yaml:2:9

                """
            )
        )
    }

    @Test("The Markdown report lists the promises without a proof")
    func proofMarkdown() {
        #expect(
            MutationMarkdown().text(of: MutationFacts(Self.proof)) == """
                ## ❌ responses: 8 of 10 mutations detected

                - promises: 3 passed, 1 proven by mutation, 2 not proven
                - proven: 66.6 % of the documented promises, 100 % required

                | Passed but not proven | Basis | No defect possible |
                |---|---|---|
                | `list/late` | documented |  |
                | `list` | documented | why |

                """
        )
    }

    @Test("The JSON has every missed mutation and the proof of every promise")
    func proofJSON() throws {
        let report = MutationJSON(version: "1.0").document(of: MutationFacts(Self.proof))
        let alterations = try #require(report["mutations"])
        #expect(alterations["detected"] == 8)
        #expect(alterations["undetected"] == 2)
        #expect(alterations["unspecified"] == 3)
        #expect(
            alterations["missed"]?.arrayValue?.first == [
                "promises": ["list/first"],
                "step": ["file": "b.yaml", "line": 2, "column": 9],
                "place": "$.n", "change": "1 → 2",
                "asking": ["file": "a.yaml", "line": 30, "column": 4],
            ]
        )
        let promises = try #require(report["promises"])
        #expect(promises["passed"] == 3)
        #expect(promises["unproven"] == 2)
        #expect(
            promises["rows"]?.arrayValue?.last == [
                "id": "list", "file": "a.yaml", "line": 3, "column": 5, "basis": "documented",
                "provenByMutation": false, "noDefect": "why",
            ]
        )
    }

    @Test("The Markdown report has a table")
    func markdown() {
        #expect(
            MutationMarkdown().text(of: MutationFacts(Self.mixed)) == """
                ## ❌ 4 defects: 1 caught, 2 survived, 1 not tested, 1 without the failures they declare

                | Defect | Summary | First failing case | Failing promises |
                |---|---|---|---|
                | `mail-wrong-code` | The code is wrong | `codes[1]` | **not** `list/late`, `list`, \
                `list/first`, `list/codes`, `errors/E1` |
                | `mail-a\\|b` | Nobody looks at &lt;b> | **survived** |  |
                | `mail-late` | It is late | **survived** |  |
                | `mail-next` | It is next | not tested |  |

                """
        )
        #expect(
            MutationMarkdown().text(of: MutationFacts(Self.broken)) == """
                ## ❌ No defect was tested: these cases fail without one

                - `codes[1]`

                """
        )
        var sound = Self.mixed.mutants[0]
        sound.unbroken = []
        let all = MutationFacts(MutationResult(mutants: [sound]))
        #expect(MutationMarkdown().text(of: all).hasPrefix("## ✅ 1 defect: 1 caught, 0 survived\n"))
    }

    @Test(
        "The Markdown report has contracts, server, time and machine, and every undetected defect"
    )
    func page() throws {
        var result = Self.mixed
        result.alterations = Self.proof.alterations
        result.startedAt = 1_769_817_600
        result.contracts = SampleResult.everything.contracts
        let environment = RunEnvironment(cpu: "EPYC", cores: 2, kernel: "L", libcurl: "c", tls: "t")
        let format = try #require(ReportFormats.mutation.first { $0.name == "html" })
        let facts = MutationFacts(result, environment: environment)
        let page = format.text(of: facts, ReportLayout(version: "1"))
        #expect(page.contains("http://api.test · 2026-01-31 00:00 UTC · EPYC, 2 cores · seed 42"))
        #expect(page.contains("</span>FAILED: 3 of 4 defects not detected as declared</strong>"))
        #expect(page.contains("1 of 4 defects detected; 8 of 10 mutations detected."))
        #expect(page.contains("mail-late: It is late; no case fails."))
        #expect(page.contains("The code is wrong; still passing: list/late."))
        #expect(page.contains("<th scope=\"row\">a.yaml:30</th>"))
        var sound = Self.mixed.mutants[0]
        sound.unbroken = []
        let passed = MutationFacts(MutationResult(mutants: [sound]))
        #expect(
            format.text(of: passed, ReportLayout(version: "1")).contains("</span>PASSED</strong>")
        )
    }

    @Test("The JSON has all results under named keys")
    func json() throws {
        let report = MutationJSON(version: "1.0").document(of: MutationFacts(Self.mixed))
        #expect(report["assayMutants"] == 1)
        #expect(report["tool"] == ["name": "assay", "version": "1.0"])
        #expect(report["basis"] == "inferred")
        #expect(report["seed"] == 42)
        #expect(report["interrupted"] == true)
        #expect(report["durationSeconds"] == 1.5)
        #expect(
            report["summary"] == ["caught": 1, "survived": 2, "notTested": 1, "stillPassed": 1]
        )
        #expect(report["failuresWithoutDefect"] == [])
        let mutants = try #require(report["defects"]?.arrayValue)
        #expect(
            mutants[0] == [
                "name": "mail-wrong-code", "service": "mail", "summary": "The code is wrong",
                "outcome": "caught",
                "caughtBy": [
                    "file": "a.yaml", "name": "codes[1]", "verdict": "failed", "line": 7,
                    "column": 3,
                ],
                "headline": "wanted E1", "declared": ["list/codes", "list/late"],
                "failed": [
                    ["id": "list", "file": "a.yaml", "line": 3, "column": 5],
                    ["id": "list/first", "file": "a.yaml", "line": 4, "column": 5],
                    ["id": "list/codes", "file": "a.yaml", "line": 5, "column": 5],
                    ["id": "errors/E1", "file": "a.yaml", "line": 9, "column": 5],
                ],
                "stillPassed": ["list/late"], "durationSeconds": 0.25,
            ]
        )
        #expect(mutants[1]["outcome"] == "survived")
        #expect(mutants[1]["inconclusive"] == 2)
        #expect(mutants[3]["outcome"] == "notTested")
        let failures = MutationJSON(version: "1.0").document(of: MutationFacts(Self.broken))[
            "failuresWithoutDefect"
        ]
        #expect(failures?.arrayValue?.first?["verdict"] == "inconclusive")
    }
}
