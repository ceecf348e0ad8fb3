import HTTP
import JSON

extension Defect {
    /// What may go wrong on the way to devices.
    static let ncmbDelivery: [Defect] =
        ncmbTimes + ncmbRecipients + ncmbOutcomes + ncmbContents + ncmbStatuses

    /// When pushes are delivered, and how long they are tried.
    private static let ncmbTimes: [Defect] = [
        ncmb(
            "immediate-later",
            "An immediate push waits for a day",
            breaks: ["createPush/immediate"]
        ) { exchange in
            exchange.changingBody(if: exchange.isPushCreation) { body in
                guard body["immediateDeliveryFlag"] == true else { return }
                body["immediateDeliveryFlag"] = false
                body["deliveryTime"] = (Instant.now() + .seconds(86_400)).dateObject
            }
        },
        ncmb(
            "scheduled-at-once",
            "A push with a time is delivered at once",
            breaks: ["createPush/scheduled", "sendPush/scheduled"]
        ) { exchange in
            exchange.changingBody(if: exchange.isPushCreation) { body in
                guard body.contains("deliveryTime"), body["immediateDeliveryFlag"] != true
                else { return }
                body["deliveryTime"] = nil
                body["immediateDeliveryFlag"] = true
            }
        },
        ncmb(
            "expired-at-once",
            "Nothing is tried again",
            breaks: ["createPush/redelivered"]
        ) { exchange in
            exchange.changingBody(if: exchange.isPushCreation) { body in
                guard !body.contains("deliveryExpirationTime") else { return }
                body["deliveryExpirationDate"] = Instant.now().dateObject
            }
        },
        ncmb(
            "expiration-default",
            "A push is tried for a day by default",
            breaks: ["createPush/expiration-default"]
        ) { exchange in
            exchange.changingBody(if: exchange.isPushCreation) { body in
                let isGiven =
                    body.contains("deliveryExpirationTime")
                    || body.contains("deliveryExpirationDate")
                if !isGiven { body["deliveryExpirationTime"] = "1 day" }
            }
        },
        ncmb(
            "expiration-ignored",
            "Every push is tried for ten days",
            breaks: [
                "createPush/expiration-days", "createPush/expiration-hours",
                "createPush/expiration-date",
            ]
        ) { exchange in
            exchange.changingBody(if: exchange.isPushCreation) { body in
                body["deliveryExpirationTime"] = nil
                body["deliveryExpirationDate"] = nil
            }
        },
    ]

    /// Whom pushes go to.
    private static let ncmbRecipients: [Defect] = [
        ncmb(
            "target-ignored",
            "A push goes to both systems whatever its target",
            breaks: ["createPush/ios-alone", "createPush/android-alone", "getPush/one-target"]
        ) { exchange in
            exchange.changingBody(if: exchange.isPushCreation) { $0["target"] = nil }
        },
        ncmb(
            "ios-forgotten",
            "No push goes to an iPhone",
            breaks: ["createPush/through-apns", "sendPush/to-others"]
        ) { exchange in
            exchange.changingBody(if: exchange.isPushCreation) { $0["target"] = ["android"] }
        },
        ncmb(
            "ios-by-default",
            "Without a target a push is for iOS alone",
            breaks: ["getPush/both-by-default"]
        ) { exchange in
            exchange.changingBody(if: exchange.isPushCreation) { body in
                if (body["target"]?.arrayValue ?? []).isEmpty { body["target"] = ["ios"] }
            }
        },
        ncmb(
            "first-target-alone",
            "Of two targets the second is forgotten",
            breaks: ["createPush/both-systems"]
        ) { exchange in
            exchange.changingBody(if: exchange.isPushCreation) { body in
                body.update("target") { .array(Array(($0.arrayValue ?? []).prefix(1))) }
            }
        },
        ncmb(
            "silent-dropped",
            "A push without a message goes to nobody",
            breaks: ["createPush/without-message"]
        ) { exchange in
            exchange.changingBody(if: exchange.isPushCreation) { body in
                if !body.contains("message") { body["searchCondition"] = ["objectId": "none"] }
            }
        },
        ncmb(
            "certificate-unchecked",
            "Certificates are not looked at",
            breaks: [
                "getPush/nothing-without-certificate", "getPush/certificate-missing",
                "getPush/configuration-missing", "getPush/certificate-expired",
            ]
        ) { exchange in
            exchange.forgetting([
                .noIOSCertificate, .noAndroidConfiguration, .iosCertificateExpired,
            ])
        },
    ]

    /// What becomes of pushes.
    private static let ncmbOutcomes: [Defect] = [
        ncmb(
            "failures-hidden",
            "A push that failed is shown as delivered",
            breaks: [
                "getPush/partly-failed", "getPush/all-failed", "getPush/certificate-missing",
                "getPush/configuration-missing", "getPush/certificate-expired",
                "getPush/certificate-defective",
            ]
        ) { exchange in
            exchange.rewriting { answer in
                answer.update("status") { ($0.intValue ?? 0) > 2 ? 2 : $0 }
            }
        },
        ncmb(
            "content-with-badge",
            "contentAvailable and increment go together",
            breaks: ["createPush/content-and-badge", "sendPush/content-and-badge"]
        ) { exchange in
            exchange.changingBody(if: exchange.isPushCreation) { body in
                if body["contentAvailable"] == true { body["badgeIncrementFlag"] = nil }
            }
        },
        ncmb(
            "keys-unchecked",
            "JSON data may have any names",
            breaks: ["createPush/json-key-forbidden"]
        ) { exchange in
            let answer = exchange.answer()
            guard exchange.isPushCreation, answer.json["code"] == "E400004" else {
                return answer
            }
            return exchange.changingBody { $0["userSettingValue"] = nil }
        },
    ]

