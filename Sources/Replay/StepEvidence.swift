import Contract
import HTTP

/// The messages that a step checked, with the names in scope at that time.
struct StepEvidence {
    enum Kind {
        case response(ExchangeRecord)
        case call(CallOutcome)
        /// The requests that met the conditions.
        case reception([HTTPRequest])
    }

    let kind: Kind
    let evaluator: Evaluator

    init(_ kind: Kind, _ evaluator: Evaluator) {
        self.kind = kind
        self.evaluator = evaluator
    }

    /// `nil` when the step could not be performed.
    init?(_ performed: CaseSession.Performed, _ evaluator: Evaluator) {
        switch performed {
        case .request(let exchange): self.init(.response(exchange), evaluator)
        case .call(let outcome): self.init(Kind.call(outcome), evaluator)
        case .impossible: return nil
        }
    }
}

/// The state before a call of a client, so that it can be repeated with other responses.
struct CallBeginning {
    let evaluator: Evaluator
    let clients: [ClientInstance]

    /// `nil` unless the step makes a call that may be repeated.
    init?(of runner: StepRunner, _ evaluator: Evaluator) {
        guard runner.context.options.alters, runner.step.fault == nil,
            runner.step.background == nil, case .call = runner.step.action
        else { return nil }
        self.evaluator = evaluator
        clients = runner.session.copies
    }
}
