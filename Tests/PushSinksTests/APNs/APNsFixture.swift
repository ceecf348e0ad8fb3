import Cryptography
import Glibc
import HTTP
import JSON
import PushSinks
import Testing
import Transport

/// A token as a sender signs it.
struct SignedJWT {
    var algorithm = "ES256"
    var key: String? = "ASSAYKEY01"
    var team: String? = "ASSAYTEAM1"
    /// The age in seconds.
    var age: Int64 = 0
    var pem = APNsKey.knownPEM
    /// A quote placed before and after the time.
    var quote = ""
    /// Whether one bit of the signature is flipped.
    var isDamaged = false

    var text: String {
        get throws {
            let header = #"{"alg":"\#(algorithm)"\#(key.map { #","kid":"\#($0)""# } ?? "")}"#
            let issuer = team.map { #""iss":"\#($0)","# } ?? ""
            let claims = "{\(issuer)\"iat\":\(quote)\(Int64(time(nil)) - age)\(quote)}"
            let input = [header, claims].map { Self.encoded(Array($0.utf8)) }.joined(separator: ".")
            var signature = try SigningKey(pem: pem, algorithm: .es256)
                .signature(of: Array(input.utf8))
            if isDamaged { signature[40] ^= 1 }
            return "\(input).\(Self.encoded(signature))"
        }
    }

    var authorization: String { get throws { "bearer \(try text)" } }

    private static func encoded(_ bytes: [UInt8]) -> String {
        Base64.encode(bytes, alphabet: .url, padded: false)
    }
}

/// A notification with one change.
struct Push {
    var method = "POST"
    var path = "/3/device/" + Push.device
    var headers: HTTPFields
    var body: [UInt8]? = Array(#"{"aps":{"alert":"hello"}}"#.utf8)

    static let device = String(repeating: "00fa", count: 16)

    init(_ token: SignedJWT = SignedJWT(), _ change: (inout Push) -> Void = { _ in }) throws {
        headers = HTTPFields([
            .init(name: "authorization", value: try token.authorization),
            .init(name: "apns-topic", value: "com.example.app"),
        ])
        change(&self)
    }

    func request(to origin: String) -> HTTPRequest {
        HTTPRequest(method: method, origin: origin, path: path, headers: headers, body: body)
    }

    /// The request as HTTP/1.1 text, for clients that keep their connection open.
    var text: String {
        let fields = headers.fields.map { "\($0.name): \($0.value)\r\n" }.joined()
        let body = String(decoding: body ?? [], as: UTF8.self)
        return "\(method) \(path) HTTP/1.1\r\nHost: h\r\n\(fields)Content-Length: "
            + "\(body.utf8.count)\r\n\r\n\(body)"
    }
}

extension SinkServer {
    /// Sends a notification over a separate connection.
    func send(_ push: Push) async throws -> HTTPResponse {
        var options = TransportOptions()
        options.maximumIdleSeconds = 3_600
        options.httpVersion = .http2PriorKnowledge
        let transport = try CurlTransport(options: options)
        return try await transport.exchange(push.request(to: origin)).get()
    }

    /// Changes the sink through its control address.
    func control(
        _ method: String,
        _ name: String,
        _ body: JSONValue? = nil
    ) async throws -> JSONValue {
        let request = HTTPRequest(
            method: method,
            origin: origin,
            path: "/.well-known/assay/\(name)",
            headers: HTTPFields([.init(name: "Content-Type", value: "application/json")]),
            body: body.map { Array($0.text.utf8) }
        )
        let response = try await CurlTransport().exchange(request).get()
        #expect(response.status == 200)
        return try JSONValue(parsing: response.body)
    }

    /// Sets the state of a device.
    func setDevice(_ token: String, _ reason: String) async throws {
        _ = try await control(
            "POST",
            "state",
            [
                "state": "device", "action": "setup",
                "params": ["token": .string(token), "reason": .string(reason)],
            ]
        )
    }
}

extension HTTPResponse {
    /// The reason in the body.
    var reason: String? { json["reason"]?.stringValue }

    /// The body; empty if it is not an object.
    var json: JSONObject { (try? JSONValue(parsing: body))?.objectValue ?? JSONObject() }
}
