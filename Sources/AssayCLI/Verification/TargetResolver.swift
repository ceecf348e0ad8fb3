import Contract
import Replay

/// Finds out which server stands behind each target of a contract.
struct TargetResolver {
    /// From `--target`; empty starts the built-in reference.
    let given: [GivenTarget]
    /// From `--state-change-url`.
    let stateChangeURL: String?
    let launcher: any ReferenceLauncher
    let discovery: StateChangeDiscovery

    /// The targets of a contract that are there.
    ///
    /// As soon as one is named, those not named are unavailable: never the reference in silence.
    ///
    /// - Parameters:
    ///   - contract: The contract.
    ///   - variables: The values of its variables, which the reference takes for its own keys.
    /// - Returns: At least one target.
    /// - Throws: A `VerificationObstacle`, or why a reference could not be started.
    func targets(
        of contract: ContractDocument,
        _ variables: [String: String]
    ) async throws -> [ReplayTarget] {
        given.isEmpty
            ? try await references(contract, variables) : try await givenTargets(contract)
    }

    private func references(
        _ contract: ContractDocument,
        _ variables: [String: String]
    ) async throws -> [ReplayTarget] {
        var targets: [ReplayTarget] = []
        for target in contract.targets {
            guard let name = target.reference,
                let endpoint = try await launcher.endpoint(of: name, variables: variables)
            else { continue }
            targets.append(
                ReplayTarget(
                    name: target.name,
                    origin: endpoint.origin,
                    isReference: true,
                    stateChangeURL: stateChangeURL ?? endpoint.stateChangeURL,
                    speaksHTTP2: endpoint.speaksHTTP2
                )
            )
        }
        guard targets.isEmpty else { return targets }
        throw VerificationObstacle.noReference(file: contract.file)
    }

    private func givenTargets(_ contract: ContractDocument) async throws -> [ReplayTarget] {
        let needsStates = contract.cases.contains { !$0.given.isEmpty }
        let known = contract.targets.map(\.name)
        var targets: [ReplayTarget] = []
        for server in given {
            guard let name = server.name ?? known.first, known.contains(name) else { continue }
            var stateURL = stateChangeURL
            if stateURL == nil, needsStates { stateURL = await discovery.url(at: server.origin) }
            targets.append(
                ReplayTarget(
                    name: name,
                    origin: server.origin,
                    prefix: server.prefix,
                    stateChangeURL: stateURL
                )
            )
        }
        guard targets.isEmpty else { return targets }
        throw VerificationObstacle.noTarget(file: contract.file, known: known)
    }
}
