import Base
package import Contract
package import HTTP
package import Measure
import ReportText
package import Trace

/// A result of `assay verify` with everything derived from it, computed once for all its reports.
package struct VerifyFacts: Sendable {
    /// Without secrets.
    package let result: VerificationResult
    package let conclusion: RunConclusion
    let gates: RunGates
    /// Every case of every contract.
    let cases: [CaseResult]
    let counts: VerdictCounts
    /// The promises of servers.
    let server: PromiseSide
    /// The promises of client libraries.
    let client: PromiseSide
    /// The coverage of documents with an inventory.
    let documents: [DocumentCoverage]
    /// The machine that sent the requests; `nil` when it is not shown.
    let environment: RunEnvironment?
    /// The line of a contract at a place; `nil` where its text is not available.
    let line: @Sendable (SourceLocation) -> String?

    /// Removes secrets and derives the conclusion.
    ///
    /// - Parameters:
    ///   - result: The result of the run.
    ///   - gates: Requirements on the run besides the contract.
    ///   - redactor: Removes secrets.
    ///   - inventories: Of the documents that the contracts are of.
    ///   - environment: The machine; `nil` leaves it out of reports.
    ///   - line: The line of a contract at a place; `nil` where its text is not at hand.
    package init(
        _ result: VerificationResult,
        gates: RunGates = RunGates(),
        redactor: Redactor = Redactor(),
        inventories: [Inventory] = [],
        environment: RunEnvironment? = nil,
        line: @escaping @Sendable (SourceLocation) -> String? = { _ in nil }
    ) {
        let result = result.withoutSecrets(redactor)
        let promises = result.promises + result.clientPromises
        let documents = inventories.covered(by: promises)
        self.init(result, gates, documents, environment, line)
    }

    private init(
        _ result: VerificationResult,
        _ gates: RunGates,
        _ documents: [DocumentCoverage],
        _ environment: RunEnvironment?,
        _ line: @escaping @Sendable (SourceLocation) -> String?
    ) {
        self.documents = documents
        self.environment = environment
        self.line = line
        self.result = result
        self.gates = gates
        cases = result.cases
        counts = VerdictCounts(cases)
        server = PromiseSide(result.promises, "promises", upTo: result.level)
        client = PromiseSide(result.clientPromises, "client promises", upTo: result.level)
        conclusion = RunConclusion(
            counts,
            result.ending,
            coverage: [
                ("coverage", server.counted.fraction, gates.requiredCoverage),
                ("client coverage", client.counted.fraction, gates.requiredClientCoverage),
                (
                    "the share of statements that are checked",
                    documents.share(of: documents.count(.checked)), gates.requiredChecked
                ),
                (
                    "the share of statements that are checked or modelled",
                    documents.share(of: documents.count(.checked) + documents.count(.modelled)),
                    gates.requiredDocuments
                ),
            ],
            failsOnFlaky: gates.failsOnFlaky,
            generations: result.contracts.compactMap(\.generation)
        )
    }
}

extension VerifyFacts {
    /// The name of a test for the run as a whole, when nothing was checked.
    static let someCaseIsJudged = "at least one case is checked"

    /// The facts with every text on one line and without control characters.
    var printable: VerifyFacts {
        VerifyFacts(result.printable, gates, documents, environment, line)
    }

    /// `2 skipped, 1 waived`.
    package var verdicts: String { counts.text() }

    /// `44 checked and 2 modelled of 51 statements of documents`; `nil` without an inventory.
    var documentCoverage: String? {
        guard !documents.isEmpty else { return nil }
        let declared = documents.count(.declared)
        let counts =
            ["\(documents.count(.checked)) checked", "\(documents.count(.modelled)) modelled"]
            + (declared == 0 ? [] : ["\(declared) declared"])
        return
            "\(Words.conjunction(counts)) of \(Count.of(documents.countable, "statement")) of documents"
    }

    /// `api.yaml: 5 of 6 operations, 8 of 14 statuses … covered`; `nil` without a description.
    var description: String? {
        result.described.map { use in
            let shares = use.shares.map { "\($0.seen) of \($0.all) \($0.kind)" }
            return "\(use.file): \(shares.joined(separator: ", ")) covered"
        }
    }

    /// `200 generated cases of 12 operations: 3 findings`; empty when none were requested.
    var generated: [String] {
        let generations = result.contracts.compactMap(\.generation)
        guard !generations.isEmpty else { return [] }
        func sum(_ count: (GenerationResult) -> Int) -> Int {
            generations.reduce(0) { $0 + count($1) }
        }
        let findings = cases.count { $0.generated != nil && $0.verdict == .failed }
        let waived = cases.count { $0.generated != nil && $0.verdict == .waived }
        let (ran, operations) = (sum(\.cases), sum(\.operations))
        let half = sum(\.withoutBase.count)
        var line =
            "\(Count.of(ran, "generated case")) of \(Count.of(operations, "operation"))"
            + (half == 0 ? "" : ", \(half) more covered in part")
            + ": " + (findings == 0 ? "nothing found" : Count.of(findings, "finding"))
        if waived > 0 { line += ", \(waived) waived" }
        let inconclusive = sum(\.inconclusive)
        if inconclusive > 0 {
            let obstacle = generations.lazy.compactMap(\.obstacle).first
            line += ", \(inconclusive) inconclusive"
            line += obstacle.map { " (\($0))" } ?? ""
        }
        let isCut = generations.contains(where: \.isOutOfTime)
        if isCut {
            let untried = sum(\.untried)
            line +=
                "; time ran out before "
                + (untried > 0 ? "\(untried) more" : "more combinations")
                + " ran (--time allows more)"
        }
        if isCut, sum(\.wanted) > ran { line += "; \(sum(\.wanted)) were requested" }
        return [line]
    }

