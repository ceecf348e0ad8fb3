import Contract
import HTTP
import TestSupport

@testable import Reports

extension VerificationResult {
    /// The facts from which reports are written.
    var facts: VerifyFacts { VerifyFacts(self) }

    /// The same without secrets.
    func facts(_ redactor: Redactor) -> VerifyFacts { VerifyFacts(self, redactor: redactor) }
}

/// Results built by hand, so that reports can be compared with files.
enum SampleResult {
    static let file = "contracts/sample/push.yaml"

    static func place(_ line: Int, _ column: Int = 3) -> SourceLocation {
        SourceLocation(file: file, line: line, column: column)
    }

    /// A run with every verdict and every status of a promise.
    static let everything = VerificationResult(
        contracts: [
            ContractResult(
                file: file,
                title: "Sample push",
                version: "1.2",
                targets: [
                    ContractResult.Target(name: "api", url: "http://api.test", isReference: false)
                ],
                cases: judgedCases + otherCases,
                promises: []
            ),
            ContractResult(
                file: "contracts/sample/tables.yaml",
                title: "contracts/sample/tables.yaml",
                promises: promises
            ),
        ],
        level: .observed,
        seed: 42,
        startedAt: 1_769_817_600.25,
        duration: .milliseconds(12_345)
    )

    static func result(
        _ cases: [CaseResult],
        promises: [PromiseResult] = [],
        ending: VerificationResult.Ending = .complete
    ) -> VerificationResult {
        let target = ContractResult.Target(
            name: "api",
            url: "http://127.0.0.1:1",
            isReference: true
        )
        return VerificationResult(
            contracts: [
                ContractResult(
                    file: file,
                    title: "Sample push",
                    targets: [target],
                    cases: cases,
                    promises: promises
                )
            ],
            seed: 42,
            ending: ending,
            duration: .milliseconds(900)
        )
    }

    static func caseResult(
        _ name: String,
        line: Int,
        _ verdict: Verdict,
        reason: String? = nil,
        steps: [StepResult] = [],
        attempts: Int = 1
    ) -> CaseResult {
        CaseResult(
            file: file,
            name: name,
            location: place(line),
            tags: ["slow"],
            verdict: verdict,
            reason: reason,
            covers: ["send/\(name)"],
            steps: steps,
            attempts: attempts,
            duration: .microseconds(1_500)
        )
    }

    // MARK: - Exchanges

    static let request = HTTPRequest(
        method: "POST",
        origin: "http://api.test",
        path: "/v1/push",
        headers: HTTPFields([
            HTTPFields.Field(name: "Content-Type", value: "application/json"),
            HTTPFields.Field(name: "Authorization", value: "Bearer it's-secret"),
        ]),
        body: Array(#"{"message":"it's me"}"#.utf8)
    )

    static func response(_ status: Int, _ body: [UInt8]) -> HTTPResponse {
        HTTPResponse(
            status: status,
            headers: HTTPFields([
                HTTPFields.Field(name: "Content-Type", value: "application/json"),
                HTTPFields.Field(name: "X-Odd", value: "a\u{1B}[31mred\u{9B}"),
            ]),
            body: body,
            phases: PhaseTimes(
                connect: .microseconds(200),
                firstByte: .milliseconds(12),
                total: .milliseconds(14)
            )
        )
    }

    static func step(
        _ outcome: StepResult.Outcome,
        phase: StepResult.Phase = .steps,
        line: Int,
        headline: String? = nil,
        differences: [Difference] = [],
        count: Int? = nil,
        body: [UInt8] = Array("{}".utf8)
    ) -> StepResult {
        StepResult(
            phase: phase,
            label: "send",
            location: place(line, 9),
            promises: ["send"],
            outcome: outcome,
            request: request,
            response: response(outcome == .passed ? 201 : 200, body),
            headline: headline,
            differences: differences,
            differenceCount: count,
            stringToSign: "POST\napi.test\n/v1/push",
            duration: .milliseconds(15)
        )
    }

    static func refusedStep(phase: StepResult.Phase = .steps, line: Int) -> StepResult {
        StepResult(
            phase: phase,
            label: "send",
            location: place(line, 9),
            promises: ["send"],
            outcome: .inconclusive,
            request: request,
            failure: TransportFailure(kind: .refused, detail: "nobody listens at port 1"),
            headline: "no response: refused",
            duration: .milliseconds(1)
        )
    }

    static func difference(
        _ path: String,
        _ expected: String,
        _ actual: String,
        _ basis: Basis = .documented
    ) -> Difference {
        Difference(
            path: path,
            expected: expected,
            actual: actual,
            location: place(7, 11),
            basis: basis
        )
    }
}
