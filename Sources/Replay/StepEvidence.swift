import Contract
import HTTP

/// What a step judged, with the names that were in scope when it did.
struct StepEvidence {
    enum Kind {
        case answer(ExchangeRecord)
        case call(CallOutcome)
        /// The requests that were meant.
        case reception([HTTPRequest])
    }

    let kind: Kind
    let evaluator: Evaluator

    init(_ kind: Kind, _ evaluator: Evaluator) {
        self.kind = kind
        self.evaluator = evaluator
    }

    /// `nil` when the step could not be done.
    init?(_ performed: CaseSession.Performed, _ evaluator: Evaluator) {
        switch performed {
        case .request(let exchange): self.init(.answer(exchange), evaluator)
        case .call(let outcome): self.init(Kind.call(outcome), evaluator)
        case .impossible: return nil
        }
    }
}

/// How things stood before a call of a client, so that it can be made again with other answers.
struct CallBeginning {
    let evaluator: Evaluator
    let clients: [ClientInstance]

    /// `nil` unless the step makes a call that may have to be made again.
    init?(of runner: StepRunner, _ evaluator: Evaluator) {
        guard runner.context.options.alters, runner.step.fault == nil,
            runner.step.background == nil, case .call = runner.step.action
        else { return nil }
        self.evaluator = evaluator
        clients = runner.session.copies
    }
}
