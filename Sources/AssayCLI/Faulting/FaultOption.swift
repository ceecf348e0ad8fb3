import Contract
import Faults
import HTTP

/// `--fault`, which several commands have.
enum FaultOption {
    static let specification = OptionSpecification.value(
        "fault",
        ValueSpecification("FAULT", completion: .list(Fault.Action.Name.allCases.map(\.rawValue))),
        help: "What befalls requests: hang, latency=500ms, status=503,request=2 … (\"assay help "
            + "fault\" lists all); without it, nothing does."
    )

    /// `--control`, beside it.
    static let control = OptionSpecification.value(
        "control",
        ValueSpecification("HOST:PORT"),
        help: "Where to ask for the fault and the counts (GET), change the fault (PUT or POST) and "
            + "end it (DELETE) while it runs."
    )

    /// The fault that was asked for, if it can be brought about before such a server.
    static func fault(_ arguments: ParsedArguments, isTLS: Bool) throws -> Fault? {
        guard let text = arguments.string("fault") else { return nil }
        do {
            let fault = try Fault(text: text)
            guard let obstacle = fault.obstacle(isTLS: isTLS) else { return fault }
            throw arguments.unusable(text, for: "fault", expected: "another fault (\(obstacle))")
        } catch let error as FaultError {
            throw arguments.unusable(text, for: "fault", expected: "a fault (\(error))")
        }
    }
}
