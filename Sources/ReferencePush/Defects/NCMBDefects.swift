import Contract
import HTTP
import JSON

/// What a server that takes NCMB's place may get wrong.
extension Defect {
    static let ncmb: [Defect] = ncmbAnswers + ncmbChecks + ncmbObjects + ncmbSearches + ncmbPushes

    /// How answers look.
    private static let ncmbAnswers: [Defect] = [
        ncmb("created-status", "What is created is answered with 200") { exchange in
            let answer = exchange.answer()
            return answer.status == 201 ? answer.with(status: 200) : answer
        },
        ncmb("id-missing", "What is created is answered without its objectId") { exchange in
            exchange.rewriting { if exchange.isCreation { $0["objectId"] = nil } }
        },
        ncmb("date-without-milliseconds", "Dates of creation have whole seconds") { exchange in
            exchange.rewriting { answer in
                guard exchange.isCreation else { return }
                answer.update("createDate") { .string(($0.stringValue?.prefix(19) ?? "") + "Z") }
            }
        },
        ncmb("update-date-missing", "Changes are answered without their date") { exchange in
            exchange.rewriting { if exchange.request.method == "PUT" { $0["updateDate"] = nil } }
        },
        ncmb("wrong-code", "What is not there has the code of an unknown path") { exchange in
            exchange.rewriting { answer in
                answer.update("code") { $0 == "E404001" ? "E404002" : $0 }
            }
        },
        ncmb("wrong-status", "What is not there is answered with 400") { exchange in
            let answer = exchange.answer()
            return answer.json["code"] == "E404001" ? answer.with(status: 400) : answer
        },
        ncmb("wrong-message", "The message of a missing field does not name it") { exchange in
            exchange.rewriting { answer in
                if answer["code"] == "E400003" { answer["error"] = "The field is empty." }
            }
        },
        ncmb("message-missing", "Errors have no message") { exchange in
            exchange.rewriting { if $0.contains("code") { $0["error"] = nil } }
        },
        ncmb("errors-as-text", "Errors say that they are plain text", breaks: ["getPush/unknown"]) {
            exchange in
            var answer = exchange.answer()
            if answer.status >= 400 { answer.headers.set("Content-Type", "text/plain") }
            return answer
        },
        ncmb("answers-unsigned", "Answers carry no signature") { exchange in
            var answer = exchange.answer()
            answer.headers.remove("X-NCMB-Response-Signature")
            return answer
        },
        ncmb("signed-with-another-key", "Answers are signed with another key") { exchange in
            exchange.signed(exchange.answer(), reversingKey: true)
        },
        ncmb("signed-without-backslash", "An answer is signed without its first backslash") {
            exchange in
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
        ncmb("signature-unchecked", "Any signature will do") { exchange in
            exchange.forging({ _ in })
        },
        ncmb("headers-optional", "A request without a time is taken for one of now") { exchange in
            guard exchange.request.headers["X-NCMB-Timestamp"] == nil else {
                return exchange.answer()
            }
            return exchange.forging({
                $0.headers.set("X-NCMB-Timestamp", Instant.now().iso)
            })
        },
        ncmb("timestamp-strict", "A time that does not end with Z is refused") { exchange in
            let time = exchange.request.headers["X-NCMB-Timestamp"] ?? ""
            return time.hasSuffix("Z") ? exchange.answer() : exchange.refusingTime()
        },
        ncmb("clock-window", "A time more than an hour from now is refused") { exchange in
            let time = exchange.request.headers["X-NCMB-Timestamp"] ?? ""
            guard let instant = Instant(iso: time) else { return exchange.answer() }
            let distance = abs(instant.milliseconds - Instant.now().milliseconds)
            return distance < 3_600_000 ? exchange.answer() : exchange.refusingTime()
        },
        ncmb("application-unchecked", "An unknown application key means the first one") {
            exchange in
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
        ncmb("duplicate-accepted", "A token may be registered twice") { exchange in
            let answer = exchange.answer()
            guard exchange.isCreation, answer.status == 409 else { return answer }
            return exchange.changingBody({ body in
                body.update("deviceToken") { .string(($0.stringValue ?? "") + "0") }
            })
        },
        ncmb("duplicate-status", "A token that is taken is answered with 400") { exchange in
            let answer = exchange.answer()
            return answer.status == 409 ? answer.with(status: 400) : answer
        },
        ncmb("deletion-lost", "A deleted installation is still there") { exchange in
            let isDeletion =
                exchange.request.method == "DELETE" && exchange.collection == "installations"
            return isDeletion ? exchange.withoutDeleting() : exchange.answer()
        },
        ncmb("change-lost", "A change of an installation is not stored") { exchange in
            exchange.changingBody(
                if: exchange.request.method == "PUT" && exchange.collection == "installations"
            ) { $0 = JSONObject() }
        },
        ncmb("channels-lost", "The channels of a new installation are not stored") { exchange in
            exchange.changingBody(if: exchange.isCreation) { $0["channels"] = nil }
        },
        ncmb(
            "own-fields-lost",
            "Fields that an application made up are not shown",
            breaks: ["getInstallation/custom-fields"]
        ) { exchange in
            exchange.rewriting { answer in
                guard exchange.isObject, exchange.request.method == "GET" else { return }
                answer["mark"] = nil
            }
        },
    ]
}
