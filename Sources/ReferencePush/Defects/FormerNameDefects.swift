import HTTP
import JSON
import Synchronization

/// What servers of the older products may get wrong: much is as under their new names, some is theirs alone.
extension Defect {
    static let formerNames: [Defect] =
        borrowed(ncmb + notifications, as: "nifty", breaking: niftyBreaks) + niftyOwn
        + borrowed(nhnPush + notifications, as: "toast-push", breaking: toastBreaks) + toastOwn

    /// Defects of the service under its new name, each with the promises that it breaks under the old one.
    private static func borrowed(
        _ defects: [Defect],
        as service: String,
        breaking: KeyValuePairs<String, [String]>
    ) -> [Defect] {
        breaking.map { name, promises in
            guard let defect = defects.first(where: { $0.name == name }) else {
                preconditionFailure("there is no defect \(name)")
            }
            return defect.of(service, breaks: promises)
        }
    }
}

// MARK: - Nifty Cloud

extension Defect {
    private static let niftyBreaks: KeyValuePairs = [
        "ncmb-deletion-lost": [
            "deleteInstallation/not-sent-to", "updateInstallation/gone",
        ],
        "ncmb-own-fields-lost": ["getInstallation/custom-fields"],
        "ncmb-where-ignored": ["searchInstallations/by-token"],
        "ncmb-no-time-accepted": ["createPush/neither-time-nor-flag"],
        "ncmb-expiration-unlimited": ["createPush/expiration-out-of-range"],
        "ncmb-planned-number-wrong": ["getPush/planned-number"],
        "ncmb-badge-not-incremented": [
            "getInstallation/badge-incremented", "createPush/payload-badge", "createPush/ios-push",
            "sendPush/ios",
        ],
        "ncmb-own-data-lost": ["createPush/payload-user-values", "createPush/without-message"],
        "ncmb-condition-ignored": [
            "createPush/narrowed", "createPush/narrowed-by-own-fields", "sendPush/narrowed",
        ],
        "ncmb-badge-as-text": ["createPush/payload-badge"],
        "ncmb-sound-missing": [
            "createPush/payload-sound", "createPush/without-message", "createPush/ios-push",
            "sendPush/ios",
        ],
    ]

    private static let niftyOwn: [Defect] = [
        ncmb(
            "bound-to-none",
            of: "nifty",
            "A device is bound to no certificate",
            breaks: ["createInstallation/bound-to-certificate"]
        ) { exchange in
            let certificate = exchange.service.switches.withLock(\.certificate)
            for application in exchange.service.applications where exchange.isPushCreation {
                application.data.withLock { data in
                    for var device in Array(data.installations.newestFirst) {
                        device.certificate = certificate
                        // Refused only for a token of another, and it has its own.
                        try? data.installations.store(device)
                    }
                }
            }
            return exchange.answer()
        },
        ncmb(
            "bound-for-ever",
            of: "nifty",
            "A device stays bound to its first certificate",
            breaks: ["updateInstallation/bound-again"]
        ) { exchange in
            let isChange = exchange.request.method == "PUT"
            return exchange.changingBody(if: isChange) { $0["deviceToken"] = nil }
        },
        ncmb(
            "id-short",
            of: "nifty",
            "Ids have 15 characters",
            breaks: ["createPush/id-length"]
        ) { exchange in
            exchange.rewriting { answer in
                answer.update("objectId") { .string(String(($0.stringValue ?? "").dropLast())) }
            }
        },
        ncmb(
            "token-in-capitals",
            of: "nifty",
            "A device is shown with its token in capitals",
            breaks: ["getInstallation/documented-fields", "saveInstallation/token-sent"]
        ) { exchange in
            exchange.rewriting { answer in
                answer.update("deviceToken") { .string(($0.stringValue ?? "").uppercased()) }
            }
        },
        nifty(
            "push-id-cut",
            "The id of a push has lost its last character",
            breaks: ["createPush/payload-push-id", "createPush/immediate"]
        ) { content in
            content.update("com.nifty.PushId") {
                .string(String(($0.stringValue ?? "").dropLast()))
            }
        },
        nifty(
            "alert-as-object",
            "The alert is an object",
            breaks: ["createPush/payload-alert"]
        ) { content in
            content.updateObject("aps") { $0.update("alert") { ["body": $0] } }
        },
        nifty(
            "user-values-together",
            "The user's values are in an object",
            breaks: ["createPush/payload-user-values"]
        ) { content in
            var values = JSONObject()
            for member in content.members
            where member.name != "aps" && !member.name.hasPrefix("com.nifty.") {
                values[member.name] = member.value
                content[member.name] = nil
            }
            content["values"] = .object(values)
        },
    ]

    private static func nifty(
        _ name: String,
        _ summary: String,
        breaks: [String],
        _ change: @escaping @Sendable (inout JSONObject) -> Void
    ) -> Defect {
        Defect(
            notification: "nifty-\(name)",
            service: "nifty",
            summary: summary,
            breaks: breaks,
            change: change
        )
    }
}

