import ReferencePush
import Replay
import Synchronization

/// The built-in services that run in this process for a verification.
final class ReferenceServers: ReferenceLauncher {
    private let running = Mutex<[String: ReferenceServer]>([:])

    /// Starts a service, or finds the one started before; a part of a service (`nhn-push.api`) is
    /// reached at the same place.
    func endpoint(of name: String) async throws -> ReferenceEndpoint? {
        let service = String(name.prefix { $0 != "." })
        if let server = running.withLock({ $0[service] }) { return Self.endpoint(of: server) }
        guard let instance = ReferenceCatalog.service(named: service) else { return nil }
        let server = try ReferenceServer(service: instance)
        running.withLock { $0[service] = server }
        return Self.endpoint(of: server)
    }

    /// Ends all of them.
    func stop() {
        let servers = running.withLock { running in
            defer { running = [:] }
            return Array(running.values)
        }
        for server in servers { server.stop() }
    }

    private static func endpoint(of server: ReferenceServer) -> ReferenceEndpoint {
        ReferenceEndpoint(origin: server.origin, stateChangeURL: server.stateChangeURL)
    }
}