    /// Whether only generated cases ran, which do not check promises.
    var isGeneratedOnly: Bool {
        result.contracts.contains { $0.generation != nil }
            && cases.allSatisfy { $0.generated != nil }
    }

    /// `2 requests were sent again, …`; `nil` when none was.
    var sentAgain: String? {
        let count = cases.flatMap(\.steps).flatMap(\.exchanges)
            .count { $0.response?.wasSentAgain == true }
        guard count > 0 else { return nil }
        return
            "\(Count.of(count, "request")) \(count == 1 ? "was" : "were") sent again over a new "
            + "connection, because the server had closed the old one without notice"
    }

    /// `3 requests were sent once more, …`; `nil` when none was.
    var sentOnceMore: String? {
        let retries = cases.flatMap(\.steps).flatMap(\.exchanges).compactMap(\.retry)
        guard !retries.isEmpty else { return nil }
        let renewed = retries.count { $0 == .renewed }
        let waited = retries.count - renewed
        let reasons = [
            waited > 0 ? "\(waited) after the delay in Retry-After" : nil,
            renewed > 0 ? "\(renewed) with a new access token after a 401" : nil,
        ].compactMap(\.self)
        let verb = retries.count == 1 ? "was" : "were"
        return "\(Count.of(retries.count, "request")) \(verb) sent once more: "
            + reasons.joined(separator: ", ")
    }

    /// Contracts with cases; the others have only promises.
    var suites: [ContractResult] {
        result.contracts.filter { !$0.cases.isEmpty || $0.generation != nil }
    }

    /// The sides with promises.
    var sides: [PromiseSide] { [server, client].filter { !$0.promises.isEmpty } }

    /// `3 of 4 promises checked (75.0 %, basis documented)`, and the same for the client's promises
    /// when any count.
    var coverage: String {
        let sentences = [server.coverage] + (client.counted.total > 0 ? [client.coverage] : [])
        return sentences.joined(separator: "; ")
    }
}

/// Promises of one side, and how many of them were checked.
struct PromiseSide {
    /// In file order.
    let promises: [PromiseResult]
    /// `promises`, `client promises`.
    let noun: String
    let summary: CoverageSummary
    /// Those up to the level that counts.
    let counted: CoverageSummary.Counts
    private let level: Basis

    init(_ promises: [PromiseResult], _ noun: String, upTo level: Basis) {
        self.promises = promises
        self.noun = noun
        self.level = level
        summary = CoverageSummary(promises)
        counted = summary.counts(upTo: level)
    }

    /// `3 of 4 promises checked`.
    var judged: String { "\(counted.judged) of \(counted.countable) \(noun) checked" }

    /// `75.0 %`.
    var share: String { CoverageSummary.percentage(counted.fraction) }

    /// `basis documented; 2 only in part`.
    var basis: String {
        let partly = promises.count { $0.isPartlyTried && $0.basis <= level }
        return "basis \(level.rawValue)" + (partly == 0 ? "" : "; \(partly) only in part")
    }

    /// `3 of 4 promises checked (75.0 %, basis documented)`.
    var coverage: String { "\(judged) (\(share), \(basis))" }
}

/// The number of cases by verdict.
struct VerdictCounts {
    private let counts: [Verdict: Int]
    /// All cases.
    let total: Int

    init(_ cases: [CaseResult]) {
        counts = cases.reduce(into: [:]) { $0[$1.verdict, default: 0] += $1.repetitions }
        total = counts.values.reduce(0, +)
    }

    subscript(_ verdict: Verdict) -> Int { counts[verdict] ?? 0 }

    /// The gravest first.
    private static let order: [(verdict: Verdict, role: TextStyle.Role)] = [
        (.failed, .bad), (.inconclusive, .doubtful), (.flaky, .doubtful), (.passed, .good),
        (.waived, .dim), (.skipped, .dim),
    ]

    /// `2 failed, 7 passed`: without those that did not occur, each part passed through `style`.
    func text(_ style: (String, TextStyle.Role) -> String = { text, _ in text }) -> String {
        Self.order.filter { self[$0.verdict] > 0 }
            .map { style("\(self[$0.verdict]) \($0.verdict.rawValue)", $0.role) }
            .joined(separator: ", ")
    }

    /// `9 cases: 2 failed, 7 passed`.
    func sentence(_ style: (String, TextStyle.Role) -> String = { text, _ in text }) -> String {
        let cases = Count.of(total, "case")
        return total == 0 ? cases : "\(cases): \(text(style))"
    }
}

extension CaseResult {
    /// The step that decided the verdict, and its number, counted from one; `nil` when none did.
    var decidingStep: (number: Int, step: StepResult)? {
        let index = steps.firstIndex { step in
            step.phase != .teardown && (step.outcome == .failed || step.outcome == .inconclusive)
        }
        return index.map { ($0 + 1, steps[$0]) }
    }

    /// The main point of a case that did not simply pass.
    var mainPoint: String { reason ?? decidingStep?.step.headline ?? verdict.rawValue }
}

extension StepResult {
    /// The label, and the injected fault: `createPush with fault reset`.
    var title: String { fault.map { "\(label) with fault \($0)" } ?? label }
}

extension Difference {
    /// `$.code: expected "E400008", got "E403002"`, without its place in the contract.
    var statement: String { plainStatement + mark }

    /// Its basis, unless documented, and the waiver: ` [observed]`.
    var mark: String {
        let doubt = basis == .documented ? "" : " [\(basis.rawValue)]"
        guard case .waived(let reason) = standing else { return doubt }
        return doubt + " [waived: \(reason)]"
    }

    /// The statement with the contract line that requires it.
    var sentence: String { location.map { "\(statement) (\($0))" } ?? statement }
}
