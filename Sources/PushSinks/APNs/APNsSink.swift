import Base
package import HTTP
import HTTP2Serving
import HTTPServer
package import JSON
import Platform
package import ReferencePush
import Synchronization

/// APNs as documented: checks notifications, stores channels, and delivers nothing.
package final class APNsSink: PushSink {
    package let name = "apns"
    package let limits = ServerLimits(requestLineBytes: 16_384, bodyBytes: 16_384)
    package let asksForCertificates = true
    package let state: SinkState
    let options: APNsOptions
    let channels = APNsChannels()
    /// Parsed tokens of senders, by the value of the field.
    private let tokens = Mutex<[ArraySlice<UInt8>: APNsProviderToken]>([:])
    private let devices = Mutex(DeviceStates<APNsReason>())
    /// By bundle identifier; for broadcasts and channels only.
    private let apps = Mutex(DeviceStates<APNsReason>())
    /// Number of active states of devices.
    private let deviceStateCount = Atomic(0)
    /// CLOCK_MONOTONIC at the start in nanoseconds, and the same moment in milliseconds since 1970.
    private let start = MonotonicClock.now
    private let startMilliseconds: Int64

    private static let keptTokens = 10_000

    /// - Parameters:
    ///   - options: Known senders.
    ///   - knobs: Delays and refusals.
    package init(options: APNsOptions = APNsOptions(), knobs: SinkKnobs = SinkKnobs()) {
        self.options = options
        state = SinkState(knobs: knobs)
        startMilliseconds = Instant.now().milliseconds
    }

    /// The key, its identifier and its team; for a user's key only the latter two.
    package func need(ofSendersAt origin: String?) throws -> JSONValue? {
        guard let key = options.keys.first(where: { $0.standing == .good }) else { return nil }
        var need = JSONObject()
        if options.knowsBuiltInKey { need["key"] = .string(APNsKey.knownPEM) }
        need["keyId"] = .string(key.id)
        need["teamId"] = key.team.map { .string($0) } ?? "any"
        need["topic"] = options.topics.first.map { .string($0) } ?? "any"
        return .object(need)
    }

    /// A command with a token of the built-in key, valid for an hour; a token of a user's key would give access to
    /// the real APNs, so the user must sign it.
    package func trial(at origin: String) throws -> [String]? {
        let token =
            options.knowsBuiltInKey ? KnownSender.authorization(at: Instant.now()) : "bearer $TOKEN"
        let topic = options.topics.first ?? "com.example.app"
        return [
            "-H", "authorization: \(token)", "-H", "apns-topic: \(topic)", "-H",
            "apns-push-type: alert", "-d", #"{"aps":{"alert":"hello"}}"#,
            "\(origin)/3/device/\(String(repeating: "0a", count: 32))",
        ]
    }

    /// Apple, "Sending notification requests to APNs", "Sending channel management requests to APNs".
    package var authorities: [String] {
        [
            "api.push.apple.com", "api.sandbox.push.apple.com", "api.development.push.apple.com",
        ].flatMap { ["\($0):443", "\($0):2197"] } + [
            "api-manage-broadcast.push.apple.com:2196",
            "api-manage-broadcast.sandbox.push.apple.com:2195",
        ]
    }

    package func makeJudge() -> any SinkJudge { APNsJudge(self) }

    /// Handles a single request, like the first one of a connection.
    package func handle(_ request: ServerRequest) -> ServerResponse {
        let exchange = ServedExchange(request)
        APNsJudge(self).judge(exchange, certificate: nil)
        return exchange.response
    }
}

extension APNsSink {
    private static let states: StateTable<APNsSink> = [
        "app": .change(APNsSink.changeApp), "device": .change(APNsSink.changeDevice),
    ]

    package func change(_ change: StateChange) throws(StateChangeError) -> JSONObject {
        try Self.states.apply(change, to: self)
    }

    private func changeApp(_ change: StateChange) throws(StateChangeError) {
        let bundle = try change.token("bundle")
        let reason = try reason(change)
        apps.withLock { $0.change(reason, of: bundle, change.action) }
    }

    private func changeDevice(_ change: StateChange) throws(StateChangeError) {
        let token = try change.token("token").lowercased()
        let reason = try reason(change)
        devices.withLock { $0.change(reason, of: token, change.action) }
        deviceStateCount.add(change.action == .setup ? 1 : -1, ordering: .relaxed)
    }

    private func reason(_ change: StateChange) throws(StateChangeError) -> APNsReason {
        let text = try change.text("reason", "a reason of APNs, a string")
        guard let reason = APNsReason(rawValue: text) else {
            throw change.fault("reason", "a reason of APNs such as Unregistered")
        }
        return reason
    }

    /// Why broadcasts and channels of an app are refused by a state; `nil` for none.
    func appState(_ bundle: String) -> APNsReason? { apps.withLock { $0[bundle] } }
}

extension APNsSink {
    /// A request that is judged.
    struct Judged {
        let exchange: ServedExchange
        let request: APNsRequest
        let arrival: SinkArrival
        let certificate: ClientCertificate?
    }