// MARK: - TOAST Push

extension Defect {
    private static let toastBreaks: KeyValuePairs = [
        "nhn-push-empty-code": ["errors/40003"],
        "nhn-push-tag-code": ["errors/400"],
        "nhn-push-message-missing": ["registerToken"],
        "nhn-push-secret-unchecked": ["createTag/no-secret", "sendMessage/no-secret"],
        "nhn-push-app-key-unchecked": [
            "registerToken/unknown-app-key", "getToken/unknown-app-key",
            "deleteToken/unknown-app-key",
        ],
        "nhn-push-token-lost": [
            "registerToken/stored", "sendMessage/delivered", "registerWithAgreement",
            "voipRegister",
        ],
        "nhn-push-token-deletion-lost": [
            "deleteToken/removed", "deleteToken/no-target", "deleteToken/no-call",
            "unregister/gone", "unregister/not-sent-to",
        ],
        "nhn-push-consent-assumed": [
            "registerToken/consents", "sendMessage/consent", "registerWithAgreement/consents",
            "voipRegister/no-consent-needed",
        ],
        "nhn-push-ad-consent-assumed": ["registerToken/consents", "sendMessage/ad-consent"],
        "nhn-push-night-consent-assumed": ["registerToken/consents", "sendMessage/night-consent"],
        "nhn-push-tags-replaced": ["addTagIds/added", "addUserTag/result"],
        "nhn-push-push-types-ignored": [
            "sendMessage/sandbox", "sendMessage/call", "voipRegister/delivered",
        ],
        "nhn-push-languages-ignored": ["sendMessage/language"],
        "nhn-push-reports-lost": [
            "statisticsTotal/reports", "didReceive/counted", "didOpen/counted",
        ],
        "nhn-push-token-frozen": ["registerToken/updated", "setUserID/updates"],
        "nhn-push-users-unnamed": [
            "registerWithAgreement/user-id", "registerWithAgreement/device-identifier",
        ],
        "nhn-push-user-kept": ["registerWithAgreement/user-id", "setUserID/shared"],
        "nhn-push-language-of-korea": ["sendMessage/consent-korean", "sendMessage/language"],
        "nhn-push-sandbox-always": ["registerWithAgreement/no-sandbox"],
        "nhn-push-sandbox-unknown": ["registerWithAgreement/sandbox"],
        "nhn-push-call-deletion-lost": [
            "voipUnregister/gone", "voipUnregister/not-sent-to", "deleteToken/no-call",
        ],
        "nhn-push-consents-given-again": ["registerAgain/same-consents", "setUserID/updates"],
        "nhn-push-another-token-deleted": ["unregister/gone", "unregister/not-sent-to"],
        "nhn-push-tags-added-instead": ["setTagIds/replaced", "setUserTag/replaced"],
        "nhn-push-tags-all-removed": ["removeTagIds/removed", "removeUserTag/result"],
        "nhn-push-removal-lost": ["removeAllUserTag/none-left"],
        "nhn-push-additions-lost": ["addTagIds/added", "addUserTag/result"],
        "nhn-push-another-token-shown": [
            "queryTokenInfo/last-registered", "registerWithAgreement/registered",
        ],
        "nhn-push-change-hidden": ["queryTokenInfo/updated"],
        "nhn-push-tags-of-somebody": ["getUserTag/of-user"],
        "nhn-push-tags-hidden": ["getUserTag/all"],
        "nhn-push-calls-need-consent": ["voipRegister/no-consent-needed"],
        "nhn-push-zones-ignored": ["createReservation/country-time"],
        "nhn-push-alert-title-missing": [
            "sendMessage/words", "didReceiveNotification/words",
            "didReceiveNotificationResponse/words", "didReceiveNotificationAction/message",
            "didReceiveIncomingVoiceCall/words",
        ],
        "nhn-push-badge-as-text": ["setNotificationOptions/defaults"],
        "nhn-push-empty-alert": ["didReceiveNotification/no-words"],
        "nhn-push-rich-message-missing": ["richMessage/media", "richMessage/buttons"],
        "nhn-push-media-elsewhere": ["richMessage/downloaded"],
        "nhn-push-button-details-missing": ["didReceiveNotificationAction/button"],
    ]

