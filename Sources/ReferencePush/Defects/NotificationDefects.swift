import JSON

/// What may be wrong with the notifications that devices get.
extension Defect {
    static let notifications: [Defect] = [
        notification(
            "ncmb",
            "alert-as-text",
            "The alert of an iPhone is a text without title",
            breaks: ["createPush/payload-alert", "createPush/title-for-ios"]
        ) {
            content in
            content.updateObject("aps") { $0.update("alert") { $0["body"] ?? $0 } }
        },
        notification(
            "ncmb",
            "push-id-name",
            "The id of a push has the name of the predecessor",
            breaks: ["createPush/payload-push-id"]
        ) {
            $0.rename("com.nifcloud.mbaas.PushId", to: "com.nifty.PushId")
        },
        notification(
            "ncmb",
            "badge-as-text",
            "The badge is a text",
            breaks: ["createPush/payload-badge"]
        ) { content in
            content.updateObject("aps") { $0.update("badge") { .string($0.text) } }
        },
        notification(
            "ncmb",
            "sound-missing",
            "A push makes no sound",
            breaks: [
                "createPush/payload-sound", "createPush/ios-push", "createPush/without-message",
                "sendPush/ios",
            ]
        ) {
            $0.updateObject("aps") { $0["sound"] = nil }
        },
        notification(
            "ncmb",
            "android-data-as-json",
            "The data for Android are JSON and not text",
            breaks: ["createPush/payload-android"]
        ) {
            content in
            content.updateObject("data") { data in
                data.update("com.nifcloud.mbaas.Data") { text in
                    (try? JSONValue(parsing: Array((text.stringValue ?? "").utf8))) ?? text
                }
            }
        },
        notification(
            "nhn-push",
            "alert-title-missing",
            "The alert has no title",
            breaks: [
                "sendMessage/apns-payload", "didReceiveNotification/words",
                "didReceiveNotificationResponse/words", "didReceiveNotificationAction/message",
                "didReceiveIncomingVoiceCall/words",
            ]
        ) { content in
            content.updateObject("aps") { $0.updateObject("alert") { $0["title"] = nil } }
        },
        notification(
            "nhn-push",
            "badge-as-text",
            "The badge is a text",
            breaks: ["didReceiveNotification/words", "setNotificationOptions/defaults"]
        ) { content in
            content.updateObject("aps") { $0.update("badge") { .string($0.text) } }
        },
        notification(
            "nhn-push",
            "empty-alert",
            "A message without words has empty ones",
            breaks: ["didReceiveNotification/no-words"]
        ) { content in
            content.updateObject("aps") { aps in
                if !aps.contains("alert") { aps["alert"] = ["title": "", "body": ""] }
            }
        },
        notification(
            "nhn-push",
            "own-fields-missing",
            "The sender's own fields are not sent",
            breaks: ["didReceiveNotification/payload"]
        ) { $0["mine"] = nil },
        notification(
            "nhn-push",
            "receipt-missing",
            "Nothing says which message it is",
            breaks: ["sendMessage/receipt", "didReceiveNotification/identifier"]
        ) { content in
            content["messageDeliveryReceipt"] = nil
            content["messageDeliveryReceiptData"] = nil
        },
        notification(
            "nhn-push",
            "rich-message-missing",
            "A rich message comes as a plain one",
            breaks: [
                "sendMessage/rich-payload", "didReceiveNotification/rich", "richMessage/media",
                "richMessage/buttons",
            ]
        ) { $0["richMessage"] = nil },
        notification(
            "nhn-push",
            "media-elsewhere",
            "The media are said to lie elsewhere",
            breaks: ["richMessage/downloaded"]
        ) { content in
            content.updateObject("richMessage") { rich in
                rich.updateObject("media") { media in
                    media.update("source") { .string(($0.stringValue ?? "") + "x") }
                }
            }
        },
        notification(
            "nhn-push",
            "button-kinds-lowercase",
            "The kinds of buttons are written small",
            breaks: ["dismiss", "open-app", "open-url", "reply"].map {
                "didReceiveNotificationAction/\($0)"
            }
        ) { content in
            content.updateObject("richMessage") { rich in
                rich.updateElements("buttons") { button in
                    button.update("buttonType") { .string(($0.stringValue ?? "").lowercased()) }
                }
            }
        },
        notification(
            "nhn-push",
            "button-details-missing",
            "A button has nothing but its kind",
            breaks: [
                "didReceiveNotificationAction/button", "didReceiveNotificationAction/open-url",
                "didReceiveNotificationAction/reply",
            ]
        ) { content in
            content.updateObject("richMessage") { rich in
                rich.updateElements("buttons") { button in
                    for name in ["name", "link", "hint", "submit"] { button[name] = nil }
                }
            }
        },
        notification(
            "core-push",
            "push-id-missing",
            "Nothing says which notification it is",
            breaks: ["send/payload-push-id"]
        ) {
            $0["push_id"] = nil
        },
        notification(
            "core-push",
            "push-id-for-development",
            "What apps built for development get has an id too",
            breaks: [
                "sendSandbox/no-push-id", "handleBackgroundNotification/without-id",
                "handleForegroundNotification/without-id",
                "handleLaunchingNotification/without-id",
            ]
        ) { content in
            let isNumbered = content.contains("push_id") || content.contains("data")
            if !isNumbered { content["push_id"] = "1" }
        },
        notification(
            "core-push",
            "push-id-of-another",
            "The id is that of the notification before",
            breaks: ["send/payload-push-id", "handleBackgroundNotification/reported"]
        ) { content in
            content.update("push_id") { id in
                .string("\((id.stringValue.flatMap { Int($0) } ?? 1) - 1)")
            }
        },
        notification(
            "core-push",
            "url-missing",
            "The address of a rich notification is not sent",
            breaks: ["send/payload-url", "send/payload-url-text"]
        ) {
            $0["url"] = nil
        },
        notification(
            "core-push",
            "alert-as-object",
            "The alert is an object",
            breaks: ["send/payload-alert"]
        ) { content in
            content.updateObject("aps") { $0.update("alert") { ["body": $0] } }
        },
        notification(
            "core-push",
            "payload-grown",
            "Something is added to a payload after it was measured",
            breaks: [
                "send/payload-limit", "sendToUsers/payload-limit", "sendAsync/payload-limit",
                "sendSandbox/payload-limit",
            ]
        ) { content in
            if content.contains("aps") { content["service"] = "CORE PUSH, the reference service" }
        },
        notification(
            "core-push",
            "alert-cut",
            "A message is cut after 100 characters",
            breaks: ["send/payload-size"]
        ) { content in
            content.updateObject("aps") { aps in
                aps.update("alert") { .string(String(($0.stringValue ?? "").prefix(100))) }
            }
        },
        notification(
            "core-push",
            "badge-missing",
            "A badge is not sent",
            breaks: ["send/payload-badge"]
        ) { content in
            content.updateObject("aps") { $0["badge"] = nil }
        },
        notification(
            "core-push",
            "android-title-missing",
            "The data for Android have no title",
            breaks: ["send/payload-android"]
        ) {
            $0.updateObject("data") { $0["title"] = nil }
        },
    ]
}

extension Defect {
    /// A defect of what devices get from a service, in the content for APNs or FCM.
    static func notification(
        _ service: String,
        _ name: String,
        _ summary: String,
        breaks: [String] = [],
        _ change: @escaping @Sendable (inout JSONObject) -> Void
    ) -> Defect {
        Defect(
            notification: "\(service)-\(name)",
            service: service,
            summary: summary,
            breaks: breaks,
            change: change
        )
    }
}

extension JSONObject {
    /// Gives a member another name, when it is there.
    fileprivate mutating func rename(_ name: String, to newName: String) {
        guard let value = self[name] else { return }
        self[name] = nil
        self[newName] = value
    }
}
