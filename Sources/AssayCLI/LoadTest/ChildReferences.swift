import CommandLineTool
import Platform
import Profile
import PushSinks
import ReferencePush
import Replay
import Synchronization

/// The built-in services that a load run is checked against: each in a process of its own, as threads and
/// processor time would otherwise be the generator's.
final class ChildReferences: ReferenceLauncher {
    private struct State {
        var children: [ChildProgram] = []
        /// The endpoints by the name of the host: `nhn-push.api`.
        var endpoints: [String: ReferenceEndpoint] = [:]
        /// The stand-ins for push providers; not part of the server under test.
        var sinks: [ChildProgram] = []
    }

    private let state = Mutex(State())
    /// Additional options of `assay serve`.
    private let options: [String]

    init(options: [String]) { self.options = options }

    /// Starts a service at all its hosts, or returns the host that already runs.
    func endpoint(
        of name: String,
        variables: [String: String]
    ) async throws -> ReferenceEndpoint? {
        if let known = state.withLock({ $0.endpoints[name] }) { return known }
        let service = String(name.prefix { $0 != "." })
        let faces = ServiceCatalog.faces(of: service) ?? []
        guard faces.contains(where: { $0.name == name }) else { return nil }
        let child = try start(service)
        // The child reports on standard error why it cannot serve.
        _ = child.write(Supervision.line(variables))
        // Two lines for each host; the first has its address.
        let lines = await child.lines(faces.count * 2)
        let found = Self.endpoints(lines)
        guard found.count == faces.count else {
            throw LoadObstacle(.couldNotRun, "the reference target \(service) did not start")
        }
        return state.withLock { state in
            state.endpoints.merge(found) { _, new in new }
            return state.endpoints[name]
        }
    }

    /// Starts a sink for the messages of a service.
    ///
    /// - Parameters:
    ///   - kind: `apns`, `fcm` or `web-push`.
    ///   - listen: Where, as HOST:PORT; `nil` for any free port of this machine.
    ///   - key: By which the service signs its tokens; `nil` for the built-in one.
    ///   - subscribers: The number of simulated devices that listen to each channel of APNs.
    /// - Returns: Its scheme, host and port.
    /// - Throws: A `LoadObstacle` when it does not start; it reports why on standard error itself.
    func sink(
        _ kind: String,
        listen: String?,
        key: LoadProfile.Delivery.AuthKey?,
        subscribers: Int
    ) async throws -> String {
        let address = listen.map { ["--listen", $0] } ?? []
        let keys =
            key.map { key in
                ["--auth-key", key.path, "--key-id", key.id]
                    + (key.team.map { ["--team-id", $0] } ?? [])
            } ?? []
        let listeners = subscribers > 0 ? ["--subscribers", String(subscribers)] : []
        let child: ChildProgram
        do {
            let words =
                ["serve", kind, "--\(Supervision.option.name)"] + address + keys + listeners
            child = try ChildProgram("/proc/self/exe", words)
        } catch {
            throw LoadObstacle(.couldNotRun, "the sink \(kind): \(error)")
        }
        state.withLock { $0.sinks.append(child) }
        _ = child.write(Supervision.line([:]))
        let words = await child.lines(1).first?.split(separator: " ").map(String.init) ?? []
        guard words.count == 4, words[0] == "serving", words[2] == "at" else {
            throw LoadObstacle(.couldNotRun, "the sink \(kind) did not start")
        }
        return words[3]
    }

    private func start(_ service: String) throws -> ChildProgram {
        let words = ["serve", service, "--\(Supervision.option.name)"] + options
        do {
            let child = try ChildProgram("/proc/self/exe", words)
            state.withLock { $0.children.append(child) }
            return child
        } catch {
            throw LoadObstacle(.couldNotRun, "the reference target \(service): \(error)")
        }
    }

    /// The endpoints of the lines `serving NAME at ORIGIN`.
    private static func endpoints(_ lines: [String]) -> [String: ReferenceEndpoint] {
        var endpoints: [String: ReferenceEndpoint] = [:]
        for line in lines {
            let words = line.split(separator: " ").map(String.init)
            guard words.count == 4, words[0] == "serving", words[2] == "at" else { continue }
            endpoints[words[1]] = ReferenceEndpoint(
                origin: words[3],
                stateChangeURL: words[3] + ControlEndpoint.statePath
            )
        }
        return endpoints
    }

    /// The IDs of the running processes.
    var processes: [Int32] { state.withLock { $0.children.compactMap(\.process) } }

    /// Stops all of them.
    func stop() {
        let children = state.withLock { state in
            defer { state = State() }
            return state.children + state.sinks
        }
        for child in children { child.end() }
    }
}
