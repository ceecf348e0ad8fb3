import HTTP
import JSON
import ReferencePush

/// What a server that takes the place of FCM may get wrong.
extension Defect {
    static let fcm: [Defect] =
        fcmTokens + fcmAcceptances + fcmRefusals + fcmLimits + fcmErrors + fcmLeniency
        + fcmCredentials + fcmDeliveries

    private static func fcm(
        _ name: String,
        _ summary: String,
        breaks: [String],
        _ alteration: @escaping @Sendable (SinkExchange) -> ServerResponse
    ) -> Defect {
        sink("fcm", name, summary, breaks: breaks, alteration)
    }

    /// What is wrong with answers that give access tokens.
    private static let fcmTokens: [Defect] = [
        fcm(
            "token-forever",
            "Access tokens are good for a day",
            breaks: ["token", "token/lives-an-hour"]
        ) {
            $0.answer().rewriting { $0.update("expires_in") { _ in 86_400 } }
        },
        fcm("token-type", "The type of access tokens is mac", breaks: ["token"]) {
            $0.answer().rewriting { $0.update("token_type") { _ in "mac" } }
        },
        fcm("token-cached", "Answers with tokens may be kept", breaks: ["token/not-cached"]) {
            $0.answer().without("Cache-Control")
        },
        fcm(
            "grant-unchecked",
            "Any grant is one by assertion",
            breaks: ["token/grant-type-missing", "token/grant-type-unknown"]
        ) { exchange in
            let error = exchange.answer().json["error"]?.stringValue ?? ""
            let isGrant = ["invalid_request", "unsupported_grant_type"].contains(error)
            return isGrant ? FCMAnswers.token : exchange.answer()
        },
        fcm(
            "assertion-optional",
            "A request without assertion gets a token",
            breaks: ["token/assertion-missing"]
        ) {
            let answer = $0.answer()
            return answer.json["error"] == "invalid_request" ? FCMAnswers.token : answer
        },
        fcm(
            "assertion-unchecked",
            "Any assertion gets a token",
            breaks: [
                "token/assertion-malformed", "token/issuer-unknown", "token/signature-wrong",
                "token/audience-wrong", "token/expired", "token/too-long",
                "token/issued-in-the-future",
            ]
        ) {
            let answer = $0.answer()
            return answer.json["error"] == "invalid_grant" ? FCMAnswers.token : answer
        },
        fcm(
            "scope-optional",
            "A request for no scope gets a token",
            breaks: ["token/scope-missing"]
        ) {
            let answer = $0.answer()
            return answer.json["error"] == "invalid_scope" ? FCMAnswers.token : answer
        },
    ]

    /// Parts of a message that FCM takes, by their place, with the promise that they are taken.
    private static let fcmAcceptances: [Defect] = [
        ("topic", "to-topic"), ("condition", "to-condition"), ("data", "data"),
        ("android", "android"), ("webpush", "webpush"), ("apns", "apns"),
        ("fcm_options", "fcm-options"),
    ].map { member, promise in
        fcm("no-\(promise)", "A message with \(member) is refused", breaks: ["send/\(promise)"]) {
            let message = $0.request.json["message"]
            return message?[member] == nil ? $0.answer() : FCMAnswers.refusal
        }
    }

    /// What FCM refuses, by the field that it names and a word of its reason.
    private static let fcmRefusals: [Defect] = [
        ("message-optional", "message", "no message", "message-missing"),
        ("target-optional", "message", "is not set", "target-missing"),
        ("targets-merged", "message", "Only one", "targets-several"),
        ("topic-unchecked", "message.topic", "", "topic-malformed"),
        ("data-unchecked", "message.data[0].value", "", "data-not-text"),
        ("data-names-unchecked", "message.data", "", "data-reserved"),
        ("ttl-unchecked", "message.android.ttl", "", "ttl-too-long"),
        ("priority-unchecked", "message.android.priority", "", "priority-unknown"),
        ("color-unchecked", "message.android.notification.color", "", "color-malformed"),
        ("label-unchecked", "message.fcm_options.analytics_label", "", "label-malformed"),
        ("fields-unchecked", "message", "Unknown name", "field-unknown"),
        ("body-unchecked", "", "no JSON", "not-json"),
    ].map { name, field, word, promise in
        fcm(name, "What is wrong with \(field) is not seen", breaks: ["send/\(promise)"]) {
            let answer = $0.answer()
            guard let violation = answer.violation, violation["field"]?.stringValue == field,
                violation["description"]?.stringValue?.contains(word) ?? false
            else { return answer }
            return FCMAnswers.sent
        }
    }

    private static let fcmLimits: [Defect] = [
        fcm(
            "condition-unchecked",
            "Any text is a condition",
            breaks: ["send/condition-malformed", "send/condition-too-many"]
        ) {
            let answer = $0.answer()
            let field = answer.violation?["field"]
            return field == "message.condition" ? FCMAnswers.sent : answer
        },
        fcm(
            "size-unchecked",
            "A message has any size",
            breaks: ["send/too-big", "send/too-big-for-topic"]
        ) {
            let answer = $0.answer()
            let words = answer.violation?["description"]?.stringValue ?? ""
            return words.contains("bytes") ? FCMAnswers.sent : answer
        },
    ]

