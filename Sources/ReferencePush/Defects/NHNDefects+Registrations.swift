import HTTP
import JSON

extension Defect {
    /// What becomes of registrations.
    static let nhnTokenEffects: [Defect] = [
        nhn(
            "token-frozen",
            "A token that is registered again keeps its data",
            breaks: ["registerToken/updated", "setUserID/updates"]
        ) { exchange in
            guard exchange.call == "POST tokens", let look = exchange.lookAtToken else {
                return exchange.answer()
            }
            return exchange.pretended { $0 = look }
        },
        nhn(
            "old-token-same-deleted",
            "A token that takes its own place is deleted",
            breaks: ["registerToken/old-token-same"]
        ) { exchange in
            let answer = exchange.answer()
            let body = exchange.request.json
            guard exchange.call == "POST tokens", let look = exchange.lookAtToken,
                body["oldToken"] == body["token"]
            else { return answer }
            _ = exchange.changing { removal in
                removal = look
                removal.method = "DELETE"
            }
            return answer
        },
        nhn(
            "single-token-ignored",
            "A user keeps several tokens whatever the console says",
            breaks: ["registerToken/single-token"]
        ) { exchange in
            exchange.switchingOff(.singleToken)
        },
        nhn(
            "single-token-always",
            "A user keeps one token whatever the console says",
            breaks: ["registerToken/several-tokens"]
        ) { exchange in
            exchange.switching { $0.named.change(.singleToken, .setup) }
        },
        nhn("tenants-unknown", "A token has one user", breaks: ["registerToken/tenants"]) {
            exchange in
            exchange.changingBody(if: exchange.call == "POST tokens") { body in
                body.update("token") { token in
                    token.stringValue.map { .string(String($0.prefix { $0 != "#" })) } ?? token
                }
            }
        },
        nhn(
            "country-of-korea",
            "Every token is Korea's",
            breaks: ["initWithConfiguration/country", "queryTokenInfo/token-info"]
        ) { $0.registering("country", as: "KR") },
        nhn(
            "language-of-korea",
            "Every user reads Korean",
            breaks: [
                "initWithConfiguration/language", "sendMessage/consent-korean",
                "sendMessage/ad-other-language",
            ]
        ) { $0.registering("language", as: "ko") },
        nhn(
            "zone-of-korea",
            "Every clock is Korea's",
            breaks: ["initWithConfiguration/timezone", "createReservation/local-time"]
        ) { $0.registering("timezoneId", as: "Asia/Seoul") },
        nhn(
            "users-unnamed",
            "A token is nobody's",
            breaks: ["registerWithAgreement/user-id", "registerWithAgreement/device-identifier"]
        ) { $0.registering("uid", as: "anonymous") },
        nhn(
            "user-kept",
            "A token belongs to its device whoever logs in",
            breaks: ["registerWithAgreement/user-id", "setUserID/shared"]
        ) { exchange in
            exchange.changingBody(if: exchange.call == "POST tokens") { body in
                if let device = body["deviceId"] { body.update("uid") { _ in device } }
            }
        },
        nhn(
            "sandbox-always",
            "Every token for notifications is for development",
            breaks: ["registerWithAgreement/no-sandbox"]
        ) { exchange in
            exchange.rewriting { answer in
                answer.updateObject("token") { token in
                    token.update("pushType") { $0 == "APNS" ? "APNS_SANDBOX" : $0 }
                }
            }
        },
        nhn(
            "sandbox-unknown",
            "Every token is for distribution",
            breaks: ["registerWithAgreement/sandbox"]
        ) { exchange in
            let sound = exchange.changing { request in
                request.path = request.path.withoutSandbox
                request.query = request.query?.withoutSandbox
                request.body = Array(
                    String(decoding: request.body, as: UTF8.self).withoutSandbox.utf8
                )
            }
            return sound
        },
        nhn(
            "call-deletion-lost",
            "A deleted token for calls is still there",
            breaks: ["voipUnregister/gone", "voipUnregister/not-sent-to"]
        ) { exchange in
            let isDeletion = exchange.request.method == "DELETE" && exchange.collection == "tokens"
            let type = FormQuery(exchange.request.query)["pushType"]
            return isDeletion && type == "APNS_VOIP" ? exchange.pretended() : exchange.answer()
        },
        nhn(
            "consents-given-again",
            "A token that is registered again has every consent",
            breaks: ["registerAgain/same-consents", "setUserID/updates"]
        ) { exchange in
            guard exchange.call == "POST tokens", let look = exchange.lookAtToken,
                exchange.changing({ $0 = look }).json["token"] != nil
            else { return exchange.answer() }
            return exchange.changingBody { body in
                for name in ["isNotificationAgreement", "isAdAgreement", "isNightAdAgreement"] {
                    body.update(name) { $0 == false ? true : $0 }
                }
            }
        },
        nhn(
            "types-deleted-together",
            "A token is deleted under every type",
            breaks: ["deleteToken/one-type"]
        ) { exchange in
            let isDeletion = exchange.request.method == "DELETE" && exchange.collection == "tokens"
            return isDeletion ? exchange.dropping("pushType") : exchange.answer()
        },
        nhn(
            "first-type-deleted",
            "Without a type a token is deleted under the first",
            breaks: ["deleteToken/all-types"]
        ) { exchange in
            let isDeletion = exchange.request.method == "DELETE" && exchange.collection == "tokens"
            guard isDeletion, exchange.request.query == nil else { return exchange.answer() }
            return exchange.changing { $0.query = "pushType=FCM" }
        },
        nhn(
            "another-token-deleted",
            "Another token of the user is deleted",
            breaks: ["unregister/gone", "unregister/not-sent-to"]
        ) { exchange in
            let isDeletion = exchange.request.method == "DELETE" && exchange.collection == "tokens"
            guard isDeletion, exchange.depth == 2, let other = exchange.anotherToken else {
                return exchange.answer()
            }
            return exchange.changing { $0.path = "\(exchange.root)/tokens/\(other)" }
        },
    ]

