import Base
import DeliveryFeed
import HTTP2Serving

/// Handles the notifications of one connection, which is bound by its first valid token.
final class APNsJudge: SinkJudge {
    private let sink: APNsSink
    private var binding = APNsBinding()
    private var hasCertificate = false
    private var random: SplitMix64

    /// - Parameter sink: The sink of the connection.
    init(_ sink: APNsSink) {
        self.sink = sink
        random = SplitMix64(seed: .random(in: 0...UInt64.max))
    }

    /// One until a valid token (Apple, "Sending notification requests to APNs").
    func streams(_ knobs: SinkKnobs) -> UInt32 {
        binding.isBound || hasCertificate ? UInt32(knobs.streams) : 1
    }

    func farewell(isIdle: Bool) -> [UInt8] {
        (isIdle ? APNsReason.idleTimeout : .shutdown).body(timestamp: 0)
    }

    @discardableResult
    func judge(_ exchange: ServedExchange, certificate: ClientCertificate?) -> SinkKnobs {
        hasCertificate = certificate != nil
        let request = APNsRequest(exchange)
        let arrival = sink.state.arrival()
        var acceptance = APNsAcceptance.notification
        var refusal: APNsReason?
        do throws(APNsRefusal) {
            let judged = APNsSink.Judged(
                exchange: exchange,
                request: request,
                arrival: arrival,
                certificate: certificate
            )
            acceptance = try sink.judge(judged, &binding)
        } catch {
            refusal = error.reason
        }
        exchange.departure = sink.state.departure(
            of: refusal?.rawValue,
            arrival.knobs,
            arrival: exchange.arrival
        )
        responseID(exchange, request)
        if let refusal { answer(exchange, refusal) } else { answer(exchange, request, acceptance) }
        tell(of: exchange, request, acceptance, refusal)
        return arrival.knobs
    }

    /// The identifier of the request, or a new one.
    private func responseID(_ exchange: ServedExchange, _ request: APNsRequest) {
        let hasRequestID = request.target?.hasRequestID ?? false
        let id = request[hasRequestID ? .requestID : .id]
        let name = hasRequestID ? "apns-request-id" : "apns-id"
        if let id, APNsRequest.isUUID(id) {
            exchange.answer(name, id)
        } else {
            exchange.answer(name, newID())
        }
    }

    private func answer(_ exchange: ServedExchange, _ refusal: APNsReason) {
        exchange.status = refusal.status
        exchange.answer("content-type", "application/json".utf8)
        exchange.responseBody = refusal.body(timestamp: sink.unregisteredSince)
    }

    private func answer(
        _ exchange: ServedExchange,
        _ request: APNsRequest,
        _ acceptance: APNsAcceptance
    ) {
        exchange.status = acceptance.status
        if let channel = acceptance.channel { exchange.answer("apns-channel-id", channel.utf8) }
        if request.target?.hasUniqueID(inSandbox: sink.isSandbox) ?? false {
            exchange.answer("apns-unique-id", newID())
        }
        guard !acceptance.body.isEmpty else { return }
        exchange.answer("content-type", "application/json".utf8)
        exchange.responseBody = acceptance.body
    }

    /// Reports a notification for its device, or a broadcast for each simulated subscriber; a refused one has no
    /// recipient.
    private func tell(
        of exchange: ServedExchange,
        _ request: APNsRequest,
        _ acceptance: APNsAcceptance,
        _ refusal: APNsReason?
    ) {
        let feeds = sink.state.feeds
        guard refusal == nil, let subscribers = acceptance.subscribers else {
            return feeds.tell(
                at: exchange.arrival,
                departure: exchange.departure,
                recipient: request.target?.recipient ?? [],
                content: exchange.body[...],
                refusal == nil ? .taken : refusal == .unregistered ? .unregistered : .refused
            )
        }
        for number in 0..<subscribers {
            feeds.tell(
                at: exchange.arrival,
                departure: exchange.departure,
                recipient: "subscriber-\(number)".utf8,
                content: exchange.body[...],
                .taken
            )
        }
    }

    /// A random UUID (RFC 9562 §5.4), in small letters.
    private func newID() -> [UInt8] {
        let high = random.next() & ~0xF000 | 0x4000
        let low = random.next() & ~(0b11 << 62) | 0b10 << 62
        var text = [UInt8](repeating: UInt8(ascii: "-"), count: 36)
        var place = 0
        for index in 0..<32 {
            if place == 8 || place == 13 || place == 18 || place == 23 { place += 1 }
            let word = index < 16 ? high : low
            text[place] = Hex.digit(
                UInt8(truncatingIfNeeded: word >> UInt64(60 - index % 16 * 4)) & 15
            )
            place += 1
        }
        return text
    }
}
