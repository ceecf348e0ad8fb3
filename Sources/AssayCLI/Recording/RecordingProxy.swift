import Base
import HTTP
import HTTPServer
import Interchange
import Replay
import Synchronization

/// Forwards requests to a server, and records the exchanges.
final class RecordingProxy: Sendable {
    /// Events while it runs.
    enum Event: Sendable {
        /// An exchange was recorded.
        case recorded(RecordedExchange, number: Int)
        /// A request got a response here, and was not recorded.
        case notRecorded(ServerRequest, status: Int, reason: String)
        /// A connection without a valid request.
        case lost(ServerLoss)
    }

    private struct State {
        var arrivals = 0
        /// By the number of their arrival.
        var kept: [Int: RecordedExchange] = [:]
        /// Event streams that have not ended, by the number of their arrival.
        var streams: [Int: RecordedStream] = [:]
        var keptBytes = 0
        var tally = RecordingTally()
    }

    private let upstream: FaultUpstream
    private let keepsHost: Bool
    private let transport: any HTTPTransport
    private let clock = SystemClock()
    private let state = Mutex(State())
    private let report: @Sendable (Event) -> Void

    /// Limits of a request.
    static let limits = ServerLimits(requestLineBytes: 65_536, bodyBytes: 16 << 20)
    /// The memory limit of a recording, including bodies; exchanges beyond it are forwarded and not recorded.
    static let memoryBytes = 512 << 20

    /// - Parameters:
    ///   - upstream: The server.
    ///   - keepsHost: Whether `Host` is forwarded unchanged, in place of the server's own.
    ///   - transport: Reaches the server.
    ///   - report: Receives every event; called on several threads at once.
    init(
        before upstream: FaultUpstream,
        keepsHost: Bool,
        transport: any HTTPTransport,
        report: @escaping @Sendable (Event) -> Void
    ) {
        self.upstream = upstream
        self.keepsHost = keepsHost
        self.transport = transport
        self.report = report
    }

    /// Counts connections without a valid request.
    func note(_ loss: ServerLoss) {
        state.withLock { $0.tally.lost += 1 }
        report(.lost(loss))
    }

    /// The recorded exchanges, in the order of their requests, and counts of the others.
    var recording: (exchanges: [RecordedExchange], tally: RecordingTally) {
        for (number, stream) in state.withLock({ $0.streams }) { keep(stream, number) }
        return state.withLock { state in
            let sorted = state.kept.sorted { $0.key < $1.key }
            var tally = state.tally
            tally.unfinished = state.arrivals - sorted.count - tally.unanswered - tally.tooMuch
            return (sorted.map(\.value), tally)
        }
    }

    /// Forwards a request and returns the response; an event stream as soon as it begins.
    func answer(_ request: ServerRequest) async -> DaemonResponse {
        // A client that looks for a reference server must not find one: its states do not belong to
        // the traffic.
        if isControl(request) { return DaemonResponse(ServerResponse(status: 404)) }
        if let refusal = refusal(of: request) { return refuse(request, refusal.0, refusal.1) }
        let moment = clock.now
        let number = state.withLock { state in
            state.arrivals += 1
            return state.arrivals
        }
        let sent = forwarded(request)
        let pipe = StreamPipe()
        let pending = Handover<DaemonResponse>()
        var tapped = sent
        tapped.eventTap = EventTap { [self] head in
            let stream = RecordedStream(moment, sent, head)
            state.withLock { $0.streams[number] = stream }
            let response = Self.returned(head, to: sent.method)
            pending.give(DaemonResponse(response, events: pipe.follower))
        } take: { [self] bytes in
            let stream = state.withLock { $0.streams[number] }
            if let stream, stream.take(bytes) { keep(stream, number) }
            return pipe.send(bytes)
        }
        Task { [tapped] in
            let result = await transport.exchange(tapped, timeout: nil)
            if let stream = state.withLock({ $0.streams.removeValue(forKey: number) }) {
                keep(stream, number)
                if case .failure(let failure) = result, failure.kind != .timeout {
                    pipe.breakOff()
                } else {
                    pipe.end()
                }
                return
            }
            switch result {
            case .success(let response):
                keep(RecordedExchange(moment: moment, request: sent, response: response), number)
                pending.give(DaemonResponse(Self.returned(response, to: sent.method)))
            case .failure(let failure):
                state.withLock { $0.tally.unanswered += 1 }
                let reason = "no response from \(upstream.origin): \(failure)"
                pending.give(refuse(request, 502, reason))
            }
        }
        // The task always delivers a response.
        return await pending.value() ?? DaemonResponse(ServerResponse(status: 502))
    }

