import HTTP
import JSON
import ReferencePush

/// What a server that takes the place of APNs may get wrong.
extension Defect {
    static let apns: [Defect] =
        apnsAnswers + apnsPaths + apnsSenders + apnsFields + apnsTopics + apnsPayloads

    private static func apns(
        _ name: String,
        _ summary: String,
        breaks: [String],
        _ alteration: @escaping @Sendable (SinkExchange) -> ServerResponse
    ) -> Defect {
        sink("apns", name, summary, breaks: breaks, alteration)
    }

    /// A check that is left out: what is refused for a reason is taken with the field changed.
    private static func apns(
        _ name: String,
        _ summary: String,
        takes reason: APNsReason,
        with field: String,
        _ value: String?,
        breaks: [String]
    ) -> Defect {
        apns(name, summary, breaks: breaks) {
            let answer = $0.answer()
            return answer.isRefusal(reason) ? $0.setting(field, to: value) : answer
        }
    }

    /// A check that is too strict: what is good is refused where a field has a value.
    private static func apns(
        _ name: String,
        _ summary: String,
        refuses field: String,
        _ value: String,
        for reason: APNsReason,
        breaks: [String]
    ) -> Defect {
        apns(name, summary, breaks: breaks) {
            $0.request.headers[field] == value ? .refusal(reason) : $0.answer()
        }
    }

    /// What every answer has.
    private static let apnsAnswers: [Defect] = [
        apns("success-told", "A success has a body", breaks: ["push", "push/empty"]) {
            var answer = $0.answer()
            if answer.status == 200 { answer.body = Array("{}".utf8) }
            return answer
        },
        apns("id-left-out", "A success has no apns-id", breaks: ["push", "push/id-made"]) {
            let answer = $0.answer()
            return answer.status == 200 ? answer.without("apns-id") : answer
        },
        apns("id-replaced", "Each answer has a new apns-id", breaks: ["push/id-returned"]) {
            var answer = $0.answer()
            answer.headers.set("apns-id", "00000000-0000-4000-8000-000000000000")
            return answer
        },
        apns("id-folded", "An apns-id is answered in capitals", breaks: ["push/id-returned"]) {
            var answer = $0.answer()
            if let id = answer.headers["apns-id"] { answer.headers.set("apns-id", id.uppercased()) }
            return answer
        },
        apns("refusal-unnamed", "A refusal has no apns-id", breaks: ["push/id-of-refusal"]) {
            let answer = $0.answer()
            return answer.status == 200 ? answer : answer.without("apns-id")
        },
        apns("refusal-of-text", "A refusal says that it is text", breaks: ["push/reason-type"]) {
            var answer = $0.answer()
            if answer.status != 200 { answer.headers.set("content-type", "text/plain") }
            return answer
        },
        apns("not-unique", "The development environment adds nothing", breaks: ["push/unique-id"]) {
            $0.answer().without("apns-unique-id")
        },
        apns("timestamp-left-out", "Status 410 says no moment", breaks: ["push/timestamp"]) {
            $0.answer().rewriting { $0["timestamp"] = nil }
        },
        apns("timestamp-in-seconds", "Status 410 says seconds", breaks: ["push/timestamp"]) {
            $0.answer().rewriting { body in
                body.update("timestamp") { .number(.integer(Int64(($0.intValue ?? 0) / 1_000))) }
            }
        },
        apns("timestamp-always", "Each refusal says a moment", breaks: ["push/no-timestamp"]) {
            $0.answer().rewriting { $0["timestamp"] = 1_700_000_000_000 }
        },
        apns(
            "gone-unknown",
            "Devices that are gone are only bad",
            breaks: ["push/unregistered", "push/expired-token", "push/timestamp"]
        ) {
            let answer = $0.answer()
            return answer.status == 410 ? .refusal(.badDeviceToken) : answer
        },
    ]

