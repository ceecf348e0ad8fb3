package import Contract
package import JSON

extension ContractRunner {
    /// Performs work between the set-up and the teardown of the file.
    ///
    /// - Parameter work: Gets the replay of cases; is not called when a step of the set-up fails.
    /// - Returns: Its result; or the step that failed.
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

/// Replays cases that are not in a contract, one at a time.
package struct CaseReplay: Sendable {
    private(set) var context: RunContext

    /// Sets values that cases need not capture themselves.
    package mutating func bind(_ values: [String: JSONValue]) {
        for (name, value) in values { context.evaluator.scope[name] = value }
    }

    /// Whether the run was interrupted.
    package var isInterrupted: Bool { context.interruption.isRequested }

    /// The time since the start of the run.
    package var elapsed: Duration { context.clock.elapsed }

    /// Runs a case.
    ///
    /// - Parameters:
    ///   - contractCase: Its steps are checked like those of the contract.
    ///   - number: The same case draws other values for another number.
    /// - Returns: The result.
    package func run(_ contractCase: Case, number: Int) async -> CaseResult {
        await CaseRunner(context: context, contractCase: contractCase).run(repetition: number)
    }
}
