import HTTP
import JSON
import Synchronization

extension Defect {
    /// What a request should do and does not, or does besides.
    static let nhnEffects: [Defect] = nhnKept + nhnShown + nhnDirected + nhnDone

    /// What becomes of what was stored.
    private static let nhnKept: [Defect] = [
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

    /// What answers show.
    private static let nhnShown: [Defect] = [
        nhn(
            "device-id-hidden",
            "A token is shown without its device",
            breaks: ["getToken/as-registered"]
        ) { exchange in
            exchange.rewriting { answer in
                answer.updateObject("token") { $0.update("deviceId") { _ in "" } }
            }
        },
        nhn(
            "another-token-shown",
            "Another token is shown than the one asked for",
            breaks: ["queryTokenInfo/last-registered", "registerWithAgreement/registered"]
        ) { exchange in
            exchange.rewriting { answer in
                answer.updateObject("token") { $0.update("token") { _ in "another" } }
            }
        },
        nhn(
            "page-empty",
            "A page of tokens is empty",
            breaks: ["tokensByCursor"]
        ) { exchange in
            guard exchange.collection == "tokens-by-cursor" else { return exchange.answer() }
            return exchange.rewriting { $0.update("tokens") { _ in [] } }
        },
        nhn(
            "change-hidden",
            "A token shows the time of its first registration",
            breaks: ["queryTokenInfo/updated"]
        ) { exchange in
            exchange.rewriting { answer in
                answer.updateObject("token") { token in
                    token.update("updatedDateTime") { _ in "2017-08-12T01:04:18.000+09:00" }
                }
            }
        },
        nhn(
            "tokens-of-others",
            "A user has the tokens of somebody else too",
            breaks: ["tokensOfUid/of-user"]
        ) { exchange in
            exchange.rewriting { answer in
                answer.update("tokens") { tokens in
                    guard let list = tokens.arrayValue, var more = list.first?.objectValue else {
                        return tokens
                    }
                    more["token"] = "of-somebody-else"
                    return .array(list + [.object(more)])
                }
            }
        },
        nhn(
            "contacts-hidden",
            "A user is shown without contacts",
            breaks: ["registerToken/contact"]
        ) { exchange in
            exchange.rewriting { $0.updateObject("uid") { $0.update("contacts") { _ in [] } } }
        },
        nhn(
            "cursor-ignored",
            "Every page begins with the first token",
            breaks: ["tokensByCursor/behind-cursor"]
        ) {
            $0.dropping("cursorUid", "cursorToken")
        },
        nhn(
            "dead-tokens-hidden",
            "No token is ever dead",
            breaks: ["invalidTokens/found-dead", "invalidTokens/by-message"]
        ) { exchange in
            exchange.rewriting { $0.update("invalidTokens") { _ in [] } }
        },
        nhn(
            "times-ignored",
            "Dead tokens of all times are listed",
            breaks: ["invalidTokens/by-time"]
        ) {
            exchange in
            let isMeant = exchange.collection == "invalid-tokens"
            return isMeant ? exchange.dropping("from", "to") : exchange.answer()
        },
        nhn(
            "tag-names-lost",
            "A tag is shown with its id for a name",
            breaks: ["getTag/as-created"]
        ) {
            exchange in
            exchange.rewriting { answer in
                answer.updateObject("tag") { tag in
                    let id = tag["tagId"]
                    tag.update("tagName") { _ in id }
                }
            }
        },
        nhn("uids-unpaged", "The users of a tag come all at once", breaks: ["uidsOfTag/paged"]) {
            $0.dropping("offsetUid", "limit")
        },
        nhn(
            "tags-of-somebody",
            "The tags are those of whoever asked first",
            breaks: ["getUserTag/of-user"]
        ) { exchange in
            let isMeant = exchange.request.method == "GET" && exchange.collection == "uids"
            guard isMeant, exchange.depth == 3 else { return exchange.answer() }
            return exchange.changing { $0.path = "\(exchange.root)/uids/somebody/tag-ids" }
        },
        nhn("tags-hidden", "A user's first tag is not shown", breaks: ["getUserTag/all"]) {
            exchange in
            exchange.rewriting { answer in
                answer.update("tagIds") { ids in
                    ids.arrayValue.map { .array(Array($0.dropFirst())) } ?? ids
                }
            }
        },
        nhn("sent-uncounted", "What was sent is not counted", breaks: ["statistics/sent"]) {
            exchange in
            exchange.rewriting { answer in
                answer.updateElements("stats") { entry in
                    entry.updateObject("events") { $0.update("SENT") { _ in 0 } }
                }
            }
        },
        nhn("keys-ignored", "The figures of a key are those of all", breaks: ["statistics/by-key"])
        {
            $0.dropping("statsIds")
        },
        nhn("units-ignored", "The time unit cannot be chosen", breaks: ["statistics/units"]) {
            $0.dropping("timeUnit")
        },
        nhn("console-hidden", "No message is listed", breaks: ["listMessages/console-only"]) {
            exchange in
            guard exchange.call == "GET messages" else { return exchange.answer() }
            return exchange.rewriting { $0.update("messages") { _ in [] } }
        },
        nhn(
            "deliveries-mixed",
            "Messages of every delivery are listed",
            breaks: ["listMessages/by-delivery"]
        ) {
            $0.dropping("deliveryType")
        },
        nhn("client-blamed", "Every failure is the client's", breaks: ["messageErrors/causes"]) {
            exchange in
            exchange.rewriting { answer in
                answer.updateElements("messageErrors") { error in
                    error.update("messageErrorType") { _ in "CLIENT_ERROR" }
                }
            }
        },
        nhn("dead-tokens-failed", "A dead token is a failure", breaks: ["messageErrors/dead-token"])
        {
            exchange in
            let isMeant = exchange.call == "GET message-errors"
            guard isMeant else { return exchange.answer() }
            let dead = exchange.changing { $0.path = exchange.root + "/invalid-tokens" }
            let tokens = dead.json["invalidTokens"]?.arrayValue ?? []
            return exchange.rewriting { answer in
                if !tokens.isEmpty { answer["messageErrors"] = .array(tokens) }
            }
        },
        nhn("logs-empty", "Nothing is logged", breaks: ["messageLogs/from-api"]) { exchange in
            exchange.rewriting { answer in
                answer.updateObject("data") { data in
                    data.update("logs") { _ in [] }
                    data.update("count") { _ in 0 }
                }
            }
        },
        nhn("log-keys-missing", "Logs have no search keys", breaks: ["messageLogs/keys"]) {
            exchange in
            exchange.rewriting { answer in
                answer.updateObject("data") { data in
                    data.updateElements("logs") { log in
                        for number in 1...3 { log["searchKey\(number)"] = nil }
                    }
                }
            }
        },
        nhn("log-filters-ignored", "Logs of everybody are shown", breaks: ["messageLogs/filters"]) {
            exchange in
            let isMeant = exchange.collection == "logs"
            return isMeant ? exchange.dropping("uid", "token") : exchange.answer()
        },
        nhn(
            "last-time-missing",
            "A rule lacks its last time",
            breaks: [
                "computeSchedules/daily", "computeSchedules/weekly", "computeSchedules/monthly",
            ]
        ) { exchange in
            exchange.rewriting { answer in
                answer.update("schedules") { times in
                    times.arrayValue.map { .array($0.dropLast()) } ?? times
                }
            }
        },
        nhn("message-twin-wrong", "The id as text is another", breaks: ["sendMessage/id-twin"]) {
            exchange in
            guard exchange.call == "POST messages" else { return exchange.answer() }
            return exchange.rewriting { answer in
                answer.updateObject("message") { $0.update("messageIdString") { _ in "0" } }
            }
        },
        nhn(
            "reservation-twin-wrong",
            "The id as text is another",
            breaks: ["createReservation/id-twin"]
        ) { exchange in
            guard exchange.call == "POST reservations" else { return exchange.answer() }
            return exchange.rewriting { answer in
                answer.updateObject("reservation") { $0.update("reservationIdString") { _ in "0" } }
            }
        },
        nhn(
            "reservation-never-done",
            "A reservation waits for ever",
            breaks: ["createReservation/delivered"]
        ) { exchange in
            exchange.rewriting { answer in
                answer.updateObject("reservation") { reservation in
                    reservation.update("reservationStatus") { $0 == "COMPLETED" ? "RESERVED" : $0 }
                }
            }
        },
        nhn(
            "creation-time-changed",
            "A reservation that is changed was created then",
            breaks: ["updateReservation/only-updated"]
        ) { exchange in
            exchange.rewriting { answer in
                answer.updateObject("reservation") { reservation in
                    let time = reservation["updatedDateTime"]
                    reservation.update("createdDateTime") { _ in time }
                }
            }
        },
        nhn(
            "delivery-window-ignored",
            "Reservations of all times are listed",
            breaks: ["listReservations/by-delivery"]
        ) { $0.dropping("deliveryFrom", "deliveryTo") },
        nhn(
            "reservation-status-ignored",
            "Reservations of every status are listed",
            breaks: ["listReservations/by-status"]
        ) { $0.dropping("reservationStatus") },
        nhn(
            "schedules-hidden",
            "A reservation is shown without its times",
            breaks: ["getReservation/as-created"]
        ) { exchange in
            exchange.rewriting { answer in
                answer.updateObject("reservation") { $0.update("schedules") { _ in [] } }
            }
        },
        nhn(
            "targets-uncounted",
            "A message counts nobody",
            breaks: ["reservationMessages/counts"]
        ) { exchange in
            exchange.rewriting { answer in
                answer.updateElements("messages") { message in
                    message.update("targetCount") { _ in 0 }
                }
            }
        },
        nhn(
            "messages-complete",
            "Every message was sent",
            breaks: ["reservationMessages/nobody", "reservationMessages/bad-certificate"]
        ) { exchange in
            exchange.rewriting { answer in
                answer.updateElements("messages") { message in
                    message.update("messageStatus") { _ in "COMPLETE" }
                }
            }
        },
    ]

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

extension String {
    /// With the types of development in place of those of distribution.
    fileprivate var withoutSandbox: String {
        replacing("APNS_SANDBOXVOIP", with: "APNS_VOIP").replacing("APNS_SANDBOX", with: "APNS")
    }
}
