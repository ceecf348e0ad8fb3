import CommandLineTool
import Contract
import Faults
import HTTP
import HTTPServer
import JSON

/// The control address of one or more hops: `GET` shows, `PUT` and `POST` change, `DELETE` ends the fault.
struct FaultControl: Sendable {
    private let hops: [FaultHop]
    private let isTLS: Bool
    private static let limits = ServerLimits(requestLineBytes: 2_048, bodyBytes: 4_096)

    /// `isTLS`: whether clients use TLS with the server.
    init(_ hops: [FaultHop], isTLS: Bool) {
        self.hops = hops
        self.isTLS = isTLS
    }

    /// Starts to respond at `address`.
    func serve(at address: ListenAddress) throws -> HTTPDaemon {
        let endpoint = EndpointGuard(host: address.host)
        return try HTTPDaemon(
            host: address.host,
            port: Int(address.port),
            limits: Self.limits,
            options: .small(connections: 64, drainTimeout: .seconds(1))
        ) { answer($0, endpoint) }
    }

    private func answer(_ request: ServerRequest, _ endpoint: EndpointGuard) -> ServerResponse {
        if request.problem != nil { return response(400, problem: "the request is too large") }
        if let refusal = endpoint.refusal(of: request) {
            return response(refusal.status, problem: refusal.reason)
        }
        guard request.path == "/" else {
            return response(404, problem: "\(request.path) does not exist; use /")
        }
        switch request.method {
        case "GET", "HEAD": return response(200, state)
        case "DELETE":
            set(nil)
            return response(200, state)
        case "PUT", "POST":
            if let refusal = endpoint.refusal(ofChange: request) {
                return response(refusal.status, problem: refusal.reason)
            }
            return change(to: request.body)
        default:
            return response(
                405,
                problem: "expected GET, PUT, POST or DELETE, got \(request.method)"
            )
        }
    }

    private func change(to body: [UInt8]) -> ServerResponse {
        do {
            let fault = try Self.fault(body)
            if let obstacle = fault?.obstacle(isTLS: isTLS) {
                return response(409, problem: obstacle)
            }
            set(fault)
            return response(200, state)
        } catch {
            return response(400, problem: "\(error)")
        }
    }

    private func set(_ fault: Fault?) {
        for hop in hops { hop.set(fault) }
    }

    /// The state as shown at the address.
    private var state: JSONValue {
        let counters = hops.reduce(FaultCounters()) { $0 + $1.counters }
        return [
            "fault": hops.first?.fault?.json ?? .null,
            "connections": .integer(counters.connections),
            "open": .integer(counters.open),
            "requests": .integer(counters.requests),
            "faults": .integer(counters.faults),
            "omissions": .integer(counters.omissions),
            "upstreamFailures": .integer(counters.upstreamFailures),
            "lastUpstreamFailure": counters.lastUpstreamFailure.map { .string($0) } ?? .null,
        ]
    }

    /// `{"hang": true}` as in a contract, `"hang"` or `hang` as on the command line; `null` and an empty body end it.
    private static func fault(_ body: [UInt8]) throws -> Fault? {
        let text = String(decoding: body, as: UTF8.self)
        let first = text.first { !$0.isWhitespace }
        guard let first else { return nil }
        guard first == "{" || first == "n" || first == "\"" else {
            let end = text.lastIndex { !$0.isWhitespace } ?? text.startIndex
            return try Fault(text: String(text[...end].drop(while: \.isWhitespace)))
        }
        let json = try JSONValue(parsing: body, duplicates: .refused)
        if let words = json.stringValue { return try Fault(text: words) }
        return json == .null ? nil : try Fault(json)
    }

    private func response(_ status: Int, problem: String) -> ServerResponse {
        response(status, ["error": .string(problem)])
    }

    private func response(_ status: Int, _ value: JSONValue) -> ServerResponse {
        ServerResponse(
            status: status,
            headers: HTTPFields([.init(name: "Content-Type", value: "application/json")]),
            body: Array(value.text.utf8)
        )
    }
}
