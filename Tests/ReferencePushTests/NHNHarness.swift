import Contract
import HTTP
import JSON

@testable import ReferencePush

/// NHN Cloud Push with a clock that the test drives, and a client for it.
final class NHNHarness: Sendable {
    let service: NHNService
    let clock: ManualTime
    private let credentials: NHNCredentials

    /// Noon in Korea.
    static let now = Instant(milliseconds: 1_700_017_200_000)

    init(_ change: (inout NHNOptions) -> Void = { _ in }) {
        let clock = ManualTime(Self.now)
        var options = NHNOptions()
        options.common.now = { clock.now }
        options.common.deliversInBackground = false
        options.common.seed = 1
        change(&options)
        service = NHNService(options: options)
        self.clock = clock
        credentials = options.applications[0]
    }

    /// Sends a request below the application's path, with the secret key.
    func send(
        _ method: String,
        _ target: String,
        _ body: JSONValue? = nil,
        at face: Int = 0
    ) -> NHNResponse {
        raw(method, "/push/v2.4/appkeys/\(credentials.appKey)\(target)", body, at: face)
    }

    func raw(
        _ method: String,
        _ target: String,
        _ body: JSONValue? = nil,
        at face: Int = 0
    ) -> NHNResponse {
        let request = Self.request("\(method) \(target)", body, secretKey: credentials.secretKey)
        return NHNResponse(response: service.faces[face].handle(request))
    }

    /// A request to one application, or to any other path.
    static func request(
        _ line: String,
        _ body: JSONValue? = nil,
        secretKey: String = NHNCredentials.demo.secretKey
    ) -> ServerRequest {
        let parts = line.split(separator: " ", maxSplits: 1).map(String.init)
        let root = "/push/v2.4/appkeys/\(NHNCredentials.demo.appKey)"
        return ServerRequest(
            method: parts[0],
            target: parts[1].hasPrefix("/push/") ? parts[1] : root + parts[1],
            headers: HTTPFields([.init(name: "X-Secret-Key", value: secretKey)]),
            body: body?.textBytes ?? []
        )
    }

    /// Registers a token for a user.
    @discardableResult
    func register(_ token: String, _ uid: String, _ more: [String: JSONValue] = [:]) -> NHNResponse
    {
        var body: JSONValue = [
            "token": .string(token), "pushType": "APNS", "isNotificationAgreement": true,
            "isAdAgreement": true, "isNightAdAgreement": true, "timezoneId": "Asia/Seoul",
            "country": "KR", "language": "ko", "uid": .string(uid),
            "deviceId": .string("device of \(token)"),
        ]
        if case .object(var object) = body {
            for (name, value) in more { object[name] = value }
            body = .object(object)
        }
        return send("POST", "/tokens", body)
    }

    /// Sends a message and waits until it is delivered.
    ///
    /// - Returns: The logs of it, the newest first.
    func deliver(to users: [String], _ more: [String: JSONValue] = [:]) -> [JSONValue] {
        var body: JSONObject = Self.message
        body["target"] = ["type": "UID", "to": .array(users.map { .string($0) })]
        for (name, value) in more { body[name] = value }
        let id = send("POST", "/messages", .object(body)).json["message"]?["messageId"]?.intValue
        clock.advance(by: .seconds(1))
        service.deliverDue()
        let logs = send("GET", "/logs/message?messageId=\(id ?? 0)").json["data"]?["logs"]
        return logs?.arrayValue ?? []
    }

    static var message: JSONObject {
        let value: JSONValue = [
            "target": ["type": "ALL"], "content": ["default": ["title": "t", "body": "b"]],
            "messageType": "NOTIFICATION",
        ]
        return value.objectValue ?? JSONObject()
    }
}

struct NHNResponse {
    let response: ServerResponse

    var json: JSONValue { response.json }
    var code: Int? { json["header"]?["resultCode"]?.intValue }

    /// Code and message.
    var summary: String {
        "\(code ?? -1) \(json["header"]?["resultMessage"]?.stringValue ?? "")"
    }
}
