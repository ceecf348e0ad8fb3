import Base
import Contract
import HTTP
import TestSupport

/// A run with a case for every verdict, and with content that a hostile server may send.
enum EveryVerdict {
    static let result = VerificationResult(
        contracts: [
            ContractResult(
                file: "contracts/push.yaml",
                title: "Push service",
                version: "1.0",
                targets: [
                    ContractResult.Target(
                        name: "api",
                        url: "http://127.0.0.1:8080",
                        isReference: false
                    )
                ],
                cases: [passed, failed, inconclusive, flaky, waived, skipped],
                promises: promises
            )
        ],
        level: .observed,
        seed: 42,
        startedAt: 1_790_000_000.25,
        duration: .milliseconds(1_234)
    )

    static let passed = CaseResult(
        file: "contracts/push.yaml",
        name: "send",
        location: place(10),
        tags: ["smoke"],
        verdict: .passed,
        covers: ["createPush"],
        steps: [
            StepResult(
                phase: .steps,
                label: "createPush",
                location: place(12, 9),
                request: request,
                response: HTTPResponse(
                    status: 201,
                    headers: HTTPFields([.init(name: "Content-Type", value: "application/json")]),
                    body: Array(#"{"id":"p1"}"#.utf8),
                    phases: PhaseTimes(
                        nameLookup: .microseconds(100),
                        connect: .microseconds(350),
                        firstByte: .microseconds(2_000),
                        total: .microseconds(2_345)
                    )
                ),
                tries: 3,
                startedAt: moment(500),
                duration: .milliseconds(40)
            )
        ],
        duration: .milliseconds(41)
    )

    /// Content from the server that tries to break out of every context in which it is placed.
    static let failed = CaseResult(
        file: "contracts/push.yaml",
        name: "both times [row #2 \\ a|b]",
        location: place(20),
        tags: ["errors"],
        verdict: .failed,
        covers: ["createPush/both-times"],
        steps: [
            StepResult(
                phase: .setup,
                label: "createDevice",
                location: place(22, 9),
                request: HTTPRequest(
                    method: "GET",
                    origin: "http://127.0.0.1:8080",
                    path: "/devices",
                    query: "where=%7B%7D&limit=1"
                ),
                response: HTTPResponse(
                    status: 200,
                    headers: HTTPFields([.init(name: "Set-Cookie", value: "sid=1; Path=/; Secure")])
                ),
                startedAt: moment(100)
            ),
            StepResult(
                phase: .steps,
                label: "createPush",
                location: place(24, 9),
                promises: ["createPush/both-times"],
                outcome: .failed,
                request: request,
                response: hostile,
                headline: "wanted E400008, got `E403002`\n::error::<b>@octocat</b>",
                differences: [
                    Difference(
                        path: "$.code",
                        expected: #""E400008""#,
                        actual: #""``E403002``""#,
                        location: place(40, 7)
                    ),
                    Difference(
                        path: "header X-Trace",
                        expected: "exists",
                        actual: "nothing",
                        basis: .observed
                    ),
                ],
                differenceCount: 5,
                startedAt: moment(200),
                duration: .milliseconds(9)
            ),
        ],
        duration: .microseconds(12_345)
    )

    static let inconclusive = CaseResult(
        file: "contracts/push.yaml",
        name: "unreachable",
        location: place(30),
        verdict: .inconclusive,
        reason: "no response: refused",
        steps: [
            StepResult(
                phase: .steps,
                label: "GET /health",
                location: place(32, 9),
                outcome: .inconclusive,
                request: HTTPRequest(method: "GET", origin: "http://127.0.0.1:1", path: "/health"),
                failure: TransportFailure(
                    kind: .refused,
                    detail: "could not connect",
                    phases: PhaseTimes(total: .microseconds(700))
                ),
                headline: "no response: refused",
                startedAt: moment(600)
            )
        ],
        duration: .milliseconds(1)
    )

    static let flaky = CaseResult(
        file: "contracts/push.yaml",
        name: "sometimes",
        location: place(40),
        verdict: .flaky,
        reason: "passed on attempt 2; at first: wanted 201, got 503",
        attempts: 2,
        duration: .milliseconds(7)
    )

    static let waived = CaseResult(
        file: "contracts/push.yaml",
        name: "old",
        location: place(50),
        verdict: .waived,
        reason: #"see ticket #7 in C:\tickets"#
    )

    static let skipped = CaseResult(
        file: "contracts/push.yaml",
        name: "over quota",
        location: place(60),
        verdict: .skipped,
        reason: "needs state quota-used-up"
    )

    static let promises = [
        promise("createPush", .success, .documented, .passed),
        promise("createPush/both-times", .error, .documented, .failed),
        promise("createPush/late", .behaviour, .recommended, .differs, summary: "not too late"),
        promise("errors/E404|002", .catalogue, .observed, .notCovered, reason: "no <case>"),
    ]

    static func place(_ line: Int, _ column: Int = 3) -> SourceLocation {
        SourceLocation(file: "contracts/push.yaml", line: line, column: column)
    }

    static let request = HTTPRequest(
        method: "POST",
        origin: "http://127.0.0.1:8080",
        path: "/push",
        headers: HTTPFields([
            .init(name: "Content-Type", value: "application/json"),
            .init(name: "Cookie", value: "sid=1; theme=dark"),
        ]),
        body: Array(#"{"message":"hello"}"#.utf8)
    )

    private static let hostile = HTTPResponse(
        status: 403,
        headers: HTTPFields([
            .init(name: "X-Note", value: "</details><script>alert(1)</script>")
        ]),
        body: Array("```\n</details>\n  ...\n| a | b |\n\u{202E}[x](http://evil.example)".utf8),
        phases: PhaseTimes(firstByte: .milliseconds(8), total: .milliseconds(9))
    )

    /// A moment, in milliseconds after the start of the run.
    private static func moment(_ milliseconds: Int64) -> Timestamp {
        Timestamp(nanosecondsSince1970: 1_790_000_000_250_000_000 + milliseconds * 1_000_000)
    }

    private static func promise(
        _ id: String,
        _ kind: PromiseResult.Kind,
        _ basis: Basis,
        _ status: PromiseStatus,
        summary: String? = nil,
        reason: String? = nil
    ) -> PromiseResult {
        PromiseResult(
            id: id,
            kind: kind,
            basis: basis,
            summary: summary,
            location: place(5),
            status: status,
            reason: reason
        )
    }
}
