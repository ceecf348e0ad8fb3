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
    /// A running server.
    private struct Running {
        let waitForClients: @Sendable (_ limit: Duration) async -> Void
        let stop: @Sendable () -> Void
    }

    private let running = Mutex<[Running]>([])

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
        } loss: {
            session.note($0)
        }
        running.withLock {
            $0.append(Running(waitForClients: servers.waitForClients, stop: servers.stop))
        }
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
            options: ServerOptions(),
            loss: { session.note($0) }
        ) { request in
            session.respond(to: request) { request in
                StubServer.answer(request, stubs) { keepers[$0].answer($1) }
            }
        }
        running.withLock {
            $0.append(Running(waitForClients: daemon.waitForClients) { daemon.stop() })
        }
        let name = sources.first?.contract.targets.first?.name ?? "stub"
        return ContractResult.Target(name: name, url: daemon.origin, isReference: false)
    }

    /// Waits until clients that have exited are known to have closed their connections.
    func waitForClients() async {
        for server in running.withLock(\.self) { await server.waitForClients(Self.longestWait) }
    }

    /// Longer than a server takes to notice the end of a connection.
    private static let longestWait = Duration.seconds(3)

    /// Stops all of them.
    func stop() {
        let servers = running.withLock { running in
            defer { running = [] }
            return running
        }
        for server in servers { server.stop() }
    }
}
