import HTTP
import JSON

extension Defect {
    /// What a request should do and does not, or does besides.
    static let nhnEffects: [Defect] =
        nhnTokenEffects + nhnTagEffects + nhnShownTokens + nhnShownMessages + nhnDirected + nhnDone

    /// Whom messages reach, and with which words.
    private static let nhnDirected: [Defect] = [
        nhn("one-type-alone", "A message goes to iPhones alone", breaks: ["sendMessage/delivered"])
        {
            exchange in
            exchange.changingTarget { target in
                if !target.contains("pushTypes") { target["pushTypes"] = ["APNS"] }
            }
        },
        nhn("korea-alone", "Everybody means everybody in Korea", breaks: ["sendMessage/everybody"])
        {
            exchange in
            exchange.changingTarget { target in
                if target["type"] == "ALL" { target["countries"] = ["KR"] }
            }
        },
        nhn("condition-cut", "A condition ends with its first tag", breaks: ["sendMessage/tagged"])
        {
            exchange in
            exchange.changingTarget { target in
                guard target["type"] == "TAG" else { return }
                target.update("to") { words in
                    let tag = words.arrayValue?.first { $0 != "(" }
                    return tag.map { [$0] } ?? words
                }
            }
        },
        nhn("late-delivered", "A message is sent however late", breaks: ["sendMessage/expired"]) {
            exchange in
            exchange.switchingOff(.deliveryLate)
        },
        nhn(
            "duplicates-delivered",
            "The same message is sent again",
            breaks: ["sendMessage/duplicate"]
        ) {
            exchange in
            exchange.switchingOff(.duplicatesPrevented)
        },
        nhn("sent-twice", "Every message is sent twice", breaks: ["sendMessage/once"]) { exchange in
            if exchange.call == "POST messages" { _ = exchange.answer() }
            return exchange.answer()
        },
        nhn(
            "own-fields-lost",
            "Fields of the sender's own are left out",
            breaks: [
                "sendMessage/apns-payload", "sendMessage/fcm-payload",
                "sendMessage/tencent-payload",
                "sendMessage/adm-payload",
            ]
        ) { exchange in
            exchange.changingWords { $0["own"] = nil }
        },
        nhn(
            "default-unused",
            "What a language lacks is left out",
            breaks: ["sendMessage/language-default"]
        ) { exchange in
            exchange.changingBody(if: exchange.isMessage) { body in
                body.updateObject("content") { content in
                    for language in content.names where language != "default" {
                        content.updateObject(language) { words in
                            if !words.contains("title") { words["title"] = "" }
                        }
                    }
                }
            }
        },
        nhn("ad-in-body", "The words of an ad stand in its body", breaks: ["sendMessage/ad-title"])
        {
            exchange in
            exchange.changingBody(if: exchange.isMessage) { $0["adWordPosition"] = "BODY" }
        },
        nhn("ad-in-title", "The words of an ad stand in its title", breaks: ["sendMessage/ad-body"])
        {
            exchange in
            exchange.changingBody(if: exchange.isMessage) { $0["adWordPosition"] = "TITLE" }
        },
        nhn("stats-key-lost", "A message has no key", breaks: ["sendMessage/stats-id"]) {
            exchange in
            exchange.changingBody(if: exchange.isMessage) { $0["statsId"] = nil }
        },
    ]

    /// What is done for calls.
    private static let nhnDone: [Defect] = [
        nhn(
            "calls-as-notifications",
            "A token for calls is one for notifications",
            breaks: ["voipRegister", "sendMessage/voip-apart"]
        ) { exchange in
            exchange.changingBody(if: exchange.call == "POST tokens") { body in
                body.update("pushType") { $0 == "APNS_VOIP" ? "APNS" : $0 }
            }
        },
        nhn(
            "calls-need-consent",
            "Calls need the consent to notifications",
            breaks: ["voipRegister/no-consent-needed"]
        ) { exchange in
            exchange.changingTarget { target in
                if target["pushTypes"] == ["APNS", "APNS_VOIP"] { target["pushTypes"] = ["APNS"] }
            }
        },
    ]
}