    /// Path and method.
    private static let apnsPaths: [Defect] = [
        apns("path-unchecked", "Any path is one of a device", breaks: ["push/path-unknown"]) {
            let answer = $0.answer()
            return answer.isRefusal(.badPath) ? $0.changing { $0.path = "/3/device/00" } : answer
        },
        apns("method-unchecked", "Any method is POST", breaks: ["push/method"]) {
            $0.changing { $0.method = "POST" }
        },
        apns("device-unneeded", "No device is some device", breaks: ["push/token-missing"]) {
            let answer = $0.answer()
            return answer.isRefusal(.missingDeviceToken)
                ? $0.changing { $0.path = "/3/device/00" } : answer
        },
        apns("device-unchecked", "Any text is a device", breaks: ["push/token-malformed"]) {
            let answer = $0.answer()
            return answer.isRefusal(.badDeviceToken)
                ? $0.changing { $0.path = "/3/device/00" } : answer
        },
        apns("device-of-32-bytes", "A token has 32 bytes", breaks: ["push/token-length"]) {
            let device = $0.request.path.dropFirst("/3/device/".count)
            let isOther = $0.request.path.hasPrefix("/3/device/") && device.utf8.count != 64
            return isOther ? .refusal(.badDeviceToken) : $0.answer()
        },
    ]

    /// Who sends.
    private static let apnsSenders: [Defect] = [
        apns("sender-unneeded", "Anybody may send", breaks: ["push/provider-missing"]) {
            let answer = $0.answer()
            return answer.isRefusal(.missingProviderToken) ? .accepted : answer
        },
        apns(
            "sender-unchecked",
            "Any provider token is good",
            breaks: [
                "push/provider-malformed", "push/provider-signature", "push/provider-key-unknown",
                "push/provider-team", "push/provider-future",
            ]
        ) {
            let answer = $0.answer()
            return answer.isRefusal(.invalidProviderToken) ? .accepted : answer
        },
        apns("stale-sender", "Provider tokens are good for ever", breaks: ["push/provider-stale"]) {
            let answer = $0.answer()
            return answer.isRefusal(.expiredProviderToken) ? .accepted : answer
        },
        apns(
            "sender-for-half-an-hour",
            "Provider tokens are good for half an hour",
            breaks: ["push/provider-fresh"]
        ) {
            let authorization = $0.request.headers["authorization"] ?? ""
            let token = CompactToken(String(authorization.dropFirst("bearer ".count)))
            let issued = token?.seconds("iat") ?? .max
            let now = Instant.now().milliseconds / 1_000
            return issued < now - 1_800 ? .refusal(.expiredProviderToken) : $0.answer()
        },
        apns("revoked-sender", "Revoked keys are good", breaks: ["push/provider-revoked"]) {
            let answer = $0.answer()
            return answer.isRefusal(.forbidden) ? .accepted : answer
        },
        apns(
            "sender-of-elsewhere",
            "Keys of the other environment are good",
            breaks: ["push/provider-environment"]
        ) {
            let answer = $0.answer()
            return answer.isRefusal(.badEnvironmentKeyIdInToken) ? .accepted : answer
        },
    ]

    /// Fields with values of their own.
    private static let apnsFields: [Defect] = [
        apns(
            "id-unchecked",
            "Any text is an apns-id",
            takes: .badMessageId,
            with: "apns-id",
            nil,
            breaks: ["push/id-malformed"]
        ),
        apns(
            "expiration-unchecked",
            "Any text is a moment",
            takes: .badExpirationDate,
            with: "apns-expiration",
            nil,
            breaks: ["push/expiration-malformed"]
        ),
        apns(
            "expiration-zero",
            "Zero is no moment",
            refuses: "apns-expiration",
            "0",
            for: .badExpirationDate,
            breaks: ["push/expiration"]
        ),
        apns(
            "priority-unchecked",
            "Any number is a priority",
            takes: .badPriority,
            with: "apns-priority",
            nil,
            breaks: ["push/priority-unknown", "push/priority-background"]
        ),
        apns(
            "priority-one",
            "One is no priority",
            refuses: "apns-priority",
            "1",
            for: .badPriority,
            breaks: ["push/priority"]
        ),
        apns(
            "collapse-unlimited",
            "An apns-collapse-id has any length",
            takes: .badCollapseId,
            with: "apns-collapse-id",
            nil,
            breaks: ["push/collapse-too-long"]
        ),
        apns(
            "collapse-of-63",
            "An apns-collapse-id has 63 bytes at most",
            breaks: ["push/collapse"]
        ) {
            let count = $0.request.headers["apns-collapse-id"]?.utf8.count ?? 0
            return count == 64 ? .refusal(.badCollapseId) : $0.answer()
        },
        apns(
            "first-of-two",
            "Of a field that is there twice one counts",
            breaks: ["push/duplicate"]
        ) {
            let answer = $0.answer()
            return answer.isRefusal(.duplicateHeaders)
                ? $0.setting("apns-priority", to: "5") : answer
        },
    ]

