import Base
import DeliveryFeed
import HTTP2Serving

/// Judges the notifications of one connection, which its first good token binds.
final class APNsJudge: SinkJudge {
    private let sink: APNsSink
    private var binding = APNsBinding()
    private var hasCertificate = false
    private var random: SplitMix64

    /// - Parameter sink: What judges.
    init(_ sink: APNsSink) {
        self.sink = sink
        random = SplitMix64(seed: .random(in: 0...UInt64.max))
    }

    /// One, until a good token came (Apple, "Sending notification requests to APNs").
    func streams(_ knobs: SinkKnobs) -> UInt32 {
        binding.isBound || hasCertificate ? knobs.streams : 1
    }

    func farewell(isIdle: Bool) -> [UInt8] {
        (isIdle ? APNsReason.idleTimeout : .shutdown).body(timestamp: 0)
    }

    @discardableResult
    func judge(_ exchange: ServedExchange, certificate: ClientCertificate?) -> SinkKnobs {
        hasCertificate = certificate != nil
        let request = APNsRequest(exchange)
        let arrival = sink.state.arrival()
        var refusal: APNsReason?
        do throws(APNsRefusal) {
            let judged = APNsSink.Judged(
                exchange: exchange,
                request: request,
                arrival: arrival,
                certificate: certificate
            )
            try sink.judge(judged, &binding)
        } catch {
            refusal = error.reason
        }
        exchange.departure = sink.state.departure(
            of: refusal?.rawValue,
            arrival.knobs,
            arrival: exchange.arrival
        )
        answer(exchange, request, refusal)
        sink.state.feeds.tell(
            at: exchange.arrival,
            recipient: request.device ?? [],
            content: exchange.body[...],
            refusal == nil ? .taken : refusal == .unregistered ? .unregistered : .refused
        )
        return arrival.knobs
    }

    private func answer(
        _ exchange: ServedExchange,
        _ request: APNsRequest,
        _ refusal: APNsReason?
    ) {
        if let id = request[.id], APNsRequest.isUUID(id) {
            exchange.answer("apns-id", id)
        } else {
            exchange.answer("apns-id", newID())
        }
        guard let refusal else {
            exchange.status = 200
            if sink.isSandbox { exchange.answer("apns-unique-id", newID()) }
            return
        }
        exchange.status = refusal.status
        exchange.answer("content-type", "application/json".utf8)
        exchange.answerBody = refusal.body(timestamp: sink.unregisteredSince)
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
