import Contract
import Cryptography
import HTTP
import JSON

@testable import ReferencePush

/// A CORE PUSH service whose clock the test drives and whose deliveries are made before the responses.
final class CorePushHarness: Sendable {
    let service: CorePushService
    let clock: ManualTime

    static let iphoneKey = CorePushKey.demoIPhone.configKey
    static let androidKey = CorePushKey.demoAndroid.configKey

    init(_ change: (inout CorePushOptions) -> Void = { _ in }) {
        let clock = ManualTime(NCMBHarness.now)
        var options = CorePushOptions()
        options.common.now = { clock.now }
        options.common.deliversInBackground = false
        options.common.seed = 1
        change(&options)
        service = CorePushService(options: options)
        self.clock = clock
    }
}

extension CorePushHarness {
    /// Posts a body unchanged.
    func post(_ path: String, _ body: String, method: String = "POST") -> ServerResponse {
        service.handle(ServerRequest(method: method, target: path, body: Array(body.utf8)))
    }

    /// Posts fields, percent-encoded; returns the response's JSON, or null.
    @discardableResult
    func call(_ path: String, _ fields: KeyValuePairs<String, String>) -> JSONValue {
        let body = fields.map { "\($0.key)=\(NCMBHarness.encoded($0.value))" }
        return post(path, body.joined(separator: "&")).json
    }

    /// Registers a token for an iPhone.
    @discardableResult
    func register(_ token: String, user: String? = nil) -> JSONValue {
        guard let user else {
            return call(
                "/iphone_token_regist.php",
                ["config_key": Self.iphoneKey, "device_token": token, "mode": "1"]
            )
        }
        return call(
            "/iphone_token_regist.php",
            [
                "config_key": Self.iphoneKey, "device_token": token, "mode": "1",
                "app_user_id": user,
            ]
        )
    }

    /// Sends to iPhones.
    @discardableResult
    func send(_ data: JSONValue, path: String = "/iphone_push_request.php") -> JSONValue {
        call(path, ["config_key": Self.iphoneKey, "request_data": Self.base64(data)])
    }

    /// A value as `request_data` carries it.
    static func base64(_ data: JSONValue) -> String { Base64.encode(data.textBytes) }

    /// The feedback figures of a send, by the response to it.
    func figures(of response: JSONValue) -> String {
        let key = response["feedback_key"]?.stringValue ?? ""
        let feedback = call(
            "/iphone_feedback.php",
            ["config_key": Self.iphoneKey, "feedback_key": key]
        )
        let names = ["sent", "failed", "boot"]
        return names.map { feedback["results"]?[$0]?.stringValue ?? "?" }.joined(separator: " ")
    }

    static let success: JSONValue = ["status": "0"]
    static let failure: JSONValue = ["status": "1"]
    static let broadcast: JSONValue = [["app_user_id": "9999999999", "message": "M"]]
}
