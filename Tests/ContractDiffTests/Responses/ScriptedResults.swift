import Contract
import HTTP
import JSON
import TestSupport

@testable import ContractDiff

/// Results of cases, written by hand.
enum ScriptedResults {
    static let place = SourceLocation(file: "c.yaml", line: 1, column: 1)

    /// A step that sent a request and got a response.
    static func step(
        _ label: String = "call",
        phase: StepResult.Phase = .steps,
        request: HTTPRequest = HTTPRequest(method: "GET", origin: "http://h", path: "/"),
        status: Int = 200,
        headers: [String: String] = [:],
        _ body: String = ""
    ) -> StepResult {
        var fields = HTTPFields()
        for (name, value) in headers.sorted(by: { $0.key < $1.key }) { fields.append(name, value) }
        return StepResult(
            phase: phase,
            label: label,
            location: place,
            request: request,
            response: HTTPResponse(status: status, headers: fields, body: Array(body.utf8))
        )
    }

    /// A step without a response.
    static func silence(_ kind: TransportFailure.Kind, isJudged: Bool) -> StepResult {
        StepResult(
            phase: .steps,
            label: "call",
            location: place,
            outcome: isJudged ? .failed : .inconclusive,
            request: HTTPRequest(method: "GET", origin: "http://h", path: "/"),
            failure: TransportFailure(kind: kind, detail: "scripted")
        )
    }

    static func result(
        _ name: String = "case",
        _ verdict: Verdict = .passed,
        _ steps: StepResult...
    ) -> CaseResult {
        CaseResult(file: "c.yaml", name: name, location: place, verdict: verdict, steps: steps)
    }

    /// A request with a JSON body.
    static func put(_ path: String, _ body: JSONValue) -> HTTPRequest {
        HTTPRequest(method: "PUT", origin: "http://h", path: path, body: Array(body.text.utf8))
    }
}

extension ResponseComparison {
    /// `case step 1: $.a: 1 ≠ 2`, one line per difference.
    var lines: [String] {
        cases.flatMap { each in
            each.steps.flatMap { step in
                step.differences.map { difference in
                    let values = [difference.first, difference.second]
                        .map { $0?.text ?? "nothing" }.joined(separator: " ≠ ")
                    return "\(each.first.name) step \(step.number): \(difference.path): \(values)"
                }
            }
        }
    }
}