    /// How errors look.
    private static let fcmErrors: [Defect] = [
        fcm(
            "code-left-out",
            "Errors have no code of FCM's own",
            breaks: [
                "send/unregistered", "send/sender-mismatch", "send/quota-exceeded",
                "send/third-party-auth",
            ]
        ) { $0.answer().droppingDetail("FcmError") },
        fcm("violation-left-out", "No field is named", breaks: ["send/violation-named"]) {
            $0.answer().droppingDetail("BadRequest")
        },
        fcm("quota-left-out", "No quota is named", breaks: ["send/quota-named"]) {
            $0.answer().droppingDetail("QuotaFailure")
        },
        fcm(
            "retry-after-left-out",
            "Nobody is told when to come back",
            breaks: ["send/quota-retry-after", "send/unavailable-retry-after"]
        ) { $0.answer().without("Retry-After") },
        fcm("unregistered-gone", "A dead token is answered with 410", breaks: ["send/unregistered"])
        {
            let answer = $0.answer()
            return answer.fcmCode == "UNREGISTERED" ? answer.with(status: 410) : answer
        },
        fcm("failed-softly", "An error inside is answered with 503", breaks: ["send/internal"]) {
            let answer = $0.answer()
            return answer.status == 500 ? answer.with(status: 503) : answer
        },
        fcm("overload-failed", "Overload is answered with 500", breaks: ["send/unavailable"]) {
            let answer = $0.answer()
            return answer.status == 503 ? answer.with(status: 500) : answer
        },
    ]

    /// What FCM sees of tokens and credentials.
    private static let fcmLeniency: [Defect] = [
        ("unregistered-taken", "UNREGISTERED", ["send/unregistered"]),
        ("other-sender-taken", "SENDER_ID_MISMATCH", ["send/sender-mismatch"]),
        ("quota-unlimited", "QUOTA_EXCEEDED", ["send/quota-exceeded"]),
        ("apple-key-unneeded", "THIRD_PARTY_AUTH_ERROR", ["send/third-party-auth"]),
        ("token-unchecked", "INVALID_ARGUMENT", ["send/token-malformed", "send/package-mismatch"]),
    ].map { name, code, breaks in
        fcm(name, "Where \(code) is due the message is taken", breaks: breaks) {
            let answer = $0.answer()
            return answer.fcmCode == code && answer.violation == nil ? FCMAnswers.sent : answer
        }
    }

    private static let fcmCredentials: [Defect] = [
        fcm(
            "credentials-unchecked",
            "Anybody may send",
            breaks: [
                "send/credentials-missing", "send/credentials-unknown", "send/credentials-expired",
            ]
        ) {
            let answer = $0.answer()
            return answer.status == 401 && answer.fcmCode == nil ? FCMAnswers.sent : answer
        },
        fcm(
            "permission-unchecked",
            "Any account may send for any project",
            breaks: ["send/scope-insufficient", "send/project-foreign"]
        ) {
            let answer = $0.answer()
            return answer.status == 403 && answer.fcmCode == nil ? FCMAnswers.sent : answer
        },
    ]

    /// What becomes of messages.
    private static let fcmDeliveries: [Defect] = [
        fcm(
            "name-without-project",
            "The name is the number alone",
            breaks: ["send", "send/name-form"]
        ) {
            $0.answer().rewriting { answer in
                answer.update("name") { name in
                    .string(name.stringValue?.split(separator: "/").last.map(String.init) ?? "")
                }
            }
        },
        fcm(
            "trial-sent",
            "A message that is only to be looked at is sent",
            breaks: ["send/trial-not-delivered"]
        ) {
            exchange in
            let request = exchange.request.rewriting { $0["validate_only"] = nil }
            return exchange.service.handle(request ?? exchange.request)
        },
        fcm("trial-refused", "A trial is refused", breaks: ["send/trial"]) {
            $0.request.json["validate_only"] == true ? FCMAnswers.refusal : $0.answer()
        },
        fcm("title-lost", "Apps get no title", breaks: ["send/reaches-app"]) { exchange in
            let request = exchange.request.rewriting { body in
                body.update("message") { message in
                    guard var object = message.objectValue else { return message }
                    object.update("notification") { _ in ["body": "lost"] }
                    return .object(object)
                }
            }
            return exchange.service.handle(request ?? exchange.request)
        },
        fcm("topics-four", "An expression has four topics at most", breaks: ["send/to-five-topics"])
        {
            let condition = $0.request.json["message"]?["condition"]?.stringValue ?? ""
            return condition.split(separator: "&").count > 4 ? FCMAnswers.refusal : $0.answer()
        },
        fcm("ttl-any-text", "A time to live is any text", breaks: ["send/ttl-malformed"]) {
            let answer = $0.answer()
            let field = answer.violation?["field"]
            return field == "message.android.ttl" ? FCMAnswers.sent : answer
        },
    ]
}

/// Answers that stand in for others.
private enum FCMAnswers {
    static let sent = ServerResponse.json(["name": "projects/reference/messages/0:0"])

    static let refusal = FCMRefusal(FieldViolation(field: "message", description: "refused"))
        .outcome.response

    static let token = ServerResponse.json([
        "access_token": "anything", "expires_in": 3_600, "token_type": "Bearer",
    ])
}

extension ServerResponse {
    private var details: [JSONValue] { json["error"]?["details"]?.arrayValue ?? [] }

    /// The code of FCM's own.
    fileprivate var fcmCode: String? {
        details.lazy.compactMap { $0["errorCode"]?.stringValue }.first
    }

    /// The first field that is named, with what is wrong with it.
    fileprivate var violation: JSONValue? {
        details.lazy.compactMap { $0["fieldViolations"]?.arrayValue?.first }.first
    }

    /// The answer without the detail whose type ends so.
    fileprivate func droppingDetail(_ type: String) -> ServerResponse {
        let kept = details.filter { !($0["@type"]?.stringValue?.hasSuffix(type) ?? false) }
        return rewriting { answer in
            answer.update("error") { error in
                guard var object = error.objectValue else { return error }
                object.update("details") { _ in .array(kept) }
                return .object(object)
            }
        }
    }
}
