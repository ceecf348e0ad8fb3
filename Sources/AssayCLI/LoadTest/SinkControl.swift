import CommandLineTool
import DeliveryFeed
import HTTP
import JSON
import Profile
import Transport

/// The requests of a run to the control address of a sink.
struct SinkControl: Sendable {
    /// The counters of a sink.
    struct Account {
        var refused: [String: UInt64] = [:]
        var noted: [String: UInt64] = [:]
    }

    /// Scheme, host and port.
    let origin: String
    /// `apns`, `fcm` or `web-push`.
    let kind: String
    private let transport: CurlTransport

    private static let path = "/.well-known/assay"
    private static let patience = Duration.seconds(5)

    init(origin: String, kind: String, transport: CurlTransport) {
        self.origin = origin
        self.kind = kind
        self.transport = transport
    }

    /// Connects to a running sink, and reads its kind.
    ///
    /// - Throws: A `LoadObstacle` when no sink responds.
    init(running origin: String, transport: CurlTransport) async throws {
        self.origin = origin
        self.transport = transport
        let response = try await Self.ask("GET", Self.path, nil, at: origin, transport)
        let kind = response["reference"]?.stringValue ?? ""
        guard LoadProfile.Delivery.kinds.contains(kind) else {
            throw Self.obstacle(origin, "it is not a sink; start one with \"assay serve apns\"")
        }
        self.kind = kind
    }

    /// - Throws: A `LoadObstacle` when the response is not that of a sink.
    func account() async throws -> Account {
        let response = try await ask("GET", "account", nil)
        return Account(
            refused: Self.counts(response["refused"]),
            noted: Self.counts(response["noted"])
        )
    }

    /// Makes the sink report every request from now on.
    ///
    /// - Parameters:
    ///   - marker: By which messages are known.
    ///   - socket: The path of a Unix socket.
    /// - Throws: A `LoadObstacle` when it does not.
    func tell(of marker: DeliveryMarker, at socket: String) async throws {
        let body: JSONValue = [
            "socket": .string(socket), "run": .string(marker.run), "text": .string(marker.text),
            "whole": .bool(marker.isWhole),
        ]
        _ = try await ask("POST", "deliveries", body)
    }

    private func ask(_ method: String, _ name: String, _ body: JSONValue?) async throws -> JSONValue
    {
        try await Self.ask(method, "\(Self.path)/\(name)", body, at: origin, transport)
    }

    private static func ask(
        _ method: String,
        _ path: String,
        _ body: JSONValue?,
        at origin: String,
        _ transport: CurlTransport
    ) async throws -> JSONValue {
        var headers = HTTPFields()
        if body != nil { headers.append("Content-Type", "application/json") }
        let request = HTTPRequest(
            method: method,
            origin: origin,
            path: path,
            headers: headers,
            body: body?.textBytes
        )
        switch await transport.exchange(request, timeout: patience) {
        case .failure(let failure): throw obstacle(origin, "\(failure)")
        case .success(let response):
            let body = (try? JSONValue(parsing: response.body)) ?? .null
            guard response.status == 200 else {
                let reason = body["error"]?.stringValue ?? "it responded with \(response.status)"
                throw obstacle(origin, reason)
            }
            return body
        }
    }

    private static func obstacle(_ origin: String, _ reason: String) -> LoadObstacle {
        LoadObstacle(.couldNotRun, "delivery: the sink at \(origin): \(reason)")
    }

    private static func counts(_ value: JSONValue?) -> [String: UInt64] {
        var counts: [String: UInt64] = [:]
        for member in value?.objectValue?.members ?? [] {
            counts[member.name] = member.value.intValue.flatMap { UInt64(exactly: $0) }
        }
        return counts
    }
}
