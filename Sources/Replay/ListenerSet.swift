import Base
import Contract
import Dispatch
import HTTP
import JSON

/// The listeners for one run of a case, each at its own address.
struct ListenerSet: Sendable {
    private let servers: [any RunningServer]
    private let logs: [String: ListenerLog]
    private let urls: JSONObject
    /// The fixed addresses that it has taken.
    private let addresses: Set<String>

    /// No listeners.
    init() {
        servers = []
        logs = [:]
        urls = JSONObject()
        addresses = []
    }

    /// Starts listeners, after their fixed addresses were taken.
    ///
    /// - Parameters:
    ///   - listeners: The sources of responses.
    ///   - context: The run.
    ///   - random: The source of random values in responses.
    /// - Throws: When a port cannot be bound.
    private init(
        starting listeners: [Listener],
        _ context: RunContext,
        _ random: RandomSource
    ) throws {
        var random = random
        var servers: [any RunningServer] = []
        var logs: [String: ListenerLog] = [:]
        var urls = JSONObject()
        for listener in listeners {
            var evaluator = context.evaluator
            evaluator.random = RandomSource(seed: random.next(), name: listener.name)
            let log = ListenerLog(
                listener,
                attachments: context.contract.attachments,
                clock: context.clock,
                evaluator: evaluator
            )
            let server = try context.servers.server(
                at: listener.place,
                limits: ListenerLog.limits
            ) { log.answer($0) }
            log.setOrigin(server.origin)
            servers.append(server)
            logs[listener.name] = log
            urls[listener.name] = [Listener.urlName: .string(server.origin)]
        }
        self.servers = servers
        self.logs = logs
        self.urls = urls
        addresses = ListenerAddresses.fixed(listeners)
    }
}

extension ListenerSet {
    /// The log of a running listener.
    subscript(_ name: String) -> ListenerLog? { logs[name] }

    /// Starts listeners, off the threads of tasks.
    static func started(
        _ listeners: [Listener],
        _ context: RunContext,
        _ random: RandomSource
    ) async -> Result<ListenerSet, any Error> {
        if listeners.isEmpty { return .success(ListenerSet()) }
        let addresses = ListenerAddresses.fixed(listeners)
        await ListenerAddresses.shared.take(addresses)
        let started = await withCheckedContinuation { continuation in
            DispatchQueue.global().async {
                continuation.resume(
                    returning: Result { try ListenerSet(starting: listeners, context, random) }
                )
            }
        }
        if case .failure = started { ListenerAddresses.shared.release(addresses) }
        return started
    }

    /// Stops all of them, and waits until their threads have ended.
    func stop() async {
        if servers.isEmpty { return }
        await withCheckedContinuation { continuation in
            DispatchQueue.global().async {
                for server in servers { server.stop() }
                continuation.resume()
            }
        }
        ListenerAddresses.shared.release(addresses)
    }

    /// Whether one of the listeners has this origin.
    func has(_ origin: String) -> Bool { logs.values.contains { $0.origin == origin } }

    /// Defines `{{listeners.NAME.url}}`.
    func define(in evaluator: inout Evaluator) {
        if !urls.isEmpty { evaluator.scope[Listener.scopeName] = .object(urls) }
    }

    /// Passes the names in scope to responses.
    func share(_ evaluator: Evaluator) {
        for log in logs.values { log.setScope(evaluator.scope) }
    }
}
