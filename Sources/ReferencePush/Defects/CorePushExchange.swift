import Contract
import Cryptography
import HTTP
import JSON
import Synchronization

/// One exchange with CORE PUSH, with its form taken apart.
struct CorePushExchange {
    let request: ServerRequest
    let service: any ReferenceService

    /// The last part of the path without its ending: `notify_history`.
    var call: String {
        String((request.path.split(separator: "/").last ?? "").prefix { $0 != "." })
    }

    /// Whether it registers or removes a token.
    var isToken: Bool { call.hasSuffix("_token_regist") }

    /// Whether it sends, in whatever way.
    var isSend: Bool { call.contains("_push_request") }

    /// Whether the token is registered for the app.
    var knowsToken: Bool {
        guard let service = service as? CorePushService, let key = self["config_key"],
            let token = self["device_token"], let app = service.apps.withLock({ $0[key] })
        else { return false }
        return app.data.withLock { $0.devices[token] != nil }
    }

    /// The first value of a parameter.
    subscript(_ name: String) -> String? { fields.first { $0.name == name }?.value }

    /// What the service answers.
    func answer() -> ServerResponse { service.handle(request) }

    /// What the service answers with members of the object changed.
    func rewriting(_ change: (inout JSONObject) -> Void) -> ServerResponse {
        answer().rewriting(change)
    }

    /// The answer to the request with another value for a parameter; `nil` takes it away.
    func setting(_ name: String, to value: String?) -> ServerResponse {
        var fields = fields.filter { $0.name != name }
        if let value { fields.append((name, value)) }
        var changed = request
        changed.body = Array(QueryEncoding.form.encoded(fields).utf8)
        return service.handle(changed)
    }

    /// The answer to a send with other messages.
    func changingMessages(_ change: (inout [JSONObject]) -> Void) -> ServerResponse {
        guard isSend, let bytes = Base64.decode(self["request_data"] ?? ""),
            let elements = (try? JSONValue(parsing: bytes, duplicates: .refused))?.arrayValue
        else { return answer() }
        var messages = elements.compactMap(\.objectValue)
        change(&messages)
        let data = JSONValue.array(messages.map { .object($0) })
        return setting("request_data", to: Base64.encode(data.textBytes))
    }

    /// The answer to a send with each of its messages changed.
    func changingEachMessage(_ change: (inout JSONObject) -> Void) -> ServerResponse {
        changingMessages { messages in
            for position in messages.indices { change(&messages[position]) }
        }
    }

    /// The answer to a send in which some messages are too long for an iPhone.
    ///
    /// - Parameter isTooLong: Whether a text is one of them.
    /// - Returns: The answer.
    func refusingMessages(_ isTooLong: (String) -> Bool) -> ServerResponse {
        changingEachMessage { message in
            message.update("message") { text in
                isTooLong(text.stringValue ?? "")
                    ? .string(String(repeating: "x", count: CorePushMessage.iphoneLimit)) : text
            }
        }
    }

    /// The answer to a send whose messages are for a user whom nobody has.
    func sendingToNobody() -> ServerResponse {
        changingEachMessage { message in
            message.update("app_user_id") { $0.stringValue == nil ? $0 : "nobody" }
        }
    }

    /// The answer to another request of the same app, sent besides this one.
    @discardableResult
    func also(_ path: String, _ more: [(name: String, value: String)]) -> ServerResponse {
        let own = fields.filter { field in !more.contains { $0.name == field.name } }
        let body = Array(QueryEncoding.form.encoded(own + more).utf8)
        return service.handle(ServerRequest(method: "POST", target: path, body: body))
    }

    private var fields: [(name: String, value: String)] { FormDecoding.fields(in: request.body) }

    /// `{"status":"0"}`.
    static let success = ServerResponse(
        status: 200,
        headers: HTTPFields([
            .init(name: "Content-Type", value: "application/json; charset=UTF-8")
        ]),
        body: Array(#"{"status":"0"}"#.utf8)
    )
}

extension Defect {
    /// A defect of CORE PUSH.
    static func corePush(
        _ name: String,
        _ summary: String,
        breaks: [String] = [],
        _ alteration: @escaping @Sendable (CorePushExchange) -> ServerResponse
    ) -> Defect {
        Defect(
            name: "core-push-\(name)",
            service: "core-push",
            summary: summary,
            breaks: breaks
        ) { alteration(CorePushExchange(request: $0, service: $1)) }
    }
}
