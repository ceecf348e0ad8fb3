import HTTPServer
import PushSinks
import ReferencePush
import Replay
import Synchronization

/// The built-in services that run in this process for a verification.
final class ReferenceServers: ReferenceLauncher {
    /// By the name of the host: `nhn-push.api`.
    private let running = Mutex<[String: ReferenceServer]>([:])
    /// Wraps a service before it is served.
    private let intercepted: @Sendable (any ReferenceService) -> any ReferenceService

    /// Reports bytes that never became a request; `nil` for no reports.
    private let loss: (@Sendable (ServerLoss) -> Void)?

    /// - Parameters:
    ///   - intercepted: Wraps each service before it is served.
    ///   - loss: Reports bytes that never became a request.
    init(
        _ intercepted: @escaping @Sendable (any ReferenceService) -> any ReferenceService = { $0 },
        loss: (@Sendable (ServerLoss) -> Void)? = nil
    ) {
        self.loss = loss
        self.intercepted = intercepted
    }

    /// - Parameter defect: The defect; it is put into the service it belongs to.
    convenience init(defect: Defect) { self.init { defect.put(into: $0) } }

    /// Starts a service at all its hosts, or returns the host that already runs.
    func endpoint(
        of name: String,
        variables: [String: String]
    ) async throws -> ReferenceEndpoint? {
        if let server = running.withLock({ $0[name] }) { return Self.endpoint(of: server) }
        let service = String(name.prefix { $0 != "." })
        // The keys of the contracts' variables, so that a user's own keys work.
        let options = ServiceOptions(keys: variables)
        guard let faces = ServiceCatalog.faces(of: service, options: options),
            faces.contains(where: { $0.name == name })
        else { return nil }
        for face in faces {
            let server = try ReferenceServer(service: intercepted(face), loss: loss)
            running.withLock { $0[face.name] = server }
        }
        return running.withLock { $0[name] }.map(Self.endpoint)
    }

    /// Waits until the clients of all have closed their connections, up to a limit for each.
    func waitForClients(atMost limit: Duration) async {
        for server in running.withLock({ Array($0.values) }) {
            await server.waitForClients(atMost: limit)
        }
    }

    /// Stops all of them.
    func stop() {
        let servers = running.withLock { running in
            defer { running = [:] }
            return Array(running.values)
        }
        for server in servers { server.stop() }
    }

    private static func endpoint(of server: ReferenceServer) -> ReferenceEndpoint {
        ReferenceEndpoint(
            origin: server.origin,
            stateChangeURL: server.stateChangeURL,
            speaksHTTP2: server.speaksHTTP2
        )
    }
}
