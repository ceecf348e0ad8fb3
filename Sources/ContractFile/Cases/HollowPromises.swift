package import Contract

/// Finds promises that say more than a success, while the steps that bring them about ask for nothing
/// more.
struct HollowPromises {
    /// All that may bring each other's promises about: those of one folder.
    let contracts: [ContractDocument]

    /// What the steps of a promise ask for, from the least on.
    private enum Asked: Int, Comparable {
        case success
        /// What the client itself remembers.
        case memory
        case more

        static func < (left: Asked, right: Asked) -> Bool { left.rawValue < right.rawValue }
    }

    /// One warning for each such promise, in the order of its files and lines.
    var diagnostics: [Diagnostic] {
        var asked: [PromiseKey: (promise: Promise, asked: Asked)] = [:]
        for contract in contracts {
            let index = ContractIndex(contract)
            for step in contract.cases.flatMap(\.steps) {
                for id in step.covers {
                    guard let promise = index.promises[id] ?? index.callPromises[id],
                        promise.saysMoreThanSuccess
                    else { continue }
                    let key = PromiseKey(file: promise.location.file, id: id)
                    let most = max(Self.asked(by: step, index), asked[key]?.asked ?? .success)
                    asked[key] = (promise, most)
                }
            }
        }
        return asked.values.sorted { left, right in
            let (first, second) = (left.promise.location, right.promise.location)
            return (first.file, first.line, first.column) < (
                second.file, second.line, second.column
            )
        }.compactMap { Self.diagnostic($0.promise, $0.asked) }
    }

    private static func asked(by step: Step, _ index: ContractIndex) -> Asked {
        if step.reception != nil { return .more }
        // Where another promise of the step wants an error, the step asks for a failure.
        let promises = step.covers.compactMap { index.promises[$0] ?? index.callPromises[$0] }
        if promises.contains(where: { $0.error != nil }) { return .more }
        guard let expectation = step.expectation else { return .success }
        let asksStatus = expectation.status != nil && !step.statesSuccess
        if asksStatus || expectation.asksForMoreThanAsserts { return .more }
        guard !expectation.asserts.isEmpty else { return .success }
        return expectation.asserts.allSatisfy(\.query.asksClient) ? .memory : .more
    }

    private static func diagnostic(_ promise: Promise, _ asked: Asked) -> Diagnostic? {
        let name = Excerpt.quoted(promise.id)
        let owner = Excerpt.quoted(String(promise.id.prefix { $0 != "/" }))
        let reason: String
        switch asked {
        case .success:
            reason = "the steps that cover \(name) check only that \(owner) succeeds"
        case .memory:
            reason = "the steps that cover \(name) check only the client's own state"
        case .more: return nil
        }
        return Diagnostic(
            reason,
            at: promise.location,
            hint:
                "add an expectation for it to a step that covers it, or write \"acceptedOnly: "
                + "true\" if the documents promise no more",
            severity: .warning
        )
    }
}

extension Promise {
    /// Whether more than the success of its operation or call must be checked.
    fileprivate var saysMoreThanSuccess: Bool {
        error == nil && expectation == nil && !isAcceptedOnly && waiver == nil
            && untestable == nil && noDefect == nil
    }
}

extension ExpectationTemplate {
    fileprivate var asksForMoreThanAsserts: Bool {
        requests != nil || error != nil || signed != nil || schema != nil || !examples.isEmpty
            || !transport.isEmpty || declared != nil
    }
}

extension QueryTemplate {
    /// Whether it looks at nothing but what a client remembers, or was given.
    fileprivate var asksClient: Bool {
        switch self {
        case .ready(.state), .ready(.argument): true
        case .open(let name, _, _): name == "state" || name == "argument"
        case .ready, .ofRequest: false
        }
    }
}

extension ContractLibrary {
    /// Warns of promises whose steps ask for nothing that the promise says.
    ///
    /// - Parameter contracts: Those whose cases may bring the promises of each other's files about.
    package func warnOfHollowPromises(in contracts: [ContractDocument]) {
        HollowPromises(contracts: contracts).diagnostics.forEach(diagnostics.report)
    }
}
