import JSON

/// What may be wrong with the notifications that devices get.
extension Defect {
    static let notifications: [Defect] = [
        Defect(
            notification: "ncmb-alert-as-text",
            service: "ncmb",
            summary: "The alert of an iPhone is a text without title"
        ) { content in
            content.updateObject("aps") { $0.update("alert") { $0["body"] ?? $0 } }
        },
        Defect(
            notification: "ncmb-push-id-name",
            service: "ncmb",
            summary: "The id of a push has the name of the predecessor"
        ) { $0.rename("com.nifcloud.mbaas.PushId", to: "com.nifty.PushId") },
        Defect(
            notification: "ncmb-badge-as-text",
            service: "ncmb",
            summary: "The badge is a text"
        ) { content in
            content.updateObject("aps") { $0.update("badge") { .string($0.text) } }
        },
        Defect(
            notification: "ncmb-sound-missing",
            service: "ncmb",
            summary: "A push makes no sound"
        ) { $0.updateObject("aps") { $0["sound"] = nil } },
        Defect(
            notification: "ncmb-android-data-as-json",
            service: "ncmb",
            summary: "The data for Android are JSON and not text"
        ) { content in
            content.updateObject("data") { data in
                data.update("com.nifcloud.mbaas.Data") { text in
                    (try? JSONValue(parsing: Array((text.stringValue ?? "").utf8))) ?? text
                }
            }
        },
        Defect(
            notification: "nhn-push-alert-title-missing",
            service: "nhn-push",
            summary: "The alert has no title"
        ) { content in
            content.updateObject("aps") { $0.updateObject("alert") { $0["title"] = nil } }
        },
        Defect(
            notification: "core-push-push-id-missing",
            service: "core-push",
            summary: "Nothing says which notification it is"
        ) { $0["push_id"] = nil },
        Defect(
            notification: "core-push-push-id-for-development",
            service: "core-push",
            summary: "What apps built for development get has an id too"
        ) { content in
            let isNumbered = content.contains("push_id") || content.contains("data")
            if !isNumbered { content["push_id"] = "1" }
        },
        Defect(
            notification: "core-push-push-id-of-another",
            service: "core-push",
            summary: "The id is that of the notification before"
        ) { content in
            content.update("push_id") { id in
                .string("\((id.stringValue.flatMap { Int($0) } ?? 1) - 1)")
            }
        },
        Defect(
            notification: "core-push-url-missing",
            service: "core-push",
            summary: "The address of a rich notification is not sent"
        ) { $0["url"] = nil },
        Defect(
            notification: "core-push-alert-as-object",
            service: "core-push",
            summary: "The alert is an object"
        ) { content in
            content.updateObject("aps") { $0.update("alert") { ["body": $0] } }
        },
        Defect(
            notification: "core-push-android-title-missing",
            service: "core-push",
            summary: "The data for Android have no title"
        ) { $0.updateObject("data") { $0["title"] = nil } },
    ]
}

extension JSONObject {
    /// Gives a member another name, when it is there.
    fileprivate mutating func rename(_ name: String, to newName: String) {
        guard let value = self[name] else { return }
        self[name] = nil
        self[newName] = value
    }
}
