import Base
import Contract
import Dispatch
import HTTP
import HTTP2Sending
import HTTPServer
import JSON
import Platform
import Synchronization

/// Delivers to push services like a real service: over HTTP/2, many notifications at a time, with the documented
/// retries.
///
/// Its thread makes notifications when there is room for them, so that memory does not grow with a push; it starts
/// with the first push.
final class ProviderDelivery: Sendable {
    /// The provider state that configures push services.
    static let stateName = "providers"
    /// Name of the account at the control address.
    static let accountName = "deliveries"

    let options: ProviderOptions
    private let hosts: DownstreamHosts
    let state = Mutex(DeliveryState())
    /// Wakes the thread; signalled only while it waits.
    let bell = DispatchSemaphore(value: 0)

    /// Largest number of notifications in progress, including those waiting for a retry.
    static let window = 4_096
    /// Number of pending notifications beyond which another push must wait.
    private static let backlogLimit = 200_000

    /// - Parameters:
    ///   - options: Addresses, rate, and defect.
    ///   - hosts: Allowed hosts of push services in a provider state.
    init(_ options: ProviderOptions = ProviderOptions(), hosts: DownstreamHosts) {
        self.options = options
        self.hosts = hosts
        if let addresses = options.addresses {
            state.withLock { $0.addresses.change(addresses, .setup) }
        }
    }

    deinit { stop() }

    /// Whether any push service is configured.
    var isConnected: Bool { state.withLock { !$0.addresses.isEmpty } }

    /// Counts since the start.
    var account: DeliveryAccount {
        state.withLock { state in
            var account = state.account
            account.connections += state.senders.values.reduce(0) { $0 + $1.connectionCount }
            account.tokens = (state.token?.madeCount ?? 0) + state.accessTokens.grantedCount
            return account
        }
    }

    /// Accepts a push and returns; blocks only when too many are pending.
    ///
    /// - Parameters:
    ///   - batch: Notifications of the devices, built when there is room.
    ///   - finish: Called once with failures by position in `batch`, on a thread that must not block.
    func deliver(_ batch: NotificationBatch, then finish: @escaping ShippedPush.Finish) {
        let push = ShippedPush(batch, ready: MonotonicClock.now, then: finish)
        guard batch.count > 0 else { return finish([:]) }
        let room = state.withLock { state -> DispatchSemaphore? in
            guard !state.isStopped, !state.forgets(push, options.defect) else { return nil }
            state.pushes.append(push)
            state.backlog += batch.count
            if !state.hasThread {
                state.hasThread = true
                startThread()
            }
            wake(&state)
            guard state.backlog > Self.backlogLimit, state.backlog > batch.count else { return nil }
            let room = DispatchSemaphore(value: 0)
            state.blocked.append(room)
            return room
        }
        room?.wait()
    }

    /// Stops sending.
    func stop() {
        let senders = state.withLock { state in
            state.isStopped = true
            for room in state.blocked { room.signal() }
            state.blocked = []
            wake(&state)
            defer { state.senders = [:] }
            return Array(state.senders.values)
        }
        for sender in senders { sender.close() }
    }

    /// Wakes the thread where it waits.
    func wake(_ state: inout DeliveryState) {
        guard state.isWaiting else { return }
        state.isWaiting = false
        bell.signal()
    }

    /// Resumes callers that wait to add a push.
    func makeRoom(_ state: inout DeliveryState) {
        guard !state.blocked.isEmpty, state.backlog <= Self.backlogLimit else { return }
        for room in state.blocked { room.signal() }
        state.blocked = []
    }

    private func startThread() {
        OwnThread.start { [weak self, bell] in
            var thread: DeliveryThread?
            // Not retained while it waits, so that it ends with its owner.
            while let wait = self.flatMap({ delivery in
                let current = thread ?? DeliveryThread(delivery.options)
                thread = current
                return current.step(delivery)
            }) {
                switch wait {
                case .until(let moment):
                    let nanoseconds = max(moment - MonotonicClock.now, 0)
                    _ = bell.wait(timeout: .now() + .nanoseconds(Int(nanoseconds)))
                case .bell: bell.wait()
                }
            }
        }
    }
}

extension ProviderDelivery {
    /// Configures push services, or restores the previous ones: `apns` and `fcm`, each the URL of a host.
    ///
    /// - Throws: For a missing or invalid URL, or a host outside `hosts`.
    func change(_ change: StateChange) throws(StateChangeError) {
        var urls: [Provider: String] = [:]
        for provider in Provider.allCases {
            guard let url = change.params[provider.rawValue]?.stringValue else { continue }
            urls[provider] = url
            guard ProviderAddresses([provider: url]) != nil else {
                throw change.fault(
                    provider.rawValue,
                    "the URL of a host without a path, such as http://127.0.0.1:8443"
                )
            }
        }
        guard !urls.isEmpty, let addresses = ProviderAddresses(urls) else {
            throw change.fault("apns", "the URL of a push service here or in params.fcm")
        }
        for (provider, origin) in addresses.origins where !hosts.allow(origin) {
            throw change.fault(
                provider.rawValue,
                "a URL of this machine, such as http://127.0.0.1:8443, or of a host that "
                    + "\"assay serve --allow-downstream HOST\" names"
            )
        }
        state.withLock { $0.addresses.change(addresses, change.action) }
    }

    /// Returns the account at the control address.
    func control(_ name: Substring, _ request: ServerRequest) -> ControlReply? {
        guard name == Self.accountName, request.method == "GET" else { return nil }
        return .value(account.json)
    }
}

/// State shared by the thread, its callers and the senders.
struct DeliveryState {
    var addresses = StackedState<ProviderAddresses>()
    /// By origin.
    var senders: [String: HTTP2Sender] = [:]
    /// First in, first out; the first may be in progress.
    var pushes = FirstInFirstOut<ShippedPush>()
    /// Number of their notifications that have not begun.
    var backlog = 0
    var retries = MinHeap<Retry>()
    /// Number of notifications in progress.
    var underWay = 0
    var account = DeliveryAccount()
    var pushCount = 0
    /// The token for APNs; made with the first notification.
    var token: ProviderToken?
    /// Access tokens for FCM.
    var accessTokens = AccessTokens()
    var isStopped = false
    var hasThread = false
    var isWaiting = false
    /// Whether the thread waits for notifications to end.
    var awaitsRoom = false
    /// Callers that wait for fewer pushes.
    var blocked: [DispatchSemaphore] = []

    /// A shipment to send again.
    struct Retry: Comparable {
        /// On CLOCK_MONOTONIC, in nanoseconds.
        let due: Int64
        let shipment: Shipment

        static func < (left: Retry, right: Retry) -> Bool { left.due < right.due }

        static func == (left: Retry, right: Retry) -> Bool { left.due == right.due }
    }

    /// Counts a push, and returns whether a defect drops it.
    fileprivate mutating func forgets(_ push: ShippedPush, _ defect: DeliveryDefect?) -> Bool {
        pushCount += 1
        account.due += push.batch.count
        guard defect == .forgets, DeliveryDefect.forgets.hits(pushCount) else {
            account.waiting += push.batch.count
            return false
        }
        account.hit(.forgets)
        return true
    }
}
