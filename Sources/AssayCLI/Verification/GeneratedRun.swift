import Base
import Contract
import Generation
import HTTP
import Interchange
import JSON
import Replay

/// Runs the cases generated from one contract, shrinks their findings, and reports them.
struct GeneratedRun {
    let contract: ContractDocument
    /// The operations that cases are generated from.
    let operations: [Operation]
    /// The number of cases to run.
    let wanted: Int
    /// Whether the user gave the number.
    let isCounted: Bool
    let seed: UInt64
    /// The time after which no further case begins, by the clock of the run; `nil` for no limit.
    let deadline: Duration?
    /// The date that decides which waivers are in force.
    let today: String
    /// Receives the progress of the run.
    let watcher: (any RunWatcher)?
    /// Findings of an earlier run, which do not fail this one.
    let baseline: Baseline?
    /// The name of the one finding to reproduce; `nil` for all.
    let replayed: String?

    private var result = GenerationResult()
    private var findings: [Finding] = []
    /// The number of cases that were run, including those for shrinking: each draws its own values.
    private var number = 0
    /// Values of logins and of objects that cases share, so that each need not create its own.
    private var known: [String: JSONValue] = [:]
    /// The number of cases that share created objects before new ones are created.
    private static let sharing = 200
    /// Requests that are known to succeed, with their operations.
    private var models: [RequestModel] = []

    /// The time limit of a response: after two timeouts the server counts as hanging.
    private static let timeout = Duration.seconds(3)
    /// The number of cases that are tried to shrink one finding.
    private static let shrinkingLimit = 60
    /// The number of requests that wait for a server's recovery before it is given up.
    private static let recoveries = 5
    /// The number of cases for a finding in which every response times out.
    private static let slowShrinkingLimit = 3

    /// A finding in its smallest form.
    private struct Finding {
        let key: FindingKey
        var smallest: GeneratedCase
        var result: CaseResult
        var others = 0

        /// Whether a case with a finding of the same kind is certain to have this one.
        func covers(_ other: GeneratedCase, _ key: FindingKey) -> Bool {
            guard self.key == key else { return false }
            if key.isOfResponse { return true }
            // A finding of the unchanged request also occurs with edits.
            guard let mine = smallest.edits.first else { return smallest.isRequest }
            return smallest.edits.count == 1
                && other.edits.contains { $0.isAkin(to: mine, finding: key.kind) }
        }

        /// Whether the smallest case of another finding is this one.
        func isSame(_ other: GeneratedCase, _ key: FindingKey) -> Bool {
            guard self.key == key else { return false }
            return key.isOfResponse
                || smallest.edits.count == other.edits.count
                    && smallest.edits.allSatisfy { mine in
                        other.edits.contains { others in
                            mine.isAkin(to: others, finding: key.kind)
                                || mine.place == others.place && mine.change == others.change
                        }
                    }
        }
    }

    init(
        of contract: ContractDocument,
        operations: [Operation],
        wanted: Int,
        isCounted: Bool,
        seed: UInt64,
        deadline: Duration?,
        today: String,
        watcher: (any RunWatcher)? = nil,
        baseline: Baseline? = nil,
        replayed: String? = nil
    ) {
        self.contract = contract
        self.operations = operations
        self.wanted = wanted
        self.isCounted = isCounted
        self.seed = seed
        self.deadline = deadline
        self.today = today
        self.watcher = watcher
        (self.baseline, self.replayed) = (baseline, replayed)
    }

    /// The findings as failed or waived cases, and the number of generated cases.
    mutating func run(
        by replay: CaseReplay
    ) async -> (cases: [CaseResult], generation: GenerationResult) {
        result.wanted = wanted
        await findModels(by: replay)
        result.operations = models.count(where: \.isSound)
        var plan = CasePlan(models, of: contract, seed: seed)
        while result.cases < wanted, !isOver(replay), !isFoundAgain, let next = plan.next() {
            guard isReplayed(next.operation) else { continue }
            if result.cases.isMultiple(of: Self.sharing) { await share(by: replay) }
            result.cases += 1
            await perform(next, by: replay)
        }
        if result.cases < wanted, !plan.isEmpty, isOver(replay) {
            (result.isOutOfTime, result.untried) = (true, plan.untried)
        }
        if !isCounted { result.wanted = result.cases }
        return (concluded, result)
    }

