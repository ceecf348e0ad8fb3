import Contract
import HTTP
import TestSupport

extension SampleResult {
    /// Cases with a verdict, or without one although they should have one.
    static let judgedCases: [CaseResult] = [
        caseResult("all-well", line: 10, .passed, steps: [step(.passed, line: 11)]),
        jsonBody, binaryBody, controlCharacters, manyDifferences, severalLines, requestOfLines,
        caseResult(
            "set-up-broke",
            line: 80,
            .inconclusive,
            reason: "set-up step send: wanted 201, got 200",
            steps: [
                step(
                    .failed,
                    phase: .setup,
                    line: 81,
                    headline: "wanted 201, got 200",
                    differences: [difference("status", "201", "200")]
                ),
                StepResult(
                    phase: .teardown,
                    label: "remove",
                    location: place(88),
                    outcome: .inconclusive,
                    headline: "\(place(88)): \"id\" is not defined"
                ),
            ]
        ),
        caseResult(
            "nobody-there",
            line: 90,
            .inconclusive,
            reason: "no response: refused",
            steps: [refusedStep(line: 91)]
        ),
        caseResult("not-come-to", line: 95, .inconclusive, reason: "not run: interrupted"),
        caseResult(
            "wavering",
            line: 100,
            .flaky,
            reason: "passed on attempt 2; at first: wanted 201, got 503",
            steps: [step(.passed, line: 101)],
            attempts: 2
        ),
    ]

    /// Cases that passed with a remark, or were not run.
    static let otherCases: [CaseResult] = [
        caseResult(
            "doubtful",
            line: 110,
            .passed,
            steps: [
                step(
                    .differs,
                    line: 111,
                    headline: "wanted E1, got E2 «No.» (400)",
                    differences: [difference("error code", "E1", "E2", .recommended)]
                )
            ]
        ),
        caseResult(
            "left-behind",
            line: 115,
            .passed,
            reason: "afterwards: state full: http://api.test/state answered 500",
            steps: [step(.passed, line: 116)]
        ),
        caseResult("set-aside", line: 120, .waived, reason: "a known defect (until 2027-06-30)"),
        caseResult(
            "needs-a-state",
            line: 130,
            .skipped,
            reason: "needs state full, and no --state-change-url was given"
        ),
    ]

    /// The headline comes from the first of two differences.
    private static let jsonBody = caseResult(
        "json-body",
        line: 20,
        .failed,
        steps: [
            step(.passed, phase: .setup, line: 21),
            step(
                .failed,
                line: 22,
                headline:
                    "$.count: expected 2, got \"2\" (and 1 more); gave up after 3s and 4 tries",
                differences: [
                    difference("$.count", "2", "\"2\""),
                    difference("$.text", "\"grün\"", "\"gru\u{308}n\"", .inferred),
                ],
                body: Array("{\n  \"count\": \"2\",\n  \"text\": \"gru\u{308}n\"\n}\n".utf8)
            ),
        ]
    )

    private static let binaryBody = caseResult(
        "binary-body",
        line: 30,
        .failed,
        steps: [
            step(
                .failed,
                line: 31,
                headline: "the body is not JSON",
                differences: [difference("body", "JSON", "20 bytes that are not UTF-8")],
                body: Array("PNG<&>\"".utf8) + [0, 1, 2, 0x7F, 0x80, 0xFF] + Array("abcdefg".utf8)
            )
        ]
    )

    private static let controlCharacters = caseResult(
        "control-characters",
        line: 40,
        .failed,
        steps: [
            step(
                .failed,
                line: 41,
                headline: "wanted success, got E9 «\u{1B}]0;owned\u{7}» (400)",
                differences: [difference("error message", "\"No.\"", "\"\u{202E}\u{1B}[2J\"")],
                body: Array("\u{1B}[2J\u{1B}[Hgone\r\n\ttab\u{9B}1m\u{202E}\u{FFFE}\u{0B}".utf8)
            )
        ]
    )

    private static let manyDifferences = caseResult(
        "many-differences",
        line: 50,
        .failed,
        steps: [
            step(
                .failed,
                line: 51,
                headline: "$.list[0]: expected 0, got nothing (and 129 more)",
                differences: (0..<100).map { difference("$.list[\($0)]", "\($0)", "nothing") },
                count: 130,
                body: Array(String(repeating: "0123456789", count: 300).utf8)
            )
        ]
    )

    private static let severalLines = caseResult(
        "several-lines",
        line: 60,
        .failed,
        steps: [
            step(
                .failed,
                line: 61,
                headline: "wanted success, got E5 «first line\nsecond line» (500)",
                differences: [difference("outcome", "success", "E5 «first line\nsecond line»")],
                body: []
            )
        ]
    )

    /// A command whose body spans several lines must not be indented.
    private static let requestOfLines: CaseResult = {
        var broken = step(
            .failed,
            line: 71,
            headline: "wanted 201, got 200",
            differences: [difference("status", "201", "200")]
        )
        broken.exchanges[0].request.body = Array("{\n  \"message\": 1\n}".utf8)
        return caseResult("request-of-lines", line: 70, .failed, steps: [broken])
    }()
}

extension SampleResult {
    /// A promise for every status, and for every basis.
    static let promises: [PromiseResult] = [
        promise("send", .success, .documented, .passed),
        promise("send/json-body", .behaviour, .documented, .failed, "wanted 201, got 200"),
        promise("send/binary-body", .behaviour, .observed, .failed, "the body is not JSON"),
        promise("send/doubtful", .error, .recommended, .differs, "wanted E1, got E2 «No.» (400)"),
        promise("send/nobody-there", .error, .documented, .inconclusive, "no response: refused"),
        promise("send/untried", .behaviour, .inferred, .notCovered, cases: []),
        promise("send/late", .behaviour, .documented, .notCovered, "excluded by tag slow"),
        promise("errors/E1", .catalogue, .documented, .waived, "a known defect"),
        promise("errors/E2", .catalogue, .documented, .untestable, "only ever named"),
        promise("errors/E3", .catalogue, .observed, .untestable, "only ever named"),
    ]

    private static func promise(
        _ id: String,
        _ kind: PromiseResult.Kind,
        _ basis: Basis,
        _ status: PromiseStatus,
        _ reason: String? = nil,
        cases: [String] = ["some-case"]
    ) -> PromiseResult {
        PromiseResult(
            id: id,
            kind: kind,
            basis: basis,
            summary: "what it says",
            doc: "page#Heading",
            location: SourceLocation(file: "contracts/sample/tables.yaml", line: 5, column: 3),
            status: status,
            reason: reason,
            cases: cases
        )
    }
}
