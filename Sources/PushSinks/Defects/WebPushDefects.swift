import HTTP
import JSON
import ReferencePush

/// What a server that takes the place of a push service of the Web may get wrong.
extension Defect {
    static let webPush: [Defect] =
        webPushFields + webPushSizes + webPushSubscriptions + webPushIdentities + webPushContents

    private static func webPush(
        _ name: String,
        _ summary: String,
        breaks: [String],
        _ alteration: @escaping @Sendable (SinkExchange) -> ServerResponse
    ) -> Defect {
        sink("web-push", name, summary, breaks: breaks, alteration)
    }

    /// What becomes of the fields that say how a message is to be treated.
    private static let webPushFields: [Defect] = [
        webPush("location-left-out", "No message is named", breaks: ["push", "push/location"]) {
            $0.answer().without("Location")
        },
        webPush("ttl-exceeded", "More time is given than was asked for", breaks: ["push/ttl-told"])
        {
            var answer = $0.answer()
            answer.headers.set("TTL", "99999999")
            return answer
        },
        webPush("ttl-default", "A message without TTL waits a minute", breaks: ["push/ttl-missing"])
        {
            $0.request.headers["TTL"] == nil ? $0.setting("TTL", to: "60") : $0.answer()
        },
        webPush("ttl-unchecked", "Any TTL is a minute", breaks: ["push/ttl-malformed"]) {
            $0.answer().isRefusal("ttl") ? $0.setting("TTL", to: "60") : $0.answer()
        },
        webPush("zero-kept", "A TTL of zero is a minute", breaks: ["push/ttl-zero"]) {
            $0.request.headers["TTL"] == "0" ? $0.setting("TTL", to: "60") : $0.answer()
        },
        webPush(
            "nothing-kept",
            "No message waits",
            breaks: ["push/ttl-kept", "push/topic-replaces", "push/topics-apart"]
        ) {
            $0.request.headers["TTL"] == "60" ? $0.setting("TTL", to: "0") : $0.answer()
        },
        webPush("urgency-refused", "High urgency is refused", breaks: ["push/urgency"]) {
            $0.request.headers["Urgency"] == "high" ? WebPushAnswers.refusal : $0.answer()
        },
        webPush(
            "urgency-first",
            "Of several urgencies the first counts",
            breaks: ["push/urgency-several"]
        ) {
            let urgencies = $0.request.headers[all: "Urgency"]
            return urgencies.count > 1 ? $0.setting("Urgency", to: urgencies[0]) : $0.answer()
        },
        webPush("urgency-unchecked", "Any urgency is normal", breaks: ["push/urgency-unknown"]) {
            $0.answer().isRefusal("urgency") ? $0.setting("Urgency", to: nil) : $0.answer()
        },
        webPush("topic-refused", "A topic has 31 characters at most", breaks: ["push/topic"]) {
            let count = $0.request.headers["Topic"]?.utf8.count ?? 0
            return count == 32 ? WebPushAnswers.refusal : $0.answer()
        },
        webPush(
            "topic-unchecked",
            "Any text is a topic",
            breaks: ["push/topic-too-long", "push/topic-characters"]
        ) { $0.answer().isRefusal("topic") ? $0.setting("Topic", to: nil) : $0.answer() },
        webPush("topic-ignored", "Nothing is replaced", breaks: ["push/topic-replaces"]) {
            $0.setting("Topic", to: nil)
        },
        webPush("topic-shared", "All topics are one", breaks: ["push/topics-apart"]) {
            $0.request.headers["Topic"] == nil ? $0.answer() : $0.setting("Topic", to: "one")
        },
    ]

    /// How large a message may be.
    private static let webPushSizes: [Defect] = [
        webPush("limit-below", "A message has 4,095 bytes at most", breaks: ["push/size-4096"]) {
            $0.request.body.count > 4_095
                ? WebPushRefusal.payloadTooLarge.outcome.response : $0.answer()
        },
        webPush("limit-above", "A message has any size", breaks: ["push/too-large"]) {
            $0.answer().status == 413 ? WebPushAnswers.created : $0.answer()
        },
        webPush("body-needed", "A message without content is refused", breaks: ["push/no-body"]) {
            $0.request.body.isEmpty ? WebPushAnswers.refusal : $0.answer()
        },
    ]

