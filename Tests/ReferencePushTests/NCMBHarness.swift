import Contract
import Cryptography
import HTTP
import JSON
import Synchronization

@testable import ReferencePush

/// A service whose clock the test drives, and a client that signs requests for it.
final class NCMBHarness: Sendable {
    let service: NCMBService
    let clock: ManualTime
    let credentials: NCMBCredentials

    static let now = Instant(milliseconds: 1_700_000_000_000)

    init(
        credentials: NCMBCredentials = .demo,
        _ change: (inout NCMBOptions) -> Void = { _ in }
    ) {
        let clock = ManualTime(Self.now)
        var options = NCMBOptions()
        options.common.now = { clock.now }
        options.common.deliversInBackground = false
        options.common.seed = 1
        change(&options)
        service = NCMBService(options: options)
        self.clock = clock
        self.credentials = credentials
    }
}

/// A clock that moves only when the test moves it.
final class ManualTime: Sendable {
    private let time: Mutex<Instant>

    init(_ time: Instant) { self.time = Mutex(time) }

    var now: Instant { time.withLock { $0 } }

    func advance(by duration: Duration) {
        time.withLock { $0 = $0 + duration }
    }
}

struct NCMBResponse {
    let response: ServerResponse

    var status: Int { response.status }
    var text: String { String(decoding: response.body, as: UTF8.self) }
    var json: JSONValue { response.json }
    var code: String? { json["code"]?.stringValue }
    var message: String? { json["error"]?.stringValue }
    var id: String { json["objectId"]?.stringValue ?? "?" }
    var signature: String? { response.headers["X-NCMB-Response-Signature"] }

    /// Status, code and message, as far as present.
    var summary: String {
        [String(status), code, message].compactMap { $0 }.joined(separator: " ")
    }
}

extension NCMBHarness {
    /// Sends a signed request, `GET /push?limit=1`, after doing `change` to it.
    @discardableResult
    func call(
        _ line: String,
        _ body: JSONValue? = nil,
        _ change: (inout ServerRequest) -> Void = { _ in }
    ) -> NCMBResponse {
        send(line, body.map { $0.textBytes } ?? [], change)
    }

    /// Sends a signed request with any bytes as its body.
    @discardableResult
    func send(
        _ line: String,
        _ body: [UInt8],
        _ change: (inout ServerRequest) -> Void = { _ in }
    ) -> NCMBResponse {
        var request = signed(line, body)
        change(&request)
        return NCMBResponse(response: service.handle(request))
    }

    func signed(_ line: String, _ body: [UInt8] = []) -> ServerRequest {
        let parts = line.split(separator: " ", maxSplits: 1).map(String.init)
        return Self.request(parts[0], "/2013-09-01" + parts[1], body, at: clock.now, credentials)
    }

    /// A signed request.
    static func request(
        _ method: String,
        _ target: String,
        _ body: [UInt8],
        at time: Instant,
        _ credentials: NCMBCredentials
    ) -> ServerRequest {
        var request = ServerRequest(method: method, target: target, body: body)
        request.headers.append("Host", "127.0.0.1:8080")
        request.headers.append("Content-Type", "application/json")
        request.headers.append("X-NCMB-Application-Key", credentials.applicationKey)
        request.headers.append("X-NCMB-Timestamp", time.iso)
        request.headers.append("X-NCMB-Signature", signature(of: request, time.iso, credentials))
        return request
    }

    private static func signature(
        of request: ServerRequest,
        _ timestamp: String,
        _ credentials: NCMBCredentials
    ) -> String {
        var items = [
            "SignatureMethod=HmacSHA256", "SignatureVersion=2",
            "X-NCMB-Application-Key=\(credentials.applicationKey)",
            "X-NCMB-Timestamp=\(timestamp)",
        ]
        if request.method == "GET" {
            items += (request.query ?? "").split(separator: "&").map(String.init)
            items.sort { left, right in
                let names = [left, right].map { $0.prefix { $0 != "=" } }
                return names[0].utf8.lexicographicallyPrecedes(names[1].utf8)
            }
        }
        let text = [
            request.method, "127.0.0.1", request.path, items.joined(separator: "&"),
        ].joined(separator: "\n")
        return mac(text, credentials)
    }

    static func mac(_ text: String, _ credentials: NCMBCredentials = .demo) -> String {
        Base64.encode(
            HMAC.authenticationCode(
                .sha256,
                key: Array(credentials.clientKey.utf8),
                message: Array(text.utf8)
            )
        )
    }

    /// A search with `where`, percent-encoded.
    func search(_ collection: String, where filter: JSONValue, _ more: String = "") -> NCMBResponse
    {
        call("GET /\(collection)?where=\(Self.encoded(filter.text))\(more)")
    }

    static func encoded(_ text: String) -> String {
        text.utf8.map { byte in
            let hex = String(byte, radix: 16, uppercase: true)
            return "%" + (hex.count == 1 ? "0" + hex : hex)
        }.joined()
    }

    /// Registers a device and returns its objectId.
    @discardableResult
    func register(_ token: String, _ type: String = "ios", _ more: JSONValue = [:]) -> String {
        var body = more.objectValue ?? JSONObject()
        body["deviceToken"] = .string(token)
        body["deviceType"] = .string(type)
        return call("POST /installations", .object(body)).id
    }

    /// Switches a provider state on or off.
    @discardableResult
    func state(
        _ name: String,
        _ params: JSONValue = [:],
        _ action: StateAction = .setup
    ) throws -> JSONObject {
        try service.change(StateChange(name, params.objectValue ?? JSONObject(), action))
    }

    /// Advances the clock and delivers the pushes that are due.
    func advance(by duration: Duration) {
        clock.advance(by: duration)
        service.deliverDue()
    }

    /// Delivers the pushes that are due within the next second.
    func deliver() {
        for _ in 0..<4 { advance(by: .milliseconds(250)) }
    }
}