    private static let toastOwn: [Defect] = [
        toast(
            "success-small",
            "The text of a success is small",
            breaks: ["registerToken/success-text"]
        ) { exchange in
            exchange.rewritingHeader { header in
                header.update("resultMessage") { $0 == "SUCCESS" ? "success" : $0 }
            }
        },
        toast(
            "country-of-japan",
            "Every token is Japan's",
            breaks: ["initWithConfiguration/country", "queryTokenInfo/token-info"]
        ) { $0.registering("country", as: "JP") },
        toast(
            "language-of-japan",
            "Every user reads Japanese",
            breaks: ["initWithConfiguration/language", "sendMessage/consent"]
        ) { $0.registering("language", as: "ja") },
        toast(
            "zone-of-japan",
            "Every clock is Japan's",
            breaks: ["initWithConfiguration/timezone", "createReservation/country-time"]
        ) { $0.registering("timezoneId", as: "Asia/Tokyo") },
        toast(
            "calls-without-consent-lost",
            "A token for calls that comes without consent is not stored",
            breaks: ["sendMessage/call-consent"]
        ) { exchange in
            let body = try? JSONValue(parsing: exchange.request.body)
            let isCall = body?["pushType"] == "APNS_VOIP"
            let isLost = isCall && body?["isNotificationAgreement"] == false
            return isLost && exchange.call == "POST tokens" ? exchange.success : exchange.answer()
        },
        toast("tag-id-short", "An id of a tag has 7 characters", breaks: ["createTag/id-length"]) {
            exchange in
            exchange.rewriting { answer in
                guard exchange.call == "POST tags" else { return }
                answer.updateObject("tag") { tag in
                    tag.update("tagId") { .string(String(($0.stringValue ?? "").dropLast())) }
                }
            }
        },
        toast("tag-id-cut", "An id that is too long is cut", breaks: ["addTagIds/bad-id"]) {
            exchange in
            exchange.changingBody(if: exchange.collection == "uids") { body in
                body.update("tagIds") { ids in
                    .array(
                        (ids.arrayValue ?? []).map {
                            .string(String(($0.stringValue ?? "").prefix(8)))
                        }
                    )
                }
            }
        },
        toast("tag-by-name", "A tag is found by its name too", breaks: ["addTagIds/by-name"]) {
            exchange in
            let body = try? JSONValue(parsing: exchange.request.body)
            let names = body?["tagIds"]?.arrayValue?.compactMap(\.stringValue) ?? []
            let known = names.contains { name in
                exchange.face.service.applications.contains { application in
                    application.data.withLock { $0.tags.tag(named: name) != nil }
                }
            }
            return known ? exchange.success : exchange.answer()
        },
        toast(
            "buttons-cut",
            "Of four buttons three are sent",
            breaks: ["sendMessage/button-limit"]
        ) { exchange in
            exchange.changingWords { words in
                words.updateObject("richMessage") { rich in
                    rich.update("buttons") { .array(Array(($0.arrayValue ?? []).prefix(3))) }
                }
            }
        },
        toastNotification(
            "buttons-two",
            "Of three buttons two are sent",
            breaks: ["sendMessage/three-buttons"]
        ) { content in
            content.updateObject("richMessage") { rich in
                rich.update("buttons") { .array(Array(($0.arrayValue ?? []).prefix(2))) }
            }
        },
        toastNotification(
            "buttons-without-details",
            "A button has nothing but its name",
            breaks: [
                "sendMessage/buttons", "sendMessage/button-submit", "sendMessage/rich-place",
                "didReceiveNotificationAction/open-url", "didReceiveNotificationAction/reply",
            ]
        ) { content in
            content.updateObject("richMessage") { rich in
                rich.updateElements("buttons") { button in
                    for name in ["buttonType", "link", "hint", "submit"] { button[name] = nil }
                }
            }
        },
        toastNotification(
            "media-missing",
            "The media of a message are not sent",
            breaks: ["sendMessage/media", "didReceiveNotification/rich", "richMessage/media"]
        ) { content in
            content.updateObject("richMessage") { $0["media"] = nil }
        },
        toastNotification(
            "badge-missing",
            "A message has no badge",
            breaks: ["sendMessage/badge", "didReceiveNotification/words"]
        ) { content in
            content.updateObject("aps") { $0["badge"] = nil }
        },
        toastNotification(
            "own-values-missing",
            "Values of the sender's own are not sent",
            breaks: ["sendMessage/own-values", "didReceiveNotification/payload"]
        ) { content in
            let names = [
                "aps", "richMessage", "messageDeliveryReceipt", "messageDeliveryReceiptData",
            ]
            for name in content.names where !names.contains(name) { content[name] = nil }
        },
        toastNotification(
            "message-id-missing",
            "Nothing says which message it is",
            breaks: ["sendMessage/identifier", "didReceiveNotification/identifier"]
        ) { content in
            content["messageDeliveryReceipt"] = nil
            content["messageDeliveryReceiptData"] = nil
        },
    ]

    private static func toast(
        _ name: String,
        _ summary: String,
        breaks: [String],
        _ alteration: @escaping @Sendable (NHNExchange) -> ServerResponse
    ) -> Defect {
        nhn(name, summary, alteration).of("toast-push", breaks: breaks)
    }

    private static func toastNotification(
        _ name: String,
        _ summary: String,
        breaks: [String],
        _ change: @escaping @Sendable (inout JSONObject) -> Void
    ) -> Defect {
        Defect(
            notification: "toast-push-\(name)",
            service: "toast-push",
            summary: summary,
            breaks: breaks,
            change: change
        )
    }
}
