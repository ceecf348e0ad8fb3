import JSON

/// One message on its way to everybody it is for.
struct DeliveryRound: Sendable {
    private let message: NHNMessage
    private let isCertificateValid: Bool
    private let now: Instant
    private let payload: NHNPayload
    private var shipments: [Shipment]

    /// The notification of one token.
    private struct Shipment: Sendable {
        let token: NHNToken
        /// Why it does not arrive; `nil` when it does.
        var fate: NHNTokenFate?
    }

    /// Finds the recipients of a message, and obstacles for some of them.
    init(_ message: NHNMessage, in data: inout NHNData, _ switches: NHNSwitches, _ now: Instant) {
        self.message = message
        self.now = now
        isCertificateValid = !switches[.invalidCertificate]
        payload = NHNPayload(settings: message.settings, messageID: message.id, sent: now)
        let isNight = Self.isNight(switches, now)
        let tokens = data.recipients(of: message.settings, isNight: isNight)
            .filter { $0.isInZone(message.zoneOffset) }
        shipments = []
        for token in tokens {
            let fate = Self.fate(of: token, message, in: &data, switches, now)
            shipments.append(Shipment(token: token, fate: fate))
        }
    }

    private static func fate(
        of token: NHNToken,
        _ message: NHNMessage,
        in data: inout NHNData,
        _ switches: NHNSwitches,
        _ now: Instant
    ) -> NHNTokenFate? {
        if switches[.invalidCertificate] { return .failed(.invalidCertificate) }
        if switches[.deliveryLate] || now > message.expiration { return .failed(.expired) }
        if let fate = switches.fates[token.text] { return fate }
        let copy = SentMessage(message.settings, to: token.key)
        if switches[.duplicatesPrevented], !data.sent.insert(copy) { return .failed(.duplicate) }
        return nil
    }

    /// From nine in the evening until eight, in Korea.
    private static func isNight(_ switches: NHNSwitches, _ now: Instant) -> Bool {
        if switches[.night] { return true }
        if switches[.day] { return false }
        let clock = Int((now + NHNTime.zone).milliseconds / 60_000 % 1_440)
        let hour = (switches.timeOfDay.latest ?? clock) / 60
        return hour >= 21 || hour < 8
    }
}

extension DeliveryRound {
    /// Sends it to the push services, except for tokens with an obstacle.
    ///
    /// - Parameters:
    ///   - downstream: The way to them.
    ///   - finish: Called with the finished round, now or later.
    func send(
        through downstream: Downstream,
        then finish: @escaping @Sendable (DeliveryRound) -> Void
    ) {
        let positions = shipments.indices.filter {
            shipments[$0].fate == nil && gateway(shipments[$0].token.pushType) != nil
        }
        let batch = NotificationBatch(count: positions.count) { notification(positions[$0]) }
        downstream.deliver(batch) { failures in
            var round = self
            for (index, failure) in failures { round.note(failure, at: positions[index]) }
            finish(round)
        }
    }

    private mutating func note(_ failure: DeliveryFailure, at position: Int) {
        switch failure {
        case .unregistered, .invalidToken: shipments[position].fate = .invalid
        case .unknown:
            let cause = shipments[position].token.pushType.errorCause
            shipments[position].fate = .failed(cause)
        }
    }

    /// The topic of the app's certificate at APNs.
    private static let topic = "com.example.app"

    /// `nil` for push services without a stand-in.
    private func gateway(_ type: NHNPushType) -> Notification.Gateway? {
        switch type {
        case .apns, .apnsSandbox: .apns(topic: Self.topic)
        case .apnsVoIP, .apnsSandboxVoIP: .apns(topic: Self.topic, isCall: true)
        case .fcm: .fcm
        case .tencent, .adm: nil
        }
    }

    /// - Precondition: Something plays the push service of the token.
    private func notification(_ position: Int) -> Notification {
        let token = shipments[position].token
        return Notification(
            gateway: gateway(token.pushType) ?? .fcm,
            token: token.text,
            content: content(for: token),
            expiration: message.expiration
        )
    }

    /// Content for one token; made on demand, as there may be a million of them.
    private func content(for token: NHNToken) -> JSONObject { payload.content(for: token) }
}

// MARK: - Records

extension DeliveryRound {
    /// Records the results of the message.
    func finish(in data: inout NHNData) {
        for shipment in shipments { record(shipment, in: &data) }
        recordFailures(in: &data)
        data.messages.finish(message.id) {
            $0.status = status
            $0.targetCount = shipments.count
            $0.sentCount = shipments.filter { $0.fate == nil }.count
            $0.completed = now
        }
    }

    private var status: NHNMessage.Status {
        if shipments.isEmpty { return .noTarget }
        return isCertificateValid ? .complete : .invalidCertificate
    }

    private func record(_ shipment: Shipment, in data: inout NHNData) {
        let token = shipment.token
        if shipment.fate == .invalid {
            data.tokens.remove(token.key)
            data.invalidTokens.append(
                InvalidToken(
                    messageID: message.id,
                    uid: token.uid,
                    token: token.text,
                    pushType: token.pushType,
                    created: now
                )
            )
        }
        let result: MessageLog.Result =
            switch shipment.fate {
            case nil: .sent
            case .invalid: .invalidToken
            case .failed: .error
            }
        data.statistics.count(result == .sent ? .sent : .failed, message, token.pushType, at: now)
        data.logs.append(
            MessageLog(
                messageID: message.id,
                pushType: token.pushType,
                recipient: .init(uid: token.uid, token: token.text),
                payload: .object(content(for: token)),
                result: result,
                time: now
            )
        )
    }

    /// Key for grouping failed messages.
    private struct Group: Hashable, Comparable {
        let pushType: NHNPushType
        let cause: NHNErrorCause

        static func < (left: Group, right: Group) -> Bool {
            (left.pushType.rawValue, left.cause.rawValue)
                < (right.pushType.rawValue, right.cause.rawValue)
        }
    }

    private func recordFailures(in data: inout NHNData) {
        var groups: [Group: [Shipment]] = [:]
        for shipment in shipments {
            guard case .failed(let cause) = shipment.fate else { continue }
            let group = Group(pushType: shipment.token.pushType, cause: cause)
            groups[group, default: []].append(shipment)
        }
        for (group, failed) in groups.sorted(by: { $0.key < $1.key }) {
            data.failures.append(
                MessageFailure(
                    messageID: message.id,
                    pushType: group.pushType,
                    cause: group.cause,
                    payload: .object(content(for: failed[0].token)),
                    created: now,
                    recipients: failed.map { .init(uid: $0.token.uid, token: $0.token.text) }
                )
            )
        }
    }
}
