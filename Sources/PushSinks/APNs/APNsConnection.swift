import Base
package import HTTP2Serving
import HTTP
package import ReferencePush

/// A connection of a sender to an APNs sink.
package final class APNsConnection: ConnectionHandler {
    private let sink: APNsSink
    /// What the control address answers; `nil` where there is none.
    private let control: ControlEndpoint?
    private var binding = APNsBinding()
    private var requestCount = 0
    /// How many streams the client was told of.
    private var streamLimit: UInt32
    private var random: SplitMix64

    private static let controlPath = Array(ControlEndpoint.path.utf8)

    /// - Parameters:
    ///   - sink: What judges.
    ///   - control: The sink's control address.
    package init(_ sink: APNsSink, control: ControlEndpoint? = nil) {
        self.sink = sink
        self.control = control
        random = SplitMix64(seed: .random(in: 0...UInt64.max))
        streamLimit = 1
    }

    /// One, until a good token came (Apple, "Sending notification requests to APNs").
    package var firstStreamLimit: UInt32 { 1 }

    package func answer(_ exchange: ServedExchange, on connection: any ServedConnection) {
        if let control, exchange.target.starts(with: Self.controlPath),
            let answer = control.answer(ServerRequest(exchange, sink.limits))
        {
            exchange.answer(with: answer)
            return
        }
        if requestCount == 0 { sink.state.note("connections") }
        requestCount += 1
        let certificate = connection.clientCertificate
        let knobs = judge(exchange, certificate: certificate)
        let isKnown = binding.isBound || certificate != nil
        if isKnown, streamLimit != knobs.streams {
            streamLimit = knobs.streams
            connection.limitStreams(to: streamLimit)
        }
        if knobs.goAwayEvery > 0, requestCount == knobs.goAwayEvery {
            sink.state.note("goAways")
            connection.goAway(APNsReason.shutdown.body(timestamp: 0))
        }
    }

    package func endIdle(_ connection: any ServedConnection) {
        connection.goAway(APNsReason.idleTimeout.body(timestamp: 0))
    }

    /// Answers a notification.
    ///
    /// - Returns: The knobs that hold.
    @discardableResult
    func judge(_ exchange: ServedExchange, certificate: ClientCertificate?) -> SinkKnobs {
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