    /// Whether the finding to reproduce was found.
    private var isFoundAgain: Bool {
        replayed.map(names.contains) ?? false
    }

    /// Whether cases of an operation are sent: when reproducing, only those of the finding's
    /// operation.
    private func isReplayed(_ operation: Operation) -> Bool {
        replayed?.hasPrefix(Self.word(["generated", operation.id, ""])) ?? true
    }

    /// Creates the objects that cases share.
    private mutating func share(by replay: CaseReplay) async {
        for model in models where model.isSound && model.source == nil {
            guard let name = model.createdName else { continue }
            let found = await run(model.unchanged, by: replay)
            let response = found?.steps.last { $0.phase == .steps }?.response
            known[name] = response.flatMap(model.createdValue)
        }
    }

    private func isOver(_ replay: CaseReplay) -> Bool {
        replay.isInterrupted || deadline.map { replay.elapsed >= $0 } ?? false
    }
}

// MARK: - Valid requests

extension GeneratedRun {
    /// Searches for a successful request of each operation; later operations use the objects that it creates.
    private mutating func findModels(by replay: CaseReplay) async {
        let excluded = contract.generation.excluded
        var missing: [Operation] = []
        for operation in operations {
            if let entry = excluded.first(where: { $0.operation == operation.id }) {
                result.excluded.append(.init(operation: operation.id, reason: entry.reason))
            } else {
                missing.append(operation)
            }
        }
        var search = BaseSearch(contract)
        var reasons: [String: String] = [:]
        var isNearer = true
        while isNearer, !missing.isEmpty, !isOver(replay) {
            isNearer = false
            for operation in missing where !isOver(replay) {
                var waiting = Array(search.candidates(for: operation).reversed())
                while let model = waiting.popLast() {
                    guard let found = await run(model.unchanged, by: replay) else { continue }
                    if found.isSuccess {
                        await take(model, found, into: &search, by: replay)
                        isNearer = true
                        break
                    }
                    let reached = found.steps.last { $0.phase == .steps }
                    if search.failed(model, wasAnswered: reached?.response != nil) {
                        reasons[operation.id] =
                            found.reason ?? found.steps.compactMap(\.headline).first
                    }
                    // Existing names are not reused.
                    if reached?.response?.status == 409, let drawing = model.drawingTexts {
                        waiting.append(drawing)
                    }
                }
            }
            missing.removeAll { search.models[$0.id] != nil }
        }
        models = operations.compactMap { search.models[$0.id] }
        known = search.known
        for operation in missing {
            let reason =
                reasons[operation.id]
                ?? "no case of the contract succeeds with it by requests alone"
            result.withoutBase.append(.init(operation: operation.id, reason: reason))
            guard var attempt = search.attempts[operation.id] else { continue }
            attempt.isSound = false
            models.append(attempt)
        }
    }

    /// Takes a request that succeeds: with as few preparing steps as possible, and with newly drawn texts where a
    /// second object of the same name is rejected.
    private mutating func take(
        _ model: RequestModel,
        _ found: CaseResult,
        into search: inout BaseSearch,
        by replay: CaseReplay
    ) async {
        var model = model.source == nil ? model : await leastPrepared(model, by: replay)
        var found = found
        if model.createsSomething, let again = await run(model.unchanged, by: replay),
            !again.isSuccess, let drawing = model.drawingTexts,
            let drawn = await run(drawing.unchanged, by: replay), drawn.isSuccess
        {
            (model, found) = (drawing, drawn)
        }
        model.isAsDeclared = found.verdict == .passed
        search.succeeded(model, found.steps.last { $0.phase == .steps }?.response)
    }