    /// What becomes of the tags of users.
    static let nhnTagEffects: [Defect] = [
        nhn("append-replaces", "One tag more is the only one", breaks: ["appendUids/appended"]) {
            exchange in
            let uids = exchange.request.json["uids"]?.arrayValue?.compactMap(\.stringValue) ?? []
            guard exchange.collection == "tags", exchange.depth == 3, uids.count < 3 else {
                return exchange.answer()
            }
            for uid in uids { exchange.setTags(of: uid, to: []) }
            return exchange.answer()
        },
        nhn(
            "tags-added-instead",
            "Setting tags keeps those from before",
            breaks: ["setTagIds/replaced", "setUserTag/replaced", "setTags/replaced"]
        ) { exchange in
            let isReplacement = exchange.request.method == "PUT" && exchange.collection == "uids"
            if isReplacement { return exchange.changing { $0.method = "POST" } }
            let uid = exchange.request.json["uid"]?.stringValue
            guard exchange.call == "POST uids", let uid else { return exchange.answer() }
            return exchange.changing { $0.path += "/\(uid)/tag-ids" }
        },
        nhn(
            "tags-all-removed",
            "Taking a tag away takes all away",
            breaks: ["removeTagIds/removed", "removeUserTag/result"]
        ) { exchange in
            let isRemoval = exchange.request.method == "DELETE" && exchange.collection == "uids"
            guard isRemoval, exchange.depth == 3 else { return exchange.answer() }
            let answer = exchange.answer()
            let uid = exchange.path.split(separator: "/")[1]
            exchange.setTags(of: String(uid), to: [])
            return answer
        },
        nhn("removal-lost", "A tag cannot be taken away", breaks: ["removeAllUserTag/none-left"]) {
            exchange in
            let isEmpty = exchange.request.json["tagIds"] == []
            guard exchange.request.method == "PUT", exchange.collection == "uids", isEmpty else {
                return exchange.answer()
            }
            return exchange.success
        },
        nhn(
            "additions-lost",
            "A user gets no tags",
            breaks: ["addTagIds/added", "addUserTag/result"]
        ) { exchange in
            let isAddition = exchange.request.method == "POST" && exchange.collection == "uids"
            guard isAddition, exchange.depth == 3 else { return exchange.answer() }
            return exchange.pretended()
        },
        nhn(
            "users-deleted-with-tag",
            "Users from whom a tag is taken are deleted",
            breaks: ["removeUids/relation-only"]
        ) { exchange in
            let isRemoval = exchange.request.method == "DELETE" && exchange.collection == "tags"
            guard isRemoval, exchange.depth == 3 else { return exchange.answer() }
            let answer = exchange.answer()
            _ = exchange.changing { $0.path = exchange.root + "/uids" }
            return answer
        },
        nhn(
            "deleted-users-stay",
            "Deleted users keep their tokens",
            breaks: ["deleteUids/with-tokens"]
        ) { exchange in
            exchange.call == "DELETE uids" ? exchange.success : exchange.answer()
        },
    ]
}

extension String {
    /// With the types of development in place of those of distribution.
    fileprivate var withoutSandbox: String {
        replacing("APNS_SANDBOXVOIP", with: "APNS_VOIP").replacing("APNS_SANDBOX", with: "APNS")
    }
}
