import HTTP
import HTTP2Serving
import ReferencePush

/// A sender's connection to a sink: behaviour common to all sinks.
final class SinkConnection: ConnectionHandler {
    private let state: SinkState
    private let judge: any SinkJudge
    private let limits: ServerLimits
    private let control: ControlEndpoint
    private var requestCount = 0
    /// Stream limit announced to the sender.
    private var streamLimit: UInt32

    private static let controlPath = Array(ControlEndpoint.path.utf8)

    /// - Parameters:
    ///   - sink: The sink of the connection.
    ///   - judge: Handler of this connection.
    ///   - control: The sink's control address.
    init(_ sink: any PushSink, _ judge: any SinkJudge, control: ControlEndpoint) {
        state = sink.state
        limits = sink.limits
        self.judge = judge
        self.control = control
        streamLimit = judge.streams(state.knobs)
    }

    var firstStreamLimit: UInt32 { streamLimit }

    func answer(_ exchange: ServedExchange, on connection: any ServedConnection) {
        if exchange.target.starts(with: Self.controlPath),
            let response = control.answer(ServerRequest(exchange, limits))
        {
            exchange.answer(with: response)
            return
        }
        if requestCount == 0 { state.note("connections") }
        requestCount += 1
        let knobs = judge.judge(exchange, certificate: connection.clientCertificate)
        let streams = judge.streams(knobs)
        if streamLimit != streams {
            streamLimit = streams
            connection.limitStreams(to: streams)
        }
        if knobs.goAwayEvery > 0, requestCount == knobs.goAwayEvery {
            state.note("goAways")
            connection.goAway(judge.farewell(isIdle: false))
        }
    }

    func endIdle(_ connection: any ServedConnection) {
        connection.goAway(judge.farewell(isIdle: true))
    }
}
