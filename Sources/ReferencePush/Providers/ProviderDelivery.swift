import Base
import Contract
import Dispatch
import HTTP
import HTTP2Sending
import HTTPServer
import JSON
import Platform
import Synchronization

/// Delivers to push services as a real service does: HTTP/2, many notifications at a time, again where the
/// documents say so.
///
/// A thread of its own makes notifications when there is room for them, so that memory does not grow with
/// a push; it begins with the first push.
final class ProviderDelivery: Sendable {
    /// The provider state that names push services.
    static let stateName = "providers"
    /// Where the account is told, behind the control address.
    static let accountName = "deliveries"

    let options: ProviderOptions
    private let hosts: DownstreamHosts
    let state = Mutex(DeliveryState())
    /// Wakes the thread; signalled only while it waits.
    let bell = DispatchSemaphore(value: 0)

    /// How many notifications are under way at most, those that wait to be sent again included.
    static let window = 4_096
    /// How many notifications may wait in pushes that were handed over before another push has to wait.
    private static let backlogLimit = 200_000

    /// - Parameters:
    ///   - options: Where to, how fast, and what is done wrong.
    ///   - hosts: Where push services may be that a provider state names.
    init(_ options: ProviderOptions = ProviderOptions(), hosts: DownstreamHosts) {
        self.options = options
        self.hosts = hosts
        if let addresses = options.addresses {
            state.withLock { $0.addresses.change(addresses, .setup) }
        }
    }

    deinit { stop() }

    /// Whether anybody is delivered to.
    var isConnected: Bool { state.withLock { !$0.addresses.isEmpty } }

    /// What was counted since the start.
    var account: DeliveryAccount {
        state.withLock { state in
            var account = state.account
            account.connections += state.senders.values.reduce(0) { $0 + $1.connectionCount }
            account.tokens = (state.token?.madeCount ?? 0) + state.accessTokens.grantedCount
            return account
        }
    }

    /// Takes a push and returns; waits only where far too many are waiting already.
    ///
    /// - Parameters:
    ///   - batch: What the devices get; built when there is room for it.
    ///   - finish: Called once with what failed, by position in `batch`, on a thread that must not wait.
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

    /// Sends nothing more.
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

    /// Lets those go on that wait to hand a push over.
    func makeRoom(_ state: inout DeliveryState) {
        guard !state.blocked.isEmpty, state.backlog <= Self.backlogLimit else { return }
        for room in state.blocked { room.signal() }
        state.blocked = []
    }

    private func startThread() {
        OwnThread.start { [weak self, bell] in
            var thread: DeliveryThread?
            // Not kept while it waits, so that it ends with its owner.
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
    /// Names push services, or takes those away that were named.
    ///
    /// - Parameters:
    ///   - params: `apns` and `fcm`, each the URL of a host.
    ///   - action: Whether they are named or taken away.
    /// - Throws: When there is no such URL in `params`, or a host is none of `hosts`.
    func change(_ params: JSONObject, _ action: StateAction) throws(StateChangeError) {
        var urls: [Provider: String] = [:]
        for provider in Provider.allCases {
            guard let url = params[provider.rawValue]?.stringValue else { continue }
            urls[provider] = url
            guard ProviderAddresses([provider: url]) != nil else {
                throw Self.fault(
                    provider.rawValue,
                    "the URL of a host without a path, such as http://127.0.0.1:8443"
                )
            }
        }
        guard !urls.isEmpty, let addresses = ProviderAddresses(urls) else {
            throw Self.fault("apns", "the URL of a push service here or in params.fcm")
        }
        for (provider, origin) in addresses.origins where !hosts.allow(origin) {
            throw Self.fault(
                provider.rawValue,
                "a URL of this machine, such as http://127.0.0.1:8443, or of a host that "
                    + "\"assay serve --allow-downstream HOST\" names"
            )
        }
        state.withLock { $0.addresses.change(addresses, action) }
    }

    /// Tells the account at the control address.
    func control(_ name: Substring, _ request: ServerRequest) -> ControlReply? {
        guard name == Self.accountName, request.method == "GET" else { return nil }
        return .value(account.json)
    }

    private static func fault(_ parameter: String, _ expected: String) -> StateChangeError {
        .invalidParameter(state: stateName, parameter: parameter, expected: expected)
    }
}

/// What the thread shares with those who hand pushes over and with the senders.
struct DeliveryState {
    var addresses = StackedState<ProviderAddresses>()
    /// By origin.
    var senders: [String: HTTP2Sender] = [:]
    /// First in, first out; the first may be under way.
    var pushes = FirstInFirstOut<ShippedPush>()
    /// How many notifications of them have not begun.
    var backlog = 0
    var retries = MinHeap<Retry>()
    /// How many notifications have begun and not ended.
    var underWay = 0
    var account = DeliveryAccount()
    var pushCount = 0
    /// The one of APNs; made with the first notification.
    var token: ProviderToken?
    /// Those of FCM.
    var accessTokens = AccessTokens()
    var isStopped = false
    var hasThread = false
    var isWaiting = false
    /// Whether the thread waits for notifications to end.
    var awaitsRoom = false
    /// Those who wait for fewer pushes.
    var blocked: [DispatchSemaphore] = []

    /// A shipment that goes again.
    struct Retry: Comparable {
        /// On CLOCK_MONOTONIC, in nanoseconds.
        let due: Int64
        let shipment: Shipment

        static func < (left: Retry, right: Retry) -> Bool { left.due < right.due }

        static func == (left: Retry, right: Retry) -> Bool { left.due == right.due }
    }

    /// Counts a push, and whether a defect lets it be forgotten.
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
