import HTTP
import JSON

extension Defect {
    /// Requests that are taken although something is wrong with them, and right ones that are not.
    static let nhnLeniencies: [Defect] = nhnTaken + nhnRefused

    private static let malformed: Set = [40_001, 40_002, 40_003]

    /// What is wrong and answered with success.
    private static let nhnTaken: [Defect] = [
        taken(
            "registrations-unchecked",
            "A registration is taken whatever it holds",
            breaks: [
                "registerToken/required-field", "registerToken/empty-field",
                "registerToken/bad-push-type", "registerToken/too-long", "registerToken/characters",
                "registerToken/bad-zone", "registerWithAgreement/unreadable",
            ],
            malformed
        ) { $0.call == "POST tokens" },
        taken(
            "token-types-unchecked",
            "A token is looked up and deleted whatever its type is said to be",
            breaks: ["getToken/type-missing", "getToken/type-unknown", "deleteToken/type-unknown"],
            malformed
        ) { $0.collection == "tokens" && $0.depth == 2 },
        taken(
            "token-lists-unchecked",
            "Lists of tokens take any parameters",
            breaks: [
                "tokensOfUid/uid-missing", "tokensByCursor/half-cursor", "tokensByCursor/bad-limit",
            ],
            malformed
        ) { ["GET tokens", "GET tokens-by-cursor"].contains($0.call) },
        taken(
            "lists-unchecked",
            "Lists take any parameters",
            breaks: [
                "invalidTokens/bad-page", "invalidTokens/too-far-back", "listMessages/bad-status",
                "listMessages/bad-page", "listMessages/too-far-back", "listMessages/bad-time",
                "messageErrors/bad-filter", "messageErrors/bad-limit", "messageErrors/too-far-back",
                "messageErrors/bad-time", "messageLogs/bad-limit", "messageLogs/bad-push-type",
                "messageLogs/too-far-back", "messageLogs/bad-time", "listReservations/bad-status",
                "listReservations/bad-page", "listReservations/too-far-back",
                "listReservations/bad-time", "reservationMessages/bad-page",
            ],
            malformed
        ) { exchange in
            let lists = ["invalid-tokens", "messages", "message-errors", "logs", "reservations"]
            return exchange.request.method == "GET" && lists.contains(exchange.collection)
        },
        taken(
            "figures-unchecked",
            "Statistics take any parameters",
            breaks: ["statistics", "statisticsTotal"].flatMap { call in
                ["category-missing", "bad-word", "too-far-back", "bad-time"].map { "\(call)/\($0)" }
            },
            malformed
        ) { $0.collection == "stats" },
        taken(
            "message-fields-unchecked",
            "A message lacks what it likes",
            breaks: [
                "sendMessage/required-field", "sendMessage/button-field",
                "sendMessage/link-missing", "sendMessage/hint-missing", "sendMessage/media-source",
                "sendMessage/group-field",
            ],
            [40_003]
        ) { $0.call == "POST messages" },
        taken(
            "message-words-unchecked",
            "A message says what it likes",
            breaks: [
                "sendMessage/bad-type", "sendMessage/bad-message-type", "sendMessage/bad-push-type",
                "sendMessage/bad-country", "sendMessage/bad-lifetime", "sendMessage/bad-position",
                "sendMessage/bad-button", "sendMessage/bad-media",
            ],
            [40_001]
        ) { $0.call == "POST messages" },
        taken(
            "message-limits-unchecked",
            "A message is as large as it likes",
            breaks: [
                "sendMessage/user-limit", "sendMessage/content-limit", "sendMessage/button-limit",
            ],
            [40_008]
        ) { $0.call == "POST messages" },
        taken(
            "ads-unchecked",
            "An ad lacks what it likes",
            breaks: [
                "sendMessage/no-guide", "sendMessage/no-contact", "sendMessage/bad-contact",
                "createReservation/ad",
            ],
            [40_012, 40_013, 40_014]
        ) { $0.isMessage },
        taken(
            "rules-unchecked",
            "Any rule gives times",
            breaks: [
                "computeSchedules/required-field", "computeSchedules/days-missing",
                "computeSchedules/weekdays-missing", "computeSchedules/bad-value",
                "computeSchedules/bad-format",
            ],
            malformed
        ) { $0.call == "POST schedules" },
        taken(
            "reservations-unchecked",
            "A reservation is made, changed and deleted whatever is said of it",
            breaks: [
                "createReservation/horizon", "createReservation/required-field",
                "createReservation/bad-format", "createReservation/message-field",
                "updateReservation/required-field", "deleteReservations/ids-missing",
            ],
            malformed.union([40_008])
        ) { $0.collection == "reservations" && $0.request.method != "GET" },
        taken(
            "tags-unchecked",
            "The tag API takes everything",
            breaks: [
                "createTag/name-missing", "createTag/name-too-long", "createTag/white-space",
                "createTag/table-full", "renameTag/name-missing", "renameTag/white-space",
                "appendUids/too-many", "appendUids/uid-too-long", "appendUids/uids-missing",
                "deleteUids/too-many", "addTagIds/tag-limit",
                "addTagIds/uid-too-long", "getTagIds/uid-too-long", "removeTagIds/tags-missing",
            ],
            [400]
        ) { ["tags", "uids"].contains($0.collection) },
        taken(
            "tags-of-a-user-unlimited",
            "A user may get any number of tags from a server",
            breaks: ["appendUids/tag-limit"],
            [400]
        ) { $0.collection == "tags" && $0.depth == 3 },
        taken(
            "messages-all-found",
            "Every message is found, also what the API sent",
            breaks: ["getMessage/unknown", "getMessage/from-api"],
            [40_401]
        ) { $0.collection == "messages" && $0.depth == 2 },
        taken(
            "failures-unlimited",
            "One answer holds any number of failures",
            breaks: ["messageErrors/too-many"],
            [40_010]
        ) { $0.call == "GET message-errors" },
        nhn(
            "logs-always",
            "Logs can be read while logging is off",
            breaks: ["messageLogs/off"]
        ) { exchange in
            exchange.switchingOff(.loggingOff)
        },
        nhn(
            "tag-failure-blamed",
            "A failure within the tag API is the client's fault",
            breaks: [
                "createTag", "listTags", "getTag", "renameTag", "deleteTag", "appendUids",
                "uidsOfTag", "removeUids", "setTags", "getUid", "deleteUids", "addTagIds",
                "getTagIds", "setTagIds", "removeTagIds",
            ].map { "\($0)/system-down" } + ["errors/500"]
        ) { exchange in
            exchange.rewritingHeader { header in
                header.update("resultCode") { $0 == 500 ? 400 : $0 }
            }
        },
    ]

