import Base
import Cryptography
import JSON
import ReportText

/// A case that did not pass, as `assay verify` writes it: the request and the response.
struct CaseFailure: Hashable, Sendable {
    /// A difference from the contract.
    struct Difference: Hashable, Sendable {
        let path: String
        let expected: String
        let actual: String
        /// The place of the line in the contract; may be empty.
        let place: String
        /// The text of that line; may be empty.
        let line: String
    }

    /// A request and its response.
    struct Exchange: Hashable, Sendable {
        let request: [String]
        let answer: [String]
    }

    /// A step that failed.
    struct Step: Hashable, Sendable {
        let label: String
        let headline: String
        let place: String
        /// The line of the contract at that place; may be empty.
        let line: String
        let differences: [Difference]
        let exchanges: [Exchange]
    }

    /// Counts from one in the file.
    let number: Int
    let service: String
    let name: String
    let verdict: String
    let reason: String
    let place: String
    let steps: [Step]

    /// The maximum number of bytes shown of a body.
    private static let bodyLimit = 16_384

    /// `nil` for a case that passed or did not run.
    init?(_ result: JSONValue, of service: String, number: Int) {
        verdict = result["verdict"]?.stringValue ?? ""
        guard ["failed", "inconclusive", "flaky"].contains(verdict) else { return nil }
        self.number = number
        self.service = service
        name = result["name"]?.stringValue ?? ""
        let all = result["steps"]?.arrayValue ?? []
        let wrong = all.filter { step in
            step["outcome"]?.stringValue != "passed" && step["phase"]?.stringValue != "teardown"
        }
        let deciding = wrong.first { $0["outcome"]?.stringValue != "differs" }
        reason = result["reason"]?.stringValue ?? deciding?["headline"]?.stringValue ?? ""
        place = PromiseGrid.place(deciding?["location"] ?? result["location"])
        steps = wrong.map(Step.init)
    }
}

extension CaseFailure.Step {
    fileprivate init(_ step: JSONValue) {
        label = step["label"]?.stringValue ?? ""
        headline = step["headline"]?.stringValue ?? ""
        place = PromiseGrid.place(step["location"])
        line = step["line"]?.stringValue ?? ""
        differences = (step["differences"]?.arrayValue ?? []).map { difference in
            CaseFailure.Difference(
                path: difference["path"]?.stringValue ?? "",
                expected: difference["expected"]?.stringValue ?? "",
                actual: difference["actual"]?.stringValue ?? "",
                place: PromiseGrid.place(difference["location"]),
                line: difference["line"]?.stringValue ?? ""
            )
        }
        exchanges = (step["exchanges"]?.arrayValue ?? [step]).compactMap(CaseFailure.exchange)
    }
}

extension CaseFailure {
    /// `nil` when nothing was sent.
    fileprivate static func exchange(_ exchange: JSONValue) -> Exchange? {
        guard let request = exchange["curl"]?.stringValue else { return nil }
        return Exchange(request: PrintableText.lines(request), answer: answer(exchange))
    }

    /// Status, fields and body; or why there is no response.
    private static func answer(_ exchange: JSONValue) -> [String] {
        if let failure = exchange["failure"] {
            let texts = [failure["kind"]?.stringValue, failure["detail"]?.stringValue]
            return ["no response: \(texts.compactMap(\.self).joined(separator: ": "))"]
        }
        guard let response = exchange["response"] else { return [] }
        let status = response["status"]?.intValue.map { "\($0)" } ?? ""
        let fields = (response["headers"]?.arrayValue ?? []).map { field in
            "\(field["name"]?.stringValue ?? ""): \(field["value"]?.stringValue ?? "")"
        }
        let body =
            response["body"]?.stringValue.map { Array($0.utf8) }
            ?? response["bodyBase64"]?.stringValue.flatMap { Base64.decode($0) } ?? []
        let lines = body.isEmpty ? ["(no body)"] : BodyText.lines(body, limit: bodyLimit)
        return ["HTTP/\(response["version"]?.stringValue ?? "") \(status)"] + fields + [""] + lines
    }
}
