package import Contract
package import JSON

extension ContractRunner {
    /// Does something between the set-up and the teardown of the file.
    ///
    /// - Parameter work: Gets what replays cases; is not called when a step of the set-up does not hold.
    /// - Returns: What it returns; else the step that did not hold.
    package func between<Result: Sendable>(
        _ work: (CaseReplay) async -> Result
    ) async -> (result: Result?, broken: StepResult?) {
        var shared = context
        if let broken { return (nil, broken) }
        let setup = await runFileSteps(context.contract.setup, .setup, in: &shared)
        let failed = setup.last { $0.outcome.endsCase }
        let result = failed == nil ? await work(CaseReplay(context: shared)) : nil
        _ = await runFileSteps(context.contract.teardown, .teardown, in: &shared)
        return (result, failed)
    }
}

/// Replays cases that are in no contract, one at a time.
package struct CaseReplay: Sendable {
    private(set) var context: RunContext

    /// Gives names values that cases need not capture themselves.
    package mutating func bind(_ values: [String: JSONValue]) {
        for (name, value) in values { context.evaluator.scope[name] = value }
    }

    /// Whether the run was interrupted.
    package var isInterrupted: Bool { context.interruption.isRequested }

    /// How long the run has gone on.
    package var elapsed: Duration { context.clock.elapsed }

    /// Runs a case.
    ///
    /// - Parameters:
    ///   - contractCase: Its steps are judged as those of the contract.
    ///   - number: The same case draws other values for another number.
    /// - Returns: What happened.
    package func run(_ contractCase: Case, number: Int) async -> CaseResult {
        await CaseRunner(context: context, contractCase: contractCase).run(repetition: number)
    }
}
