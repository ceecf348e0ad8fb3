import HTTP
import JSON
import Synchronization

/// What TOAST Push may get wrong.
extension Defect {
    /// The promises of TOAST Push that a defect of NHN Cloud Push breaks there.
    static let toastBreaks: KeyValuePairs = [
        "nhn-push-empty-code": ["errors/40003", "registerToken/required-field"],
        "nhn-push-tag-code": ["errors/400"],
        "nhn-push-message-missing": ["registerToken"],
        "nhn-push-secret-unchecked": [
            "createTag/no-secret", "sendMessage/no-secret", "errors/40101",
        ],
        "nhn-push-app-key-unchecked": [
            "registerToken/unknown-app-key", "getToken/unknown-app-key",
            "deleteToken/unknown-app-key", "errors/40102",
        ],
        "nhn-push-token-lost": [
            "registerToken/stored", "sendMessage/delivered", "registerWithAgreement",
            "voipRegister", "initWithConfiguration/opens", "initWithConfiguration/app-key",
            "sendMessage/tagged", "voipRegister/no-permission-needed",
        ],
        "nhn-push-token-deletion-lost": [
            "deleteToken/removed", "deleteToken/no-target", "deleteToken/no-call",
            "unregister/gone", "unregister/not-sent-to", "errors/40401",
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
        "nhn-push-consents-given-again": [
            "registerAgain/same-consents", "setUserID/updates", "registerAgain",
        ],
        "nhn-push-another-token-deleted": ["unregister/gone", "unregister/not-sent-to"],
        "nhn-push-tags-added-instead": ["setTagIds/replaced", "setUserTag/replaced"],
        "nhn-push-tags-all-removed": [
            "removeTagIds/removed", "removeUserTag/result", "removeUserTag/of-user",
        ],
        "nhn-push-removal-lost": ["removeAllUserTag/none-left", "removeAllUserTag/of-user"],
        "nhn-push-additions-lost": ["addTagIds/added", "addUserTag/result"],
        "nhn-push-another-token-shown": [
            "queryTokenInfo/last-registered", "registerWithAgreement/registered",
            "registerWithAgreement/token-info",
        ],
        "nhn-push-change-hidden": ["queryTokenInfo/updated"],
        "nhn-push-tags-of-somebody": ["getUserTag/of-user"],
        "nhn-push-tags-hidden": ["getUserTag/all", "getUserTag"],
        "nhn-push-calls-need-consent": [
            "voipRegister/no-consent-needed", "setUserID/still-called",
        ],
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
        "nhn-push-code-40001": ["registerToken/bad-value", "errors/40001"],
        "nhn-push-code-40002": ["errors/40002"],
        "nhn-push-code-40011": ["errors/40011"],
        "nhn-push-internal-error-blamed": ["registerToken/internal-error", "errors/internal"],
        "nhn-push-tag-failure-blamed": ["errors/500"],
        "nhn-push-ads-refused": ["sendMessage"],
        "nhn-push-logs-empty": ["messageLogs"],
        "nhn-push-log-filters-ignored": ["setUserID/still-sent-to"],
        "nhn-push-calls-as-notifications": ["voipRegister/token-info"],
    ]

    static let toastOwn: [Defect] = [
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
        toast(
            "tag-id-short",
            "An id of a tag has 7 characters",
            breaks: ["createTag/id-length", "addUserTag", "addUserTag/second-request"]
        ) {
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
            breaks: ["sendMessage/button-limit", "errors/40008"]
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
                "didReceiveNotificationAction/dismiss", "didReceiveNotificationAction/open-app",
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