    /// Stores the beginning of a stream, once.
    private func keep(_ stream: RecordedStream, _ number: Int) {
        if let exchange = stream.handOver() { keep(exchange, number) }
    }

    private func keep(_ exchange: RecordedExchange, _ number: Int) {
        let (count, isFull) = state.withLock { state in
            let bytes = exchange.bytes
            guard state.keptBytes + bytes <= Self.memoryBytes else {
                state.tally.tooMuch += 1
                return (state.kept.count, true)
            }
            state.keptBytes += bytes
            state.kept[number] = exchange
            return (state.kept.count, false)
        }
        guard !isFull else {
            let request = ServerRequest(
                method: exchange.request.method,
                target: exchange.request.target
            )
            let reason = "not recorded: the recording already has \(Self.memoryBytes >> 20) MiB"
            return report(.notRecorded(request, status: exchange.response.status, reason: reason))
        }
        report(.recorded(exchange, number: count))
    }
}

/// Counts of exchanges that are not part of a recording.
struct RecordingTally: Hashable, Sendable {
    /// Requests without a response from the server.
    var unanswered = 0
    /// Requests in progress when the recording ended.
    var unfinished = 0
    /// Requests that were not forwarded.
    var refused = 0
    /// Connections without a request, and incomplete requests.
    var lost = 0
    /// Exchanges beyond the memory limit.
    var tooMuch = 0
}

// MARK: - On the way

extension RecordingProxy {
    /// Fields that belong to one connection (RFC 9110 §7.6.1), and those that the library sets itself.
    private static let ownFields: Set<String> = [
        "connection", "keep-alive", "proxy-connection", "te", "trailer", "transfer-encoding",
        "upgrade",
        "content-length", "expect", "proxy-authorization",
    ]

    /// The path below which a reference server is controlled.
    private static let controlPath = "/.well-known/assay"

    /// Whether a request controls a reference server; it is not forwarded.
    private func isControl(_ request: ServerRequest) -> Bool {
        request.path == Self.controlPath || request.path.hasPrefix(Self.controlPath + "/")
    }

    /// Why a request is not forwarded; `nil` when it is.
    private func refusal(of request: ServerRequest) -> (Int, String)? {
        switch request.problem {
        case .targetTooLong:
            return (414, "the request line has more than \(Self.limits.requestLineBytes) bytes")
        case .bodyTooLarge:
            return (413, "the body has more than \(Self.limits.bodyBytes >> 20) MiB")
        case .malformed(let reason): return (400, reason)
        case nil: break
        }
        if request.method == "CONNECT" {
            return (
                405,
                "this is not a proxy for other hosts: send requests to it as to the server "
                    + "itself"
            )
        }
        return nil
    }

    private func refuse(_ request: ServerRequest, _ status: Int, _ reason: String) -> DaemonResponse
    {
        if status != 502 { state.withLock { $0.tally.refused += 1 } }
        report(.notRecorded(request, status: status, reason: reason))
        return DaemonResponse(
            ServerResponse(
                status: status,
                headers: HTTPFields([
                    .init(name: "Content-Type", value: "text/plain; charset=utf-8")
                ]),
                body: Array("assay record: \(reason)\n".utf8)
            )
        )
    }

    private func forwarded(_ request: ServerRequest) -> HTTPRequest {
        var headers = Self.passedOn(request.headers)
        if !keepsHost { headers.remove("Host") }
        let hasBody = !request.body.isEmpty || request.headers["Content-Length"] != nil
        return HTTPRequest(
            method: request.method,
            origin: upstream.origin,
            path: request.path,
            query: request.query,
            headers: headers,
            body: hasBody ? request.body : nil
        )
    }

    private static func returned(
        _ response: HTTPResponse,
        to method: String
    ) -> ServerResponse {
        var headers = passedOn(response.headers)
        // The server sets the field itself, except for a response to HEAD, which has no body.
        if method == "HEAD", let length = response.headers["Content-Length"] {
            headers.set("Content-Length", length)
        }
        return ServerResponse(status: response.status, headers: headers, body: response.body)
    }

    private static func passedOn(_ fields: HTTPFields) -> HTTPFields {
        let named = fields[all: "Connection"].flatMap { $0.split(separator: ",") }
            .map { $0.filter { $0 != " " && $0 != "\t" }.lowercased() }
        return HTTPFields(
            fields.fields.filter { field in
                let name = field.name.lowercased()
                return !ownFields.contains(name) && !named.contains(name)
            }
        )
    }
}