    /// Push types and topics.
    private static let apnsTopics: [Defect] = [
        apns(
            "type-unchecked",
            "Any text is a push type",
            takes: .invalidPushType,
            with: "apns-push-type",
            nil,
            breaks: ["push/type-unknown"]
        ),
        apns(
            "type-unknown",
            "There are no widgets",
            refuses: "apns-push-type",
            "widgets",
            for: .invalidPushType,
            breaks: ["push/type"]
        ),
        apns("type-needed", "A push type is needed", breaks: ["push/type-left-out"]) {
            $0.request.headers["apns-push-type"] == nil ? .refusal(.invalidPushType) : $0.answer()
        },
        apns(
            "topic-unneeded",
            "No topic is some topic",
            takes: .missingTopic,
            with: "apns-topic",
            "com.example.app",
            breaks: ["push/topic-missing"]
        ),
        apns(
            "topic-unchecked",
            "Any text is a topic",
            breaks: ["push/topic-malformed", "push/topic-suffix"]
        ) {
            let answer = $0.answer()
            return answer.isRefusal(.badTopic) ? .accepted : answer
        },
    ]

    /// How long a payload may be.
    private static let apnsPayloads: [Defect] = [
        apns("payload-unneeded", "A notification may be empty", breaks: ["push/payload-empty"]) {
            let answer = $0.answer()
            return answer.isRefusal(.payloadEmpty) ? .accepted : answer
        },
        apns(
            "payload-unlimited",
            "A payload has any length",
            breaks: ["push/payload-4097", "push/payload-voip-5121"]
        ) {
            let answer = $0.answer()
            return answer.isRefusal(.payloadTooLarge) ? .accepted : answer
        },
        apns("payload-of-4095", "A payload has 4,095 bytes at most", breaks: ["push/payload-4096"])
        {
            $0.request.body.count == 4_096 ? .refusal(.payloadTooLarge) : $0.answer()
        },
        apns(
            "voip-of-4096",
            "One for VoIP has no more than others",
            breaks: ["push/payload-voip-5120"]
        ) {
            $0.request.body.count > 4_096 ? .refusal(.payloadTooLarge) : $0.answer()
        },
    ]
}

extension ServerResponse {
    /// An apns-id like that of any answer.
    private static let id = HTTPFields.Field(
        name: "apns-id",
        value: "123e4567-e89b-42d3-a456-4266554400a0"
    )

    /// A notification that is taken.
    fileprivate static let accepted = ServerResponse(status: 200, headers: HTTPFields([id]))

    /// A notification that is refused.
    fileprivate static func refusal(_ reason: APNsReason) -> ServerResponse {
        let type = HTTPFields.Field(name: "content-type", value: "application/json")
        return ServerResponse(
            status: reason.status,
            headers: HTTPFields([id, type]),
            body: reason.body(timestamp: 1_700_000_000_000)
        )
    }

    fileprivate func isRefusal(_ reason: APNsReason) -> Bool {
        json.objectValue?["reason"]?.stringValue == reason.rawValue
    }
}
