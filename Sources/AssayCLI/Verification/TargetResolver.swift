import Contract
import JSON
import Replay

/// Finds out which server stands behind each target of a contract.
struct TargetResolver {
    /// From `--target`; empty starts the built-in reference.
    let named: [NamedValue]
    let stateChangeURL: String?
    let launcher: any ReferenceLauncher
    let transport: any HTTPTransport

    /// Why a contract has no target to run against.
    struct Unavailable: Error, CustomStringConvertible {
        let description: String
    }

    /// The targets of a contract that are there.
    ///
    /// As soon as one is named, those not named are unavailable: never the reference in silence.
    func targets(of contract: ContractDocument) async throws -> [ReplayTarget] {
        named.isEmpty ? try await references(contract) : try await givenTargets(contract)
    }

    private func references(_ contract: ContractDocument) async throws -> [ReplayTarget] {
        var targets: [ReplayTarget] = []
        for target in contract.targets {
            guard let name = target.reference,
                let endpoint = try await launcher.endpoint(of: name)
            else { continue }
            targets.append(
                ReplayTarget(
                    name: target.name,
                    origin: endpoint.origin,
                    isReference: true,
                    stateChangeURL: endpoint.stateChangeURL
                )
            )
        }
        guard targets.isEmpty else { return targets }
        throw Unavailable(
            description: "\(contract.file): no target has a built-in reference; name the server "
                + "with --target URL"
        )
    }

    private func givenTargets(_ contract: ContractDocument) async throws -> [ReplayTarget] {
        var targets: [ReplayTarget] = []
        for value in named {
            guard let name = value.name ?? contract.targets.first?.name else { continue }
            guard contract.targets.contains(where: { $0.name == name }) else { continue }
            guard let target = ReplayTarget(name: name, url: value.value) else {
                throw Unavailable(
                    description: "\"\(value.value)\" is not a base URL: it has a query"
                )
            }
            let stateURL: String?
            if let stateChangeURL {
                stateURL = stateChangeURL
            } else {
                stateURL = await discoveredStateChangeURL(target, contract)
            }
            targets.append(
                ReplayTarget(
                    name: name,
                    origin: target.origin,
                    prefix: target.prefix,
                    stateChangeURL: stateURL
                )
            )
        }
        guard targets.isEmpty else { return targets }
        let known = contract.targets.map(\.name).joined(separator: ", ")
        throw Unavailable(
            description: "\(contract.file): none of its targets (\(known)) was named by --target"
        )
    }

    /// A reference server on this machine says itself where it takes provider states; nobody else
    /// is asked.
    private func discoveredStateChangeURL(
        _ target: ReplayTarget,
        _ contract: ContractDocument
    ) async -> String? {
        let request = HTTPRequest(
            method: "GET",
            origin: target.origin,
            path: "/.well-known/assay"
        )
        guard ["127.0.0.1", "::1", "localhost"].contains(request.hostname),
            contract.cases.contains(where: { !$0.given.isEmpty }),
            case .success(let response) = await transport.exchange(request, timeout: .seconds(2)),
            response.status == 200
        else { return nil }
        do {
            let answer = try JSONValue(parsing: response.body)
            return answer["stateChange"]?.stringValue.map { target.origin + $0 }
        } catch {
            // A server that answers everything with 200 is no reference.
            return nil
        }
    }
}