    /// What becomes of subscriptions.
    private static let webPushSubscriptions: [Defect] = [
        webPush("expired-taken", "An expired subscription takes messages", breaks: ["push/expired"])
        {
            let answer = $0.answer()
            return answer.isRefusal("expired") ? WebPushAnswers.created : answer
        },
        webPush("unknown-taken", "Any path is a subscription", breaks: ["push/unknown"]) {
            let answer = $0.answer()
            return answer.isRefusal("unknown") ? WebPushAnswers.created : answer
        },
        webPush(
            "unsubscribed-taken",
            "Who unsubscribed still gets messages",
            breaks: ["push/unsubscribed"]
        ) {
            let answer = $0.answer()
            return answer.status == 410 ? WebPushAnswers.created : answer
        },
        webPush("rate-unlimited", "Nothing is too much", breaks: ["push/too-many"]) {
            let answer = $0.answer()
            return answer.status == 429 ? WebPushAnswers.created : answer
        },
        webPush(
            "retry-after-left-out",
            "Nobody is told when to come back",
            breaks: ["push/too-many-retry-after"]
        ) {
            $0.answer().without("Retry-After")
        },
    ]

    /// Who may send.
    private static let webPushIdentities: [Defect] = [
        webPush(
            "identity-needed",
            "Who does not say who he is is refused",
            breaks: ["push/unsigned"]
        ) {
            let isUnsigned = $0.request.headers["Authorization"] == nil
            return isUnsigned ? WebPushAnswers.refusal : $0.answer()
        },
        webPush(
            "identity-refused",
            "The vapid scheme is not known",
            breaks: ["push", "push/identified", "push/restricted-to-sender"]
        ) {
            let isSigned = $0.request.headers["Authorization"] != nil
            return isSigned ? WebPushAnswers.refusal : $0.answer()
        },
        webPush(
            "restriction-ignored",
            "Anybody may send to a restricted subscription",
            breaks: [
                "push/restricted-missing", "push/restricted-other-key", "push/restricted-invalid",
            ]
        ) {
            let answer = $0.answer()
            return [401, 403].contains(answer.status) ? WebPushAnswers.created : answer
        },
        webPush(
            "statuses-swapped",
            "A missing identity is forbidden, a false one unauthorized",
            breaks: ["push/status-missing", "push/status-invalid"]
        ) {
            let answer = $0.answer()
            guard [401, 403].contains(answer.status) else { return answer }
            return answer.with(status: answer.status == 401 ? 403 : 401)
        },
        webPush("key-reuse-taken", "One key signs and encrypts", breaks: ["push/key-used-twice"]) {
            let answer = $0.answer()
            return answer.isRefusal("key-used-twice") ? WebPushAnswers.created : answer
        },
    ]

    /// What user agents get.
    private static let webPushContents: [Defect] = [
        webPush("content-cut", "The last byte of a message is lost", breaks: ["push/decrypts"]) {
            $0.changing { _ = $0.body.popLast() }
        },
        webPush("tampering-seen", "What cannot be decrypted is refused", breaks: ["push/tampered"])
        {
            let isTampered = $0.request.body.last == WebPushAnswers.tamperedEnd
            return isTampered ? WebPushAnswers.refusal : $0.answer()
        },
        webPush("coding-unchecked", "Any coding is taken", breaks: ["push/coding-unknown"]) {
            let answer = $0.answer()
            return answer.isRefusal("coding") ? WebPushAnswers.created : answer
        },
    ]
}

/// Answers that stand in for others.
private enum WebPushAnswers {
    static let created = ServerResponse(
        status: 201,
        headers: HTTPFields([
            .init(name: "Location", value: "/message/0"), .init(name: "TTL", value: "0"),
        ])
    )

    static let refusal = WebPushRefusal(400, "refused").outcome.response

    /// The last byte of the example in RFC 8291 §5, 0xCD, with one bit changed.
    static let tamperedEnd: UInt8 = 0xCC
}

extension ServerResponse {
    /// Whether it refuses a message for this reason.
    fileprivate func isRefusal(_ code: String) -> Bool { json["error"]?.stringValue == code }
}
