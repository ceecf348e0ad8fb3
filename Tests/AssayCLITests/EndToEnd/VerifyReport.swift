import JSON

/// The parts of a JSON report that tests examine.
struct VerifyReport {
    struct Case {
        let file: String
        let name: String
        let verdict: String
        let reason: String?
        let attempts: Int
        let repetitions: Int
        let steps: [Step]

        /// The step that decided the verdict; `nil` when all passed.
        var decisive: Step? { steps.first { $0.outcome != "passed" && $0.phase != "teardown" } }
        /// The first text of the decisive step.
        var headline: String? { decisive?.headline }
        /// The reason why the decisive step got no response.
        var failure: String? { decisive?.failure }
    }

    struct Step {
        let phase: String
        let label: String
        let outcome: String
        let headline: String?
        let failure: String?
        let curl: String?
        let status: Int?
    }

    let document: JSONValue

    init(_ document: JSONValue) {
        self.document = document
    }

    /// The ending of the run.
    var ending: String? { document["ending"]?.stringValue }

    /// The number of cases with a verdict.
    func count(_ verdict: String) -> Int? { document["summary"]?["cases"]?[verdict]?.intValue }

    /// All cases in order, across all files.
    var cases: [Case] {
        contracts.flatMap { contract in
            (contract["cases"]?.arrayValue ?? []).map { Self.decoded($0, contract) }
        }
    }

    /// The case with this name; the first one if it was repeated.
    subscript(name: String) -> Case? { cases.first { $0.name == name } }

    /// The status of each promise by its identifier.
    var promises: [String: String] { statuses(of: "promises") }

    /// The status of each promise of the client by its identifier.
    var clientPromises: [String: String] { statuses(of: "clientPromises") }

    private func statuses(of member: String) -> [String: String] {
        let rows = contracts.flatMap { $0[member]?.arrayValue ?? [] }
        let pairs = rows.map { ($0["id"]?.stringValue ?? "", $0["status"]?.stringValue ?? "") }
        return Dictionary(pairs) { first, _ in first }
    }

    private var contracts: [JSONValue] { document["contracts"]?.arrayValue ?? [] }

    private static func decoded(_ value: JSONValue, _ contract: JSONValue) -> Case {
        Case(
            file: contract["file"]?.stringValue ?? "",
            name: value["name"]?.stringValue ?? "",
            verdict: value["verdict"]?.stringValue ?? "",
            reason: value["reason"]?.stringValue,
            attempts: value["attempts"]?.intValue ?? 0,
            repetitions: value["repetitions"]?.intValue ?? 1,
            steps: (value["steps"]?.arrayValue ?? []).map { step in
                Step(
                    phase: step["phase"]?.stringValue ?? "",
                    label: step["label"]?.stringValue ?? "",
                    outcome: step["outcome"]?.stringValue ?? "",
                    headline: step["headline"]?.stringValue,
                    failure: step["failure"]?["kind"]?.stringValue,
                    curl: step["curl"]?.stringValue,
                    status: step["response"]?["status"]?.intValue
                )
            }
        )
    }
}