    /// Checks a request: its path, its method, its sender, and its content.
    ///
    /// - Parameters:
    ///   - judged: The request.
    ///   - binding: The connection's knowledge of the sender.
    /// - Returns: The response.
    /// - Throws: Why it is refused.
    func judge(
        _ judged: Judged,
        _ binding: inout APNsBinding
    ) throws(APNsRefusal) -> APNsAcceptance {
        guard let target = judged.request.target else { throw APNsRefusal(.badPath) }
        if case .device(let device) = target, device.isEmpty {
            throw APNsRefusal(.missingDeviceToken)
        }
        guard target.takes(judged.exchange.method) else { throw APNsRefusal(.methodNotAllowed) }
        if judged.certificate == nil { try checkToken(judged, &binding) }
        guard case .device(let device) = target else {
            return try judgeChannelRequest(judged, target)
        }
        try judgeNotification(judged, to: device)
        return .notification
    }

    /// Judges a notification: its fields, its payload, its device.
    private func judgeNotification(
        _ judged: Judged,
        to device: ArraySlice<UInt8>
    ) throws(APNsRefusal) {
        let request = judged.request
        if let fault = request.faultOfFields { throw APNsRefusal(fault) }
        let type = try request.pushType()
        if let fault = request.faultOfPriority(type) { throw APNsRefusal(fault) }
        try checkTopic(judged, type)
        if judged.exchange.bodyBytes == 0 { throw APNsRefusal(.payloadEmpty) }
        if judged.exchange.bodyBytes > (type ?? .alert).payloadLimit {
            throw APNsRefusal(.payloadTooLarge)
        }
        try checkDevice(device, judged.arrival)
        if type == .liveactivity { noteActivity(judged, isBroadcast: false) }
    }

    /// Counts faults in a Live Activity's payload that a device would ignore.
    func noteActivity(_ judged: Judged, isBroadcast: Bool) {
        let faults = LiveActivity.faults(
            in: judged.exchange.body,
            priority: judged.request[.priority],
            isBroadcast: isBroadcast
        )
        for fault in faults { state.note(fault.rawValue) }
    }

    private func checkToken(
        _ judged: Judged,
        _ binding: inout APNsBinding
    ) throws(APNsRefusal) {
        guard let sent = judged.request[.authorization], APNsBinding.token(of: sent) != nil else {
            throw APNsRefusal(.missingProviderToken)
        }
        let moment = judged.exchange.arrival
        let wasRenewed = try binding.check(
            sent,
            at: moment,
            now: milliseconds(at: moment) / 1_000,
            read: providerToken
        )
        if wasRenewed { state.note("tokenRenewals") }
    }

    /// The parsed token; its signature is checked once.
    private func providerToken(_ authorization: ArraySlice<UInt8>) -> APNsProviderToken {
        if let token = tokens.withLock({ $0[authorization] }) { return token }
        let token = APNsProviderToken(authorization: authorization, options.keys)
        tokens.withLock { tokens in
            if tokens.count >= Self.keptTokens { tokens = [:] }
            // A copy: the slice is of the memory of a request.
            tokens[ArraySlice(Array(authorization))] = token
        }
        return token
    }

    private func checkTopic(_ judged: Judged, _ type: APNsPushType?) throws(APNsRefusal) {
        guard let topic = judged.request[.topic] else {
            if judged.certificate?.userID != nil { return }
            throw APNsRefusal(.missingTopic)
        }
        let isBundle = topic.allSatisfy { byte in
            byte.isASCIILetter || byte.isASCIIDigit || byte == UInt8(ascii: ".")
                || byte == UInt8(ascii: "-")
        }
        let suffix = (type ?? .alert).topicSuffix
        guard isBundle, topic.count > suffix.utf8.count,
            topic.suffix(suffix.utf8.count).elementsEqual(suffix.utf8)
        else { throw APNsRefusal(.badTopic) }
        let bundle = topic.dropLast(suffix.utf8.count)
        guard options.topics.isEmpty || options.topics.contains(where: bundle.isSpelled) else {
            throw APNsRefusal(.topicDisallowed)
        }
    }

    private func checkDevice(
        _ device: ArraySlice<UInt8>,
        _ arrival: SinkArrival
    ) throws(APNsRefusal) {
        guard device.count.isMultiple(of: 2), device.allSatisfy({ $0.hexDigitValue != nil }) else {
            throw APNsRefusal(.badDeviceToken)
        }
        let hasStates = deviceStateCount.load(ordering: .relaxed) > 0
        if hasStates || arrival.knobs.unregistered > 0 {
            let token = String(decoding: device, as: UTF8.self).lowercased()
            if let reason = devices.withLock({ $0[token] }) { throw APNsRefusal(reason) }
            if arrival.isUnregistered(token) { throw APNsRefusal(.unregistered) }
        }
        if arrival.isTooMany { throw APNsRefusal(.tooManyRequests) }
        if arrival.isUnavailable { throw APNsRefusal(.serviceUnavailable) }
    }

    /// Milliseconds since 1970 at a moment of CLOCK_MONOTONIC.
    private func milliseconds(at moment: Int64) -> Int64 {
        startMilliseconds + (moment - start) / 1_000_000
    }

    /// Since when devices are not registered that the knobs declare so, in milliseconds since 1970.
    var unregisteredSince: Int64 { startMilliseconds }

    /// Whether responses include fields of the development environment.
    var isSandbox: Bool { options.environment == .sandbox }
}

extension ArraySlice<UInt8> {
    /// Whether it is a text in UTF-8.
    fileprivate func isSpelled(_ text: String) -> Bool { elementsEqual(text.utf8) }
}