    /// The request with as few preparing steps as possible.
    private mutating func leastPrepared(
        _ model: RequestModel,
        by replay: CaseReplay
    ) async -> RequestModel {
        var model = model
        while let smaller = await firstPassing(model.lessPrepared, by: replay) { model = smaller }
        return model
    }

    private mutating func firstPassing(
        _ models: [RequestModel],
        by replay: CaseReplay
    ) async -> RequestModel? {
        for model in models {
            guard !isOver(replay) else { return nil }
            if await run(model.unchanged, by: replay)?.verdict == .passed { return model }
        }
        return nil
    }
}

extension CaseResult {
    /// Whether the request succeeded, even with a response that is not quite as declared: that is a finding of its
    /// own and prevents nothing else.
    fileprivate var isSuccess: Bool {
        if verdict == .passed { return true }
        guard verdict == .failed, let step = steps.last(where: { $0.phase == .steps }),
            let status = step.response?.status
        else { return false }
        // A redirection is not an error (RFC 9110, section 15.4).
        return (300..<400).contains(status)
            || (200..<300).contains(status)
                && step.differences.allSatisfy { !["outcome", "status"].contains($0.path) }
    }
}

// MARK: - Cases

extension GeneratedRun {
    /// Runs a case; `nil` when its requests cannot be laid out.
    ///
    /// When it runs alone, it logs in and creates what it needs itself, as it does when a user
    /// repeats it.
    private mutating func run(
        _ generated: GeneratedCase,
        isAlone: Bool = true,
        by replay: CaseReplay
    ) async -> CaseResult? {
        number += 1
        do {
            let name = "generated \(generated.operation.id)"
            let contractCase = try generated.contractCase(
                name,
                timeout: Self.timeout,
                knowing: isAlone ? [] : Set(known.keys)
            )
            var replay = replay
            if !isAlone { replay.bind(known) }
            return await replay.run(contractCase, number: number)
        } catch {
            return nil
        }
    }

    private mutating func perform(_ generated: GeneratedCase, by replay: CaseReplay) async {
        // A request that is known to hang is not worth waiting for.
        let hangs = findings.contains { $0.key.kind == .hang && $0.covers(generated, $0.key) }
        guard !hangs else { return }
        guard let result = await run(generated, isAlone: false, by: replay) else { return }
        watcher?.ended(result)
        if result.verdict == .inconclusive, !replay.isInterrupted {
            self.result.inconclusive += 1
            let reason = result.reason ?? result.steps.compactMap(\.headline).last
            self.result.obstacle =
                self.result.obstacle ?? "\(generated.operation.id): \(reason ?? "no response")"
        }
        guard let key = generated.finding(in: result, of: contract) else { return }
        if let known = findings.firstIndex(where: { $0.covers(generated, key) }) {
            findings[known].others += 1
            return
        }
        // A result that depends on the state of the server is not caused by the request. A server
        // error always counts, even if it is hard to reproduce.
        guard let again = await run(generated, by: replay),
            generated.finding(in: again, of: contract) == key
        else {
            if key.kind == .serverError, !replay.isInterrupted { note(generated, result, key) }
            return
        }
        let (smallest, found) = await shrunk(generated, again, key, by: replay)
        if key.kind == .hang || key.kind == .noResponse { await recover(by: replay) }
        if let known = findings.firstIndex(where: { $0.isSame(smallest, key) }) {
            findings[known].others += 1
        } else {
            findings.append(Finding(key: key, smallest: smallest, result: found))
        }
    }

    /// Records a finding that did not recur.
    private mutating func note(
        _ generated: GeneratedCase,
        _ result: CaseResult,
        _ key: FindingKey
    ) {
        var result = result
        result.reason =
            result.reason.map { "\($0); seen once, not again" } ?? "seen once, not again"
        findings.append(Finding(key: key, smallest: generated, result: result))
    }

    /// Waits until the server responds again, so that later cases are not blamed for this one.
    private mutating func recover(by replay: CaseReplay) async {
        guard let model = models.first(where: \.isSound) else { return }
        for _ in 0..<Self.recoveries where !isOver(replay) {
            if await run(model.unchanged, by: replay)?.verdict == .passed { return }
        }
    }

