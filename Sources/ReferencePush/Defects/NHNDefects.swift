import Contract
import HTTP
import JSON

/// What a server that takes the place of NHN Cloud Push may get wrong.
extension Defect {
    static let nhnPush: [Defect] =
        nhnAnswers + nhnChecks + nhnTokens + nhnTags + nhnMessages + nhnLeniencies + nhnEffects
        + nhnCodes

    /// The operations that need the secret key, by the name of the contracts.
    private static let nhnServerCalls = [
        "tokensOfUid", "invalidTokens", "sendMessage", "listMessages", "getMessage",
        "messageErrors", "messageLogs", "computeSchedules", "createReservation",
        "listReservations", "getReservation", "reservationMessages", "updateReservation",
        "deleteReservations", "createTag", "appendUids", "setTags", "listTags", "getTag",
        "uidsOfTag", "getUid", "renameTag", "deleteTag", "deleteUids", "removeUids",
    ]

    private static let nhnAppCalls = [
        "registerToken", "getToken", "deleteToken", "addTagIds", "getTagIds", "setTagIds",
        "removeTagIds",
    ]

    /// How answers look.
    private static let nhnAnswers: [Defect] = [
        nhn(
            "failure-status",
            "A failure is answered with 400",
            breaks: ["errors/40401", "getMessage/unknown"]
        ) { exchange in
            let answer = exchange.answer()
            let isFailure = answer.json["header"]?["isSuccessful"] == false
            return isFailure ? answer.with(status: 400) : answer
        },
        nhn(
            "failure-as-success",
            "A failure says that it succeeded",
            breaks: ["errors/40011", "getMessage/unknown"]
        ) { exchange in
            exchange.rewritingHeader { $0["isSuccessful"] = true }
        },
        nhn("code-as-text", "The result code is a text", breaks: ["sendMessage", "errors/40012"]) {
            exchange in
            exchange.rewritingHeader { header in
                header.update("resultCode") { .string($0.text) }
            }
        },
        nhn(
            "message-missing",
            "The verdict has no message",
            breaks: ["sendMessage", "registerToken", "registerWithAgreement"]
        ) { exchange in
            exchange.rewritingHeader { $0["resultMessage"] = nil }
        },
        nhn(
            "not-found-code",
            "What is not there has the code of a missing certificate",
            breaks: ["getMessage/unknown", "errors/40401"]
        ) {
            exchange in
            exchange.rewritingHeader { header in
                header.update("resultCode") { $0 == 40_401 ? 40_402 : $0 }
            }
        },
        nhn("empty-code", "A missing field has the code of a wrong one", breaks: ["errors/40003"]) {
            exchange in
            exchange.rewritingHeader { header in
                header.update("resultCode") { $0 == 40_003 ? 40_001 : $0 }
            }
        },
        nhn(
            "id-not-named",
            "The message does not name the id that is not there",
            breaks: ["getMessage/unknown"]
        ) { exchange in
            exchange.rewritingHeader { header in
                if header["resultCode"] == 40_401 {
                    header["resultMessage"] = "Client Error. Not found."
                }
            }
        },
        nhn("id-twin-missing", "Ids come only as numbers", breaks: ["sendMessage"]) {
            exchange in
            exchange.rewriting { answer in
                answer.updateObject("message") { $0["messageIdString"] = nil }
            }
        },
        nhn("tag-code", "Tags have the codes of everything else", breaks: ["errors/400"]) {
            exchange in
            exchange.rewritingHeader { header in
                header.update("resultCode") { $0 == 400 ? 40_001 : $0 }
            }
        },
    ]

    /// Codes that are answered as another one.
    private static let nhnCodes: [Defect] =
        [
            40_001, 40_002, 40_008, 40_009, 40_010, 40_011, 40_012, 40_013, 40_014, 40_101, 40_102,
            40_402, 40_405,
        ].map { code in
            nhn("code-\(code)", "\(code) is answered as 40099", breaks: ["errors/\(code)"]) {
                exchange in
                exchange.rewritingHeader { header in
                    header.update("resultCode") { $0 == .integer(code) ? 40_099 : $0 }
                }
            }
        } + [
            nhn(
                "internal-error-blamed",
                "An internal error is the client's fault",
                breaks: ["errors/internal"]
            ) { exchange in
                exchange.rewritingHeader { header in
                    header.update("resultCode") { ($0.intValue ?? 0) > 50_000 ? 40_001 : $0 }
                }
            }
        ]

