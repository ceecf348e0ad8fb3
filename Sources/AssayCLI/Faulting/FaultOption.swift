import CommandLineTool
import Contract
import Faults
import HTTP

/// `--fault`, an option of several commands.
enum FaultOption {
    static let specification = OptionSpecification.value(
        "fault",
        ValueSpecification("FAULT", completion: .list(Fault.Action.Name.allCases.map(\.rawValue))),
        help: "Inject this fault: hang, latency=500ms, status=503,request=2 … (\"assay help "
            + "fault\" lists all). Default: none."
    )

    /// `--control`, used with it.
    static let control = OptionSpecification.value(
        "control",
        ValueSpecification("[HOST:]PORT"),
        help: "Let clients on this machine read the fault and its counters (GET), change the fault "
            + "(PUT or POST, as application/json) and end it (DELETE) at this address at run time."
    )

    /// Where to control faults: an address on the loopback interface only, as the control has no authentication.
    static func controlAddress(_ arguments: ParsedArguments) throws -> ListenAddress? {
        guard let address = try arguments.listenAddress("control") else { return nil }
        guard EndpointGuard(host: address.host).isLoopback else {
            throw arguments.unusable(
                arguments.string("control") ?? address.host,
                for: "control",
                expected: "an address that only this machine can reach, such as 127.0.0.1:9000, "
                    + "since each client can change the fault"
            )
        }
        return address
    }

    /// The fault of the option, if a hop can inject it in front of such a server.
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