    /// The smallest case with the same finding.
    private mutating func shrunk(
        _ generated: GeneratedCase,
        _ result: CaseResult,
        _ key: FindingKey,
        by replay: CaseReplay
    ) async -> (GeneratedCase, CaseResult) {
        var (smallest, best) = (generated, result)
        if let named = generated.naming(differenceIn: result),
            let found = await run(named, by: replay), named.finding(in: found, of: contract) == key
        {
            return (named, found)
        }
        var rest = key.kind == .hang ? Self.slowShrinkingLimit : Self.shrinkingLimit
        var isSmaller = true
        while isSmaller {
            isSmaller = false
            for candidate in smallest.smaller
            where key.kind != .refused || !candidate.isRequest || !candidate.edits.isEmpty {
                guard rest > 0, !replay.isInterrupted else { return (smallest, best) }
                rest -= 1
                self.result.shrinking += 1
                guard let found = await run(candidate, by: replay),
                    candidate.finding(in: found, of: contract) == key
                else { continue }
                (smallest, best) = (candidate, found)
                isSmaller = true
                break
            }
        }
        return (smallest, best)
    }
}

// MARK: - Conclusion

extension GeneratedRun {
    /// Findings as cases.
    private var concluded: [CaseResult] {
        let spelling = CaseSpelling(contract)
        return zip(names, findings).filter { replayed == nil || $0.0 == replayed }.map {
            name,
            finding in
            var result = finding.result
            result.name = name
            result.tags = ["generated"]
            let found = GeneratedFinding(
                operation: finding.key.operation,
                kind: finding.key.kind,
                places: finding.smallest.edits.map(\.place),
                alterations: finding.key.kind == .accepted
                    ? finding.smallest.reasons : finding.smallest.words,
                others: finding.others,
                text: text(of: finding.smallest, name, spelling)
            )
            result.generated = found
            if let waiver = waiver(of: found) {
                result.verdict = .waived
                result.reason = waiver.description
            }
            return result
        }
    }

    /// The text of the case in a contract, below `cases:`.
    private func text(
        of generated: GeneratedCase,
        _ name: String,
        _ spelling: CaseSpelling
    ) -> String? {
        do {
            let contractCase = try generated.contractCase(name, timeout: Self.timeout)
            return spelling.spelling(of: contractCase).map {
                GeneratedFiles.remarks(of: $0) + ContractText.entry(name, $0)
            }
        } catch {
            return nil
        }
    }

    /// The names of findings: `generated-createNote-refused-json-text`, with a number where several would have that
    /// name.
    private var names: [String] {
        var taken: Set<String> = []
        return findings.map { finding in
            let places = finding.smallest.edits.flatMap(\.tokens)
            let (key, kind) = (finding.key, finding.key.kind.rawValue)
            let name = Self.word(["generated", key.operation, kind] + places)
            var unique = name
            var number = 2
            while !taken.insert(unique).inserted {
                unique = "\(name)-\(number)"
                number += 1
            }
            return unique
        }
    }

    private static func word(_ parts: [String]) -> String {
        String(
            parts.joined(separator: "-").map { character in
                character.isASCII && (character.isLetter || character.isNumber || character == "_")
                    ? character : "-"
            }
        )
    }

    /// Waivers of the contract, then findings of an earlier run.
    private func waiver(of finding: GeneratedFinding) -> Waiver? {
        let waived = contract.generation.waived.first { waived in
            (waived.operation.map { $0 == finding.operation } ?? true)
                && (waived.kind.map { $0 == finding.kind } ?? true)
                && (waived.place.map { pattern in
                    finding.places.contains { Glob.matches($0, pattern: pattern) }
                } ?? true) && waived.waiver.isInForce(on: today)
        }
        return waived?.waiver ?? (baseline?.has(finding) == true ? baseline?.waiver : nil)
    }
}