    /// What is asked before anything is done.
    private static let nhnChecks: [Defect] = [
        nhn(
            "secret-unchecked",
            "Any secret key will do",
            breaks: nhnServerCalls.map { "\($0)/no-secret" }
        ) { exchange in
            let key = exchange.face.service.options.applications[0].secretKey
            return exchange.changing { $0.headers.set("X-Secret-Key", key) }
        },
        nhn(
            "app-key-unchecked",
            "An unknown application key means the first one",
            breaks: ["errors/40102", "registerWithAgreement/refused-by-server"]
                + (nhnServerCalls + nhnAppCalls).map { "\($0)/unknown-app-key" }
        ) { exchange in
            let keys = exchange.face.service.options.applications.map(\.appKey)
            var parts = exchange.request.path.split(separator: "/").map(String.init)
            guard parts.count > 3, !keys.contains(parts[3]) else { return exchange.answer() }
            parts[3] = keys[0]
            return exchange.changing { $0.path = "/" + parts.joined(separator: "/") }
        },
        nhn("version-unchecked", "Any version of the API will do") {
            exchange in
            var parts = exchange.request.path.split(separator: "/").map(String.init)
            guard parts.count > 3 else { return exchange.answer() }
            parts[1] = "v2.4"
            return exchange.changing { $0.path = "/" + parts.joined(separator: "/") }
        },
        nhn(
            "page-unlimited",
            "A page has all there is",
            breaks: [
                "invalidTokens/bad-page", "listMessages/bad-page", "listReservations/bad-page",
                "reservationMessages/bad-page",
            ]
        ) { $0.dropping("pageSize") },
        nhn(
            "page-ignored",
            "Every page is the first one",
            breaks: ["listReservations/pages"]
        ) { $0.dropping("pageIndex") },
        nhn(
            "total-wrong",
            "One too many is counted in all",
            breaks: ["listReservations/by-delivery"]
        ) {
            exchange in
            exchange.rewriting { answer in
                answer.update("totalCount") { .integer(($0.intValue ?? 0) &+ 1) }
            }
        },
    ]

    /// What becomes of tokens.
    private static let nhnTokens: [Defect] = [
        nhn(
            "token-lost",
            "A registered token is not stored",
            breaks: ["getToken/as-registered", "registerWithAgreement"]
        ) { exchange in
            let isLost = exchange.call == "POST tokens"
            // Registered under another token, so that what is wrong is still refused.
            return isLost
                ? exchange.changingBody {
                    $0.update("token") { .string(($0.stringValue ?? "") + "0") }
                }
                : exchange.answer()
        },
        nhn(
            "token-deletion-lost",
            "A deleted token is still there",
            breaks: ["deleteToken/gone", "unregister/gone", "unregister/not-sent-to"]
        ) { exchange in
            let isDeletion = exchange.request.method == "DELETE" && exchange.collection == "tokens"
            guard isDeletion else { return exchange.answer() }
            return exchange.pretended()
        },
        nhn(
            "old-token-kept",
            "An old token is not replaced by the new one",
            breaks: ["registerToken/old-token-replaced", "registerToken/old-token-removed"]
        ) { exchange in
            exchange.changingBody(if: exchange.call == "POST tokens") { $0["oldToken"] = nil }
        },
        nhn(
            "device-unknown",
            "Another token of the same device is kept",
            breaks: ["registerToken/device-replaced"]
        ) { exchange in
            exchange.changingBody(if: exchange.call == "POST tokens") { body in
                body.update("deviceId") { id in
                    id == .null || id == "" ? id : .string("\(UInt64.random(in: 0 ... .max))")
                }
            }
        },
        nhn(
            "consent-assumed",
            "Every user agrees to notifications",
            breaks: ["sendMessage/consent", "registerWithAgreement/consents"]
        ) { exchange in
            exchange.changingBody(if: exchange.call == "POST tokens") { body in
                body.update("isNotificationAgreement") { $0 == false ? true : $0 }
            }
        },
        nhn(
            "ad-consent-assumed",
            "Every user agrees to ads",
            breaks: ["sendMessage/ad-consent", "registerWithAgreement/consents"]
        ) { exchange in
            exchange.changingBody(if: exchange.call == "POST tokens") { body in
                body.update("isAdAgreement") { $0 == false ? true : $0 }
            }
        },
        nhn(
            "night-consent-assumed",
            "Every user agrees to ads at night",
            breaks: ["sendMessage/night-consent", "registerWithAgreement/consents"]
        ) { exchange in
            exchange.changingBody(if: exchange.call == "POST tokens") { body in
                body.update("isNightAdAgreement") { $0 == false ? true : $0 }
            }
        },
    ]