    /// What is right and refused.
    private static let nhnRefused: [Defect] = [
        nhn(
            "limits-off-by-one",
            "What is just as long as it may be is too long",
            breaks: [
                "registerToken/longest-values", "createTag/longest-name", "sendMessage/lifetimes",
                "appendUids/sixteen",
            ]
        ) { exchange in
            exchange.changingBody { body in
                for (name, limit) in [("token", 1_600), ("uid", 64), ("deviceId", 36)] {
                    body.lengthen(name, at: limit)
                }
                body.lengthen("tagName", at: 255)
                body.update("timeToLiveMinute") { $0 == 60 ? 61 : $0 }
                body.update("uids") { uids in
                    guard let list = uids.arrayValue, list.count == 16 else { return uids }
                    return .array(list + ["one-more"])
                }
            }
        },
        nhn(
            "page-off-by-one",
            "The longest page is too long",
            breaks: ["tokensByCursor/longest-page"]
        ) { exchange in
            exchange.changing { request in
                let isLongest = FormQuery(request.query)["limit"] == "1000"
                if isLongest { request.replaceParameter("limit", with: "1001") }
            }
        },
        nhn("adm-unknown", "Tokens of ADM are refused", breaks: ["registerToken/push-types"]) {
            exchange in
            exchange.changingBody(if: exchange.call == "POST tokens") { body in
                body.update("pushType") { $0 == "ADM" ? "XYZ" : $0 }
            }
        },
        nhn(
            "long-codes-refused",
            "A country has two letters",
            breaks: ["registerToken/codes-accepted"]
        ) { exchange in
            exchange.changingBody(if: exchange.call == "POST tokens") {
                $0.lengthen("country", at: 3)
            }
        },
        nhn(
            "groups-refused",
            "A condition has no parentheses",
            breaks: ["sendMessage/condition"]
        ) { exchange in
            exchange.changingTarget { target in
                target.update("to") { words in
                    guard let list = words.arrayValue, list.contains("(") else { return words }
                    return .array(list + ["("])
                }
            }
        },
        nhn("resources-refused", "No resource is known", breaks: ["sendMessage/resource"]) {
            exchange in
            exchange.changingBody(if: exchange.isMessage) { body in
                body.update("provisionedResourceId") { _ in "unknown" }
            }
        },
        nhn(
            "rich-refused",
            "Rich messages are refused",
            breaks: ["sendMessage/rich-message", "sendMessage/optional-media"]
        ) { exchange in
            exchange.changingWords { $0.update("richMessage") { _ in "none" } }
        },
        nhn("ads-refused", "No contact will do", breaks: ["sendMessage/ad"]) { exchange in
            exchange.changingBody(if: exchange.isMessage) { body in
                body.update("contact") { _ in "none" }
            }
        },
    ]

    /// A defect that answers requests with success which have to be refused.
    private static func taken(
        _ name: String,
        _ summary: String,
        breaks: [String],
        _ codes: Set<Int>,
        where isMeant: @escaping @Sendable (NHNExchange) -> Bool
    ) -> Defect {
        nhn(name, summary, breaks: breaks) { exchange in
            let answer = exchange.answer()
            let code = answer.json["header"]?["resultCode"]?.intValue ?? 0
            return isMeant(exchange) && codes.contains(code) ? exchange.success : answer
        }
    }
}

extension JSONObject {
    /// Makes a text one character longer that has just so many.
    fileprivate mutating func lengthen(_ name: String, at length: Int) {
        update(name) { value in
            guard let text = value.stringValue, text.unicodeScalars.count == length else {
                return value
            }
            return .string(text + "x")
        }
    }
}
