import Contract
import HTTP
import JSON

/// What a server that takes NCMB's place may get wrong.
extension Defect {
    /// The rows of the catalogue that a case brings about.
    private static let listedErrors = [
        "errors/E400000", "errors/E400001", "errors/E400002", "errors/E400003",
        "errors/E400004", "errors/E400005", "errors/E400008", "errors/E400009",
        "errors/E401001", "errors/E403001", "errors/E403002", "errors/E403003",
        "errors/E403005", "errors/E403006", "errors/E404001", "errors/E404002",
        "errors/E404005", "errors/E405001", "errors/E409001", "errors/E414000",
        "errors/E415001", "errors/E429001", "errors/E429002", "errors/E500001",
        "errors/E503001",
    ]

    static let ncmb: [Defect] =
        ncmbAnswers + ncmbChecks + ncmbObjects + ncmbSearches + ncmbPushes
        + ncmbDelivery

    /// How answers look.
    private static let ncmbAnswers: [Defect] = [
        ncmb(
            "created-status",
            "What is created is answered with 200",
            breaks: ["createInstallation", "createPush"]
        ) { exchange in
            let answer = exchange.answer()
            return answer.status == 201 ? answer.with(status: 200) : answer
        },
        ncmb(
            "id-missing",
            "What is created is answered without its objectId",
            breaks: [
                "createInstallation", "createPush", "saveInstallation", "reRegistInstallation",
                "sendPush",
            ]
        ) { exchange in
            exchange.rewriting { if exchange.isCreation { $0["objectId"] = nil } }
        },
        ncmb(
            "date-without-milliseconds",
            "Dates of creation have whole seconds",
            breaks: ["createInstallation", "createPush"]
        ) { exchange in
            exchange.rewriting { answer in
                guard exchange.isCreation else { return }
                answer.update("createDate") { .string(($0.stringValue?.prefix(19) ?? "") + "Z") }
            }
        },
        ncmb(
            "update-date-missing",
            "Changes are answered without their date",
            breaks: ["updateInstallation", "updatePush", "updateExistInstallation"]
        ) { exchange in
            exchange.rewriting { if exchange.request.method == "PUT" { $0["updateDate"] = nil } }
        },
        ncmb(
            "wrong-code",
            "What is not there has the code of an unknown path",
            breaks: [
                "getPush/unknown", "getPush/backed-up", "updateInstallation/gone",
                "updatePush/backed-up", "deletePush/backed-up", "registerOpen/backed-up",
                "saveInstallation/404001",
            ]
        ) { exchange in
            exchange.rewriting { answer in
                answer.update("code") { $0 == "E404001" ? "E404002" : $0 }
            }
        },
        ncmb(
            "wrong-status",
            "What is not there is answered with 400",
            breaks: ["getPush/deleted", "getInstallation/deleted", "errors/E404001"]
        ) { exchange in
            let answer = exchange.answer()
            return answer.json["code"] == "E404001" ? answer.with(status: 400) : answer
        },
        ncmb(
            "wrong-message",
            "The message of a missing field does not name it",
            breaks: [
                "createInstallation/token-missing", "createInstallation/type-missing",
                "errors/E400003",
            ]
        ) { exchange in
            exchange.rewriting { answer in
                if answer["code"] == "E400003" { answer["error"] = "The field is empty." }
            }
        },
        ncmb(
            "message-missing",
            "Errors have no message",
            breaks: ["errors/E404001", "errors/E403002"]
        ) { exchange in
            exchange.rewriting { if $0.contains("code") { $0["error"] = nil } }
        },
        ncmb("errors-as-text", "Errors say that they are plain text", breaks: ["getPush/unknown"]) {
            exchange in
            var answer = exchange.answer()
            if answer.status >= 400 { answer.headers.set("Content-Type", "text/plain") }
            return answer
        },
        ncmb(
            "answers-unsigned",
            "Answers carry no signature",
            breaks: ["searchInstallations/answer-signed"]
        ) { exchange in
            var answer = exchange.answer()
            answer.headers.remove("X-NCMB-Response-Signature")
            return answer
        },
        ncmb(
            "signed-with-another-key",
            "Answers are signed with another key",
            breaks: ["searchInstallations/answer-signed"]
        ) { exchange in
            exchange.signed(exchange.answer(), reversingKey: true)
        },
        ncmb(
            "empty-unsigned",
            "An answer without a body carries no signature",
            breaks: ["deleteInstallation/signed-without-body"]
        ) { exchange in
            var answer = exchange.answer()
            if answer.body.isEmpty { answer.headers.remove("X-NCMB-Response-Signature") }
            return answer
        },
        ncmb(
            "signed-without-backslash",
            "An answer is signed without its first backslash",
            breaks: ["searchInstallations/answer-signed-as-sent"]
        ) { exchange in
            let answer = exchange.answer()
            guard let backslash = answer.body.firstIndex(of: UInt8(ascii: "\\")) else {
                return answer
            }
            var body = answer.body
            body.remove(at: backslash)
            return exchange.signed(answer, over: body)
        },
        ncmb(
            "origin-missing",
            "Pages of other origins may not read the answers",
            breaks: ["searchInstallations/any-origin"]
        ) { exchange in
            var answer = exchange.answer()
            answer.headers.remove("Access-Control-Allow-Origin")
            return answer
        },
        ncmb(
            "answers-undated",
            "Answers say that they were made yesterday",
            breaks: ["searchInstallations/answer-dated"]
        ) { exchange in
            var answer = exchange.answer()
            answer.headers.set("Date", "yesterday")
            return answer
        },
        ncmb(
            "error-codes",
            "Errors have codes that the documents do not list",
            breaks: listedErrors + ["client/409001", "client/404001"]
        ) { exchange in
            exchange.rewriting { answer in
                answer.update("code") { .string("E9" + ($0.stringValue ?? "").dropFirst(2)) }
            }
        },
        ncmb(
            "error-statuses",
            "Errors are answered with 418",
            breaks: listedErrors
        ) { exchange in
            let answer = exchange.answer()
            return answer.status >= 400 ? answer.with(status: 418) : answer
        },
        ncmb(
            "missing-shown",
            "What is not there is shown as an empty object",
            breaks: [
                "getInstallation/unknown", "getInstallation/deleted",
                "getInstallation/removed-automatically", "getPush/backed-up",
                "getPush/moved-when-full",
            ]
        ) { exchange in
            let answer = exchange.answer()
            guard exchange.request.method == "GET", answer.json["code"] == "E404001" else {
                return answer
            }
            return exchange.answering(200, [:], not: answer)
        },
        ncmb(
            "missing-changed",
            "What is not there can be changed, deleted and opened",
            breaks: [
                "updateInstallation/gone", "updatePush/backed-up", "deletePush/backed-up",
                "registerOpen/backed-up", "saveInstallation/404001",
            ]
        ) { exchange in
            let answer = exchange.answer()
            guard exchange.request.method != "GET", answer.json["code"] == "E404001" else {
                return answer
            }
            return exchange.accepted(answer)
        },
        ncmb(
            "letters-lost",
            "Letters that are not ASCII are answered as question marks",
            breaks: ["getPush/text-in-utf-8"]
        ) { exchange in
            let answer = exchange.answer()
            let body = answer.json.text.unicodeScalars.map { $0.isASCII ? Character($0) : "?" }
            guard !answer.body.isEmpty else { return answer }
            var changed = answer
            changed.body = Array(String(body).utf8)
            return exchange.signed(changed)
        },
        ncmb(
            "quota-code",
            "Used-up pushes have the code of too many connections",
            breaks: ["createPush/over-quota", "errors/E429001"]
        ) { exchange in
            exchange.rewriting { answer in
                answer.update("code") { $0 == "E429001" ? "E429002" : $0 }
            }
        },
        ncmb("maintenance-status", "Maintenance is answered with 500", breaks: ["errors/E503001"]) {
            exchange in
            let answer = exchange.answer()
            return answer.status == 503 ? answer.with(status: 500) : answer
        },
    ]