    /// What becomes of tags.
    private static let nhnTags: [Defect] = [
        nhn("tag-twice", "Two tags may have one name", breaks: ["createTag/duplicate"]) {
            exchange in
            let answer = exchange.answer()
            let isFailure = answer.json["header"]?["resultCode"] == 400
            guard exchange.call == "POST tags", isFailure else { return answer }
            return exchange.changingBody { body in
                body.update("tagName") { name in
                    guard let text = name.stringValue, !text.isEmpty else { return name }
                    return .string("\(text.prefix(200))\(UInt32.random(in: 0 ... .max))")
                }
            }
        },
        nhn(
            "tag-name-cut",
            "A tag name that is too long is cut",
            breaks: ["createTag/name-too-long"]
        ) { exchange in
            exchange.changingBody(if: exchange.collection == "tags") { body in
                body.update("tagName") { name in
                    name.stringValue.map { .string(String($0.prefix(255))) } ?? name
                }
            }
        },
        nhn(
            "tag-white-space",
            "White space is taken out of tag names",
            breaks: ["createTag/white-space"]
        ) { exchange in
            exchange.changingBody(if: exchange.collection == "tags") { body in
                body.update("tagName") { name in
                    name.stringValue.map { .string($0.filter { !$0.isWhitespace }) } ?? name
                }
            }
        },
        nhn("tag-rename-lost", "A tag keeps its name", breaks: ["renameTag/renamed"]) { exchange in
            let isRename = exchange.request.method == "PUT" && exchange.collection == "tags"
            guard isRename, exchange.depth == 2 else { return exchange.answer() }
            return exchange.pretended()
        },
        nhn("tag-deletion-lost", "A deleted tag is still there", breaks: ["deleteTag/gone"]) {
            exchange in
            let isDeletion = exchange.request.method == "DELETE" && exchange.collection == "tags"
            guard isDeletion, exchange.depth == 2 else { return exchange.answer() }
            return exchange.pretended()
        },
        nhn(
            "tags-oldest-first",
            "Tags are listed the other way round",
            breaks: ["listTags/newest-first"]
        ) { exchange in
            exchange.rewriting { answer in
                answer.update("tags") { $0.arrayValue.map { .array($0.reversed()) } ?? $0 }
            }
        },
        nhn(
            "tag-of-one-user",
            "A tag belongs to the user who got it last",
            breaks: ["sendMessage/tag-users"]
        ) { exchange in
            let ids = exchange.request.json["tagIds"]?.arrayValue ?? []
            for id in ids.compactMap(\.stringValue) where exchange.depth == 3 {
                exchange.takeFromEverybody(tag: id)
            }
            return exchange.answer()
        },
        nhn("tags-replaced", "Adding tags to a user takes the others away") { exchange in
            let isAddition = exchange.request.method == "POST" && exchange.collection == "uids"
            guard isAddition, exchange.depth == 3 else { return exchange.answer() }
            return exchange.changing { $0.method = "PUT" }
        },
    ]
}
