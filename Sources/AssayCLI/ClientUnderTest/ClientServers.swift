import CommandLineTool
import Contract
import HTTP
import HTTPServer
import JSON
import ReferencePush
import Replay
import Stub
import Synchronization

/// What responds to a client under test.
enum ClientService: Hashable {
    /// A built-in service: `nhn-push`.
    case reference(String)
    /// A stub of the contracts.
    case stub

    var isReference: Bool { self != .stub }

    /// The service of contracts.
    ///
    /// - Throws: `VerificationObstacle` when they are of several.
    init(_ contracts: [ContractDocument]) throws(VerificationObstacle) {
        let names = contracts.flatMap(\.targets).compactMap { target in
            target.reference.map { String($0.prefix { $0 != "." }) }
        }
        let known = Set(names).sorted()
        guard known.count <= 1 else { throw .severalServices(known) }
        self = known.first.map { .reference($0) } ?? .stub
    }
}

/// The servers of one run of a client.
final class ClientServers: Sendable {
    private let running = Mutex<[@Sendable () -> Void]>([])

    /// Starts the servers that the contracts need; `session` sees every request.
    ///
    /// - Returns: The targets by the names of the contracts, the default first.
    /// - Throws: `ServerError`.
    func start(
        _ service: ClientService,
        _ sources: [ClientJudge.Source],
        _ session: ClientSession
    ) async throws -> [ContractResult.Target] {
        switch service {
        case .reference: return try await startReferences(sources, session)
        case .stub: return [try startStub(sources, session)]
        }
    }

    private func startReferences(
        _ sources: [ClientJudge.Source],
        _ session: ClientSession
    ) async throws -> [ContractResult.Target] {
        let servers = ReferenceServers { service in
            InterceptedService(service) { request, service in
                session.respond(to: request) { service.handle($0) }
            }
        }
        running.withLock { $0.append { servers.stop() } }
        var targets: [ContractResult.Target] = []
        for source in sources {
            let variables = source.evaluator.variables(of: source.contract)
            for target in source.contract.targets
            where !targets.contains(where: { $0.name == target.name }) {
                guard let name = target.reference,
                    let endpoint = try await servers.endpoint(of: name, variables: variables)
                else { continue }
                targets.append(
                    ContractResult.Target(
                        name: target.name,
                        url: endpoint.origin,
                        isReference: true
                    )
                )
            }
        }
        return targets
    }

    private func startStub(
        _ sources: [ClientJudge.Source],
        _ session: ClientSession
    ) throws(ServerError) -> ContractResult.Target {
        let stubs = sources.map { ContractStub($0.contract, evaluator: $0.evaluator) }
        let keepers = stubs.map { KeepingStub($0) }
        let daemon = try HTTPDaemon(
            host: ListenAddress.anywhere.host,
            port: Int(ListenAddress.anywhere.port),
            limits: StubServer.limits,
            options: ServerOptions()
        ) { request in
            session.respond(to: request) { request in
                StubServer.answer(request, stubs) { keepers[$0].answer($1) }
            }
        }
        running.withLock { $0.append { daemon.stop() } }
        let name = sources.first?.contract.targets.first?.name ?? "stub"
        return ContractResult.Target(name: name, url: daemon.origin, isReference: false)
    }

    /// Stops all of them.
    func stop() {
        let servers = running.withLock { running in
            defer { running = [] }
            return running
        }
        for stop in servers { stop() }
    }
}