    /// What is asked before anything is done.
    private static let ncmbChecks: [Defect] = [
        ncmb(
            "signature-unchecked",
            "Any signature will do",
            breaks: [
                "createInstallation/E403002", "getInstallation/E403002",
                "updateInstallation/E403002", "deleteInstallation/E403002",
                "searchInstallations/E403002", "createPush/E403002", "getPush/E403002",
                "updatePush/E403002", "deletePush/E403002", "searchPushes/E403002",
                "registerOpen/E403002", "searchInstallations/query-changed",
            ]
        ) { exchange in
            exchange.forging({ _ in })
        },
        ncmb(
            "query-unsigned",
            "A query must not be signed",
            breaks: [
                "searchInstallations/query-signed", "searchInstallations/query-signed-verbatim",
                "searchInstallations/query-in-any-order",
            ]
        ) { exchange in
            let isSigned = exchange.request.method == "GET" && exchange.request.query != nil
            return isSigned ? exchange.refusingSignature() : exchange.answer()
        },
        ncmb(
            "body-signed",
            "A body has to be signed too",
            breaks: ["createInstallation/body-not-signed"]
        ) { exchange in
            exchange.request.body.isEmpty ? exchange.answer() : exchange.refusingSignature()
        },
        ncmb(
            "permissions-unchecked",
            "Whoever may not register or send, does",
            breaks: [
                "createInstallation/forbidden", "createPush/forbidden-by-switch",
                "saveInstallation/other", "reRegistInstallation/other", "sendPush/other",
            ]
        ) { exchange in
            exchange.forgetting([.installationCreateForbidden, .pushPermissionOff])
        },
        ncmb(
            "access-unchecked",
            "Everybody may read and write everything",
            breaks: [
                "getInstallation/access-refused", "updateInstallation/access-refused",
                "deleteInstallation/access-refused", "getPush/access-refused",
            ]
        ) { exchange in
            exchange.changingBody(if: exchange.isCreation) { $0["acl"] = nil }
        },
        ncmb(
            "search-permission-unchecked",
            "A search that is forbidden finds nothing",
            breaks: ["searchInstallations/forbidden", "updateExistInstallation/search-fails"]
        ) { exchange in
            let answer = exchange.answer()
            guard exchange.isSearch, answer.json["code"] == "E403001" else { return answer }
            return exchange.answering(200, ["results": []], not: answer)
        },
        ncmb(
            "headers-optional",
            "A request without a time is taken for one of now",
            breaks: [
                "createInstallation/E401001", "getInstallation/E401001",
                "updateInstallation/E401001", "deleteInstallation/E401001",
                "searchInstallations/E401001", "createPush/E401001", "getPush/E401001",
                "updatePush/E401001", "deletePush/E401001", "searchPushes/E401001",
                "registerOpen/E401001",
            ]
        ) { exchange in
            guard exchange.request.headers["X-NCMB-Timestamp"] == nil else {
                return exchange.answer()
            }
            return exchange.forging({
                $0.headers.set("X-NCMB-Timestamp", Instant.now().iso)
            })
        },
        ncmb(
            "timestamp-strict",
            "A time that does not end with Z is refused",
            breaks: [
                "searchInstallations/timestamp-without-zone",
                "searchInstallations/timestamp-with-offset",
            ]
        ) { exchange in
            let time = exchange.request.headers["X-NCMB-Timestamp"] ?? ""
            return time.hasSuffix("Z") ? exchange.answer() : exchange.refusingTime()
        },
        ncmb(
            "clock-window",
            "A time more than an hour from now is refused",
            breaks: [
                "searchInstallations/timestamp-half-a-day-off",
                "searchInstallations/timestamp-days-old",
            ]
        ) { exchange in
            let time = exchange.request.headers["X-NCMB-Timestamp"] ?? ""
            guard let instant = Instant(iso: time) else { return exchange.answer() }
            let distance = abs(instant.milliseconds - Instant.now().milliseconds)
            return distance < 3_600_000 ? exchange.answer() : exchange.refusingTime()
        },
        ncmb(
            "application-unchecked",
            "An unknown application key means the first one",
            breaks: [
                "createInstallation/E404005", "getInstallation/E404005",
                "updateInstallation/E404005", "deleteInstallation/E404005",
                "searchInstallations/E404005", "createPush/E404005", "getPush/E404005",
                "updatePush/E404005", "deletePush/E404005", "searchPushes/E404005",
                "registerOpen/E404005",
            ]
        ) { exchange in
            let known = exchange.service.applications.map(\.applicationKey)
            guard let key = exchange.request.headers["X-NCMB-Application-Key"],
                !known.contains(key)
            else { return exchange.answer() }
            return exchange.forging({
                $0.headers.set("X-NCMB-Application-Key", known[0])
            })
        },
        ncmb(
            "media-type-unchecked",
            "A body is read as JSON whatever it says it is",
            breaks: ["createPush/not-json-type", "errors/E415001"]
        ) { exchange in
            exchange.changing { $0.headers.set("Content-Type", "application/json") }
        },
        ncmb(
            "unknown-path-forbidden",
            "An unknown path is answered with 403",
            breaks: ["errors/E404002"]
        ) { exchange in
            let answer = exchange.answer()
            return answer.json["code"] == "E404002" ? answer.with(status: 403) : answer
        },
        ncmb(
            "method-status",
            "A method that is not offered is answered with 404",
            breaks: ["errors/E405001"]
        ) { exchange in
            let answer = exchange.answer()
            return answer.status == 405 ? answer.with(status: 404) : answer
        },
        ncmb(
            "trailing-slash",
            "A path with a slash at its end is another path",
            breaks: ["createPush/trailing-slash"]
        ) { exchange in
            guard exchange.request.path.hasSuffix("/") else { return exchange.answer() }
            return exchange.changing { $0.path = "/2013-09-01/nosuch" }
        },
    ]

