import Contract
import Replay

/// Finds the server for each target of a contract.
struct TargetResolver {
    /// From `--target`; empty starts the built-in reference.
    let given: [TargetOption]
    /// From `--state-change-url`.
    let stateChangeURL: String?
    let launcher: any ReferenceLauncher
    let discovery: StateChangeDiscovery

    /// The available targets of a contract.
    ///
    /// As soon as one is named, the others are unavailable: the reference is never used silently.
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
            ? try await references(contract, variables)
            : try await givenTargets(contract, variables)
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

    private func givenTargets(
        _ contract: ContractDocument,
        _ variables: [String: String]
    ) async throws -> [ReplayTarget] {
        let needsStates = contract.cases.contains { !$0.given.isEmpty }
        let known = contract.targetNames
        var targets: [ReplayTarget] = []
        for server in given {
            guard let name = server.name ?? known.first, known.contains(name) else { continue }
            try check(server, as: contract.targets.first { $0.name == name }, variables)
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

    /// Rejects a URL that ends with the base path, which would occur twice.
    private func check(
        _ server: TargetOption,
        as target: TargetSpecification?,
        _ variables: [String: String]
    ) throws {
        guard let target, let template = target.basePath else { return }
        let path = template.parts.map { part in
            switch part {
            case .literal(let text): text
            case .reference(let names): variables[names.joined(separator: ".")] ?? "?"
            case .function: "?"
            }
        }.joined()
        guard path.hasPrefix("/"), path.count > 1, server.prefix.hasSuffix(path) else { return }
        throw VerificationObstacle.doubledBase(
            url: server.origin + server.prefix,
            basePath: path,
            target: target
        )
    }
}
