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

    /// - Parameter intercepted: Wraps each service before it is served.
    init(
        _ intercepted: @escaping @Sendable (any ReferenceService) -> any ReferenceService = { $0 }
    ) {
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
        let options = Self.options(variables)
        guard let faces = ServiceCatalog.faces(of: service, options: options),
            faces.contains(where: { $0.name == name })
        else { return nil }
        for face in faces {
            let server = try ReferenceServer(service: intercepted(face))
            running.withLock { $0[face.name] = server }
        }
        return running.withLock { $0[name] }.map(Self.endpoint)
    }

    /// The options of services with the keys of the contracts' variables, so that a user's own keys
    /// work.
    static func options(_ variables: [String: String]) -> ServiceOptions {
        var options = ServiceOptions()
        func take(_ name: String, _ place: inout String) {
            if let value = variables[name] { place = value }
        }
        take("appKey", &options.references.ncmb.applications[0].applicationKey)
        take("clientKey", &options.references.ncmb.applications[0].clientKey)
        take("appKey", &options.references.nhn.applications[0].appKey)
        take("secretKey", &options.references.nhn.applications[0].secretKey)
        take("iosKey", &options.references.core.apps[0].configKey)
        take("androidKey", &options.references.core.apps[1].configKey)
        take("project", &options.fcm.project)
        take("clientEmail", &options.fcm.clientEmail)
        options.fcm.privateKey = variables["privateKey"] ?? options.fcm.privateKey
        take("audience", &options.webPush.audience)
        return options
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
