import Contract
import JSON
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

    private static let mixed = MutationResult(
        mutants: [
            .init(
                name: "mail-wrong-code",
                service: "mail",
                summary: "The code is wrong",
                outcome: .caught(result("a.yaml", "codes[1]", .failed), headline: "wanted E1"),
                duration: .milliseconds(250)
            ),
            .init(
                name: "mail-a|b",
                service: "mail",
                summary: "Nobody looks at <b>",
                outcome: .survived(undetermined: 2)
            ),
            .init(
                name: "mail-late",
                service: "mail",
                summary: "It is late",
                outcome: .survived(undetermined: 0)
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
        failuresWithoutDefect: [result("a.yaml", "codes[1]", .undetermined)]
    )

    @Test("People see which case notices each defect, and read what the others are")
    func text() {
        #expect(
            MutationText().text(of: Self.mixed) == """
                  mail-wrong-code  caught by codes[1]  a.yaml:7:3
                  mail-a|b         SURVIVED
                  mail-late        SURVIVED
                  mail-next        not judged: interrupted

                Survived: no case notices these
                  mail-a|b: Nobody looks at <b>
                    2 cases could not be judged with it
                  mail-late: It is late

                4 defects: 1 caught, 2 survived, 1 not judged (1.50 s, seed 42, basis inferred)

                """
        )
        #expect(
            MutationText().text(of: Self.broken) == """
                No defect was tried: these cases do not pass without any
                  undetermined codes[1]  a.yaml:7:3

                """
        )
    }

    @Test("A page gets a table")
    func markdown() {
        #expect(
            MutationMarkdown().text(of: Self.mixed) == """
                ## ❌ 4 defects: 1 caught, 2 survived, 1 not judged

                | Defect | What is wrong | First case that fails |
                |---|---|---|
                | `mail-wrong-code` | The code is wrong | `codes[1]` |
                | `mail-a\\|b` | Nobody looks at &lt;b> | **survived** |
                | `mail-late` | It is late | **survived** |
                | `mail-next` | It is next | not judged |

                """
        )
        #expect(
            MutationMarkdown().text(of: Self.broken) == """
                ## ❌ No defect was tried: these cases do not pass without any

                - `codes[1]`

                """
        )
        let all = MutationResult(mutants: [Self.mixed.mutants[0]])
        #expect(MutationMarkdown().text(of: all).hasPrefix("## ✅ 1 defect: 1 caught, 0 survived\n"))
    }

    @Test("A program finds everything under a name")
    func json() throws {
        let report = MutationJSON(version: "1.0").document(of: Self.mixed)
        #expect(report["assayMutants"] == 1)
        #expect(report["tool"] == ["name": "assay", "version": "1.0"])
        #expect(report["basis"] == "inferred")
        #expect(report["seed"] == 42)
        #expect(report["interrupted"] == true)
        #expect(report["durationSeconds"] == 1.5)
        #expect(report["summary"] == ["caught": 1, "survived": 2, "notJudged": 1])
        #expect(report["failuresWithoutDefect"] == [])
        let mutants = try #require(report["mutants"]?.arrayValue)
        #expect(
            mutants[0] == [
                "name": "mail-wrong-code", "service": "mail", "summary": "The code is wrong",
                "outcome": "caught",
                "caughtBy": [
                    "file": "a.yaml", "name": "codes[1]", "verdict": "failed", "line": 7,
                    "column": 3,
                ],
                "headline": "wanted E1", "durationSeconds": 0.25,
            ]
        )
        #expect(mutants[1]["outcome"] == "survived")
        #expect(mutants[1]["undetermined"] == 2)
        #expect(mutants[3]["outcome"] == "notJudged")
        let failures = MutationJSON(version: "1.0").document(of: Self.broken)[
            "failuresWithoutDefect"
        ]
        #expect(failures?.arrayValue?.first?["verdict"] == "undetermined")
    }
}