    /// What becomes of installations.
    private static let ncmbObjects: [Defect] = [
        ncmb(
            "duplicate-accepted",
            "A token may be registered twice",
            breaks: ["createInstallation/duplicate-token", "saveInstallation/409001"]
        ) { exchange in
            let answer = exchange.answer()
            guard exchange.isCreation, answer.status == 409 else { return answer }
            return exchange.changingBody({ body in
                body.update("deviceToken") { .string(($0.stringValue ?? "") + "0") }
            })
        },
        ncmb(
            "duplicate-status",
            "A token that is taken is answered with 400",
            breaks: ["createInstallation/duplicate-token", "errors/E409001"]
        ) { exchange in
            let answer = exchange.answer()
            return answer.status == 409 ? answer.with(status: 400) : answer
        },
        ncmb(
            "deletion-lost",
            "A deleted installation is still there",
            breaks: [
                "createInstallation/registered-again", "createInstallation/token-freed",
                "deleteInstallation/not-sent-to", "getInstallation/deleted",
                "updateInstallation/gone", "reRegistInstallation/another-id",
            ]
        ) { exchange in
            let isDeletion =
                exchange.request.method == "DELETE" && exchange.collection == "installations"
            return isDeletion ? exchange.withoutDeleting() : exchange.answer()
        },
        ncmb(
            "change-lost",
            "A change of an installation is not stored",
            breaks: ["updateInstallation/partial", "updateExistInstallation/overwritten"]
        ) { exchange in
            exchange.changingBody(
                if: exchange.request.method == "PUT" && exchange.collection == "installations"
            ) { $0 = JSONObject() }
        },
        ncmb(
            "channels-lost",
            "The channels of a new installation are not stored",
            breaks: ["updateInstallation/add", "updateInstallation/add-unique"]
        ) { exchange in
            exchange.changingBody(if: exchange.isCreation) { $0["channels"] = nil }
        },
        ncmb(
            "fields-lost",
            "What the library says of the app is not shown",
            breaks: [
                "getInstallation/documented-fields", "saveInstallation/fills-in",
                "reRegistInstallation/all-else-kept",
            ]
        ) { exchange in
            exchange.rewriting { answer in
                guard exchange.isObject, exchange.request.method == "GET" else { return }
                for name in ["applicationName", "appVersion", "sdkVersion", "timeZone"] {
                    answer[name] = nil
                }
            }
        },
        ncmb(
            "token-hidden",
            "An installation is shown without its token",
            breaks: ["getInstallation/documented-fields", "saveInstallation/token-sent"]
        ) { exchange in
            exchange.rewriting { if exchange.isObject { $0["deviceToken"] = nil } }
        },
        ncmb(
            "objects-emptied",
            "An object is shown without what the service says of it",
            breaks: ["getInstallation", "getPush"]
        ) { exchange in
            exchange.rewriting { answer in
                guard exchange.isObject, exchange.request.method == "GET" else { return }
                for name in ["deviceType", "deliveryNumber"] { answer[name] = nil }
            }
        },
        ncmb(
            "fields-made-up",
            "Fields that a client did not send are shown as null",
            breaks: ["getInstallation/fields-by-client"]
        ) { exchange in
            exchange.rewriting { answer in
                guard exchange.isObject, exchange.collection == "installations" else { return }
                for name in ["sdkVersion", "pushType"] where !answer.contains(name) {
                    answer[name] = .null
                }
            }
        },
        ncmb(
            "access-rights-hidden",
            "Objects are shown without their access rights",
            breaks: ["getInstallation/default-fields", "getPush/default-acl"]
        ) { exchange in
            exchange.rewriting { if exchange.isObject { $0["acl"] = nil } }
        },
        ncmb(
            "own-fields-lost",
            "Fields that an application made up are not shown",
            breaks: ["getInstallation/custom-fields", "saveInstallation/own-field"]
        ) { exchange in
            exchange.rewriting { answer in
                guard exchange.isObject, exchange.request.method == "GET" else { return }
                answer["mark"] = nil
                answer["osVersion"] = nil
            }
        },
    ]
}