    /// What a push says of itself, and how large it is.
    private static let ncmbStatuses: [Defect] = [
        ncmb(
            "status-off-by-one",
            "Statuses are one too high",
            breaks: ["getPush/undelivered"]
        ) { exchange in
            exchange.rewriting { answer in
                answer.update("status") { .integer(($0.intValue ?? 0) &+ 1) }
            }
        },
        ncmb(
            "error-hidden",
            "A push does not say what went wrong",
            breaks: ["getPush/error-details", "getPush/error-counts"]
        ) { exchange in
            exchange.rewriting { answer in
                if exchange.isObject, answer.contains("status") { answer["error"] = .null }
            }
        },
        ncmb(
            "delivering-hidden",
            "A push being delivered is shown as waiting",
            breaks: ["getPush/being-delivered"]
        ) { exchange in
            exchange.rewriting { $0.update("status") { $0 == 1 ? 0 : $0 } }
        },
        ncmb(
            "delivered-emptied",
            "A delivered push has forgotten its message",
            breaks: ["getPush/kept"]
        ) { exchange in
            exchange.rewriting { answer in
                if answer["status"] == 2 { answer["message"] = .null }
            }
        },
        ncmb(
            "waiting-gone",
            "A push that waits is not found",
            breaks: ["getPush/undelivered-not-moved"]
        ) { exchange in
            let answer = exchange.answer()
            guard exchange.isObject, exchange.request.method == "GET",
                answer.json["status"] == 0
            else { return answer }
            return exchange.answering(404, noData, not: answer)
        },
        ncmb(
            "push-fields-lost",
            "Title and expiration of a push are not shown",
            breaks: ["getPush/documented-fields"]
        ) { exchange in
            exchange.rewriting { answer in
                guard exchange.isObject, answer.contains("status") else { return }
                answer["title"] = nil
                answer["deliveryExpirationTime"] = nil
                answer["deliveryExpirationDate"] = nil
            }
        },
        notification(
            "ncmb",
            "payload-bloated",
            "The service adds 300 bytes to every push",
            breaks: ["createPush/payload-size-before-ios-8"]
        ) {
            $0["trace"] = .string(String(repeating: "x", count: 300))
        },
        notification(
            "ncmb",
            "android-ttl-missing",
            "FCM is not told how long to try",
            breaks: ["createPush/expiration-on-android"]
        ) {
            $0["android"] = nil
        },
    ]

    private static let noData: JSONValue = ["code": "E404001", "error": "No data available."]

    /// What devices get.
    private static let ncmbContents: [Defect] = [
        notification(
            "ncmb",
            "category-missing",
            "A push does not name its category",
            breaks: ["createPush/category", "createPush/payload-category"]
        ) {
            $0.updateObject("aps") { $0["category"] = nil }
        },
        notification(
            "ncmb",
            "rich-url-missing",
            "A push has no URL of a rich push",
            breaks: ["createPush/payload-rich-url"]
        ) { content in
            let names = content.names.filter { $0.hasSuffix(".RichUrl") }
            for name in names { content[name] = nil }
        },
        notification(
            "ncmb",
            "content-available-as-flag",
            "content-available is true",
            breaks: ["createPush/payload-content-available"]
        ) { content in
            content.updateObject("aps") { $0.update("content-available") { _ in true } }
        },
        notification(
            "ncmb",
            "background-always",
            "Every push is one in the background",
            breaks: ["createPush/payload-content-available"]
        ) {
            $0.updateObject("aps") { $0["content-available"] = 1 }
        },
        notification(
            "ncmb",
            "alert-always",
            "A push without a message has an alert",
            breaks: ["createPush/nothing-shown-without-message"]
        ) { content in
            content.updateObject("aps") { aps in
                if !aps.contains("alert") { aps["alert"] = ["title": "T"] }
            }
        },
        notification(
            "ncmb",
            "message-cut",
            "A message is cut to 200 characters",
            breaks: ["createPush/payload-size"]
        ) { content in
            content.updateObject("aps") { aps in
                aps.update("alert") { Self.cut($0) }
                aps.updateObject("alert") { $0.update("body") { Self.cut($0) } }
            }
        },
        notification(
            "ncmb",
            "android-action-missing",
            "Android is not told what to open",
            breaks: [
                "createPush/android-push", "createPush/payload-android", "sendPush/android",
            ]
        ) {
            $0.updateObject("data") { $0["action"] = nil }
        },
        notification(
            "ncmb",
            "android-dialog-always",
            "Android shows a dialog every time",
            breaks: ["createPush/android-dialog"]
        ) { content in
            content.updateObject("data") { data in
                let prefix = data.names.first { $0.hasSuffix(".PushId") }?.dropLast(6)
                if let prefix { data[prefix + "Dialog"] = "true" }
            }
        },
        notification(
            "ncmb",
            "android-dialog-never",
            "Android is never told to show a dialog",
            breaks: ["createPush/android-dialog"]
        ) { content in
            content.updateObject("data") { data in
                for name in data.names where name.hasSuffix(".Dialog") { data[name] = nil }
            }
        },
    ]

    private static func cut(_ value: JSONValue) -> JSONValue {
        value.stringValue.map { .string(String($0.prefix(200))) } ?? value
    }
}
