package import Base
package import LoadModel

extension MissingResponse {
    package init(_ trouble: LocalTrouble) {
        self =
            switch trouble {
            case .ports: .noPort
            case .files: .noFile
            case .memory: .noMemory
            case .permission: .notPermitted
            case .name: .noAddress
            }
    }

    /// Resource missing on the generator's machine; `nil` for another reason.
    package var local: LocalTrouble? {
        switch self {
        case .noPort: .ports
        case .noFile: .files
        case .noMemory: .memory
        case .notPermitted: .permission
        case .noAddress: .name
        case .timeout, .reset, .closedBeforeResponse, .truncated, .malformed, .refusedStream,
            .streamReset, .goAwayRefused, .goAway, .tls, .unreachable, .unanswered, .unsent,
            .notFinished:
            nil
        }
    }
}

extension RunOutcome {
    /// Why there is no response; `nil` for a response.
    package var missingResponse: MissingResponse? { MissingResponse(rawValue: name) }
}
