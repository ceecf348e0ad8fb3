import Contract
import HTTP
import JSON

extension Defect {
    /// What becomes of pushes.
    static let ncmbPushes: [Defect] = [
        ncmb(
            "both-times-accepted",
            "Of two delivery times one is ignored",
            breaks: ["createPush/both-times"]
        ) { exchange in
            exchange.changingBody(if: exchange.isCreation) { body in
                let isImmediate = body["immediateDeliveryFlag"] == true
                if isImmediate { body["deliveryTime"] = nil }
            }
        },
        ncmb(
            "no-time-accepted",
            "A push without any time is delivered at once",
            breaks: ["createPush/neither-time-nor-flag", "sendPush/neither-time-nor-flag"]
        ) { exchange in
            exchange.changingBody(if: exchange.isPushCreation) { body in
                let isTimed = body.contains("deliveryTime") && body["deliveryTime"] != .null
                if !isTimed { body["immediateDeliveryFlag"] = true }
            }
        },
        ncmb(
            "expiration-unlimited",
            "A push may be tried for 25 hours",
            breaks: ["createPush/expiration-out-of-range"]
        ) { exchange in
            exchange.changingBody(if: exchange.isCreation) { body in
                body.update("deliveryExpirationTime") { $0 == "25 hour" ? "24 hour" : $0 }
            }
        },
        ncmb(
            "status-stuck",
            "A delivered push is shown as one on its way",
            breaks: ["getPush/delivered"]
        ) { exchange in
            exchange.rewriting { answer in
                guard exchange.collection == "push", exchange.isObject else { return }
                answer.update("status") { $0 == 2 ? 1 : $0 }
            }
        },
        ncmb(
            "planned-number-wrong",
            "One device too many is planned",
            breaks: ["getPush/planned-number"]
        ) { exchange in
            exchange.rewriting { answer in
                answer.update("deliveryPlanNumber") { .integer(($0.intValue ?? 0) &+ 1) }
            }
        },
        ncmb(
            "delivered-number-wrong",
            "Devices that were sent to are not counted",
            breaks: ["getPush/delivered-number", "getPush/delivery-details"]
        ) { exchange in
            exchange.rewriting { $0.update("deliveryNumber") { _ in 0 } }
        },
        ncmb(
            "badge-not-incremented",
            "A push never increments the badge",
            breaks: [
                "getInstallation/badge-incremented", "createPush/payload-badge",
                "createPush/ios-push",
            ]
        ) { exchange in
            exchange.changingBody(if: exchange.isPushCreation) { $0["badgeIncrementFlag"] = false }
        },
        ncmb(
            "badge-incremented-anyway",
            "A push increments the badge unasked",
            breaks: ["getInstallation/badge-kept"]
        ) { exchange in
            exchange.changingBody(if: exchange.isPushCreation) { body in
                body.update("badgeIncrementFlag") { _ in true }
            }
        },
        ncmb(
            "delivered-push-changeable",
            "A delivered push can be changed",
            breaks: ["updatePush/after-delivery"]
        ) { exchange in
            let answer = exchange.answer()
            guard exchange.request.method == "PUT", exchange.collection == "push",
                answer.json["code"] == "E403003"
            else { return answer }
            return exchange.accepted(answer)
        },
        ncmb("push-deletion-lost", "A deleted push is still there", breaks: ["getPush/deleted"]) {
            exchange in
            let isDeletion = exchange.request.method == "DELETE" && exchange.collection == "push"
            return isDeletion ? exchange.withoutDeleting() : exchange.answer()
        },
        ncmb(
            "own-data-lost",
            "The JSON data of a push is not stored",
            breaks: [
                "createPush/payload-user-values", "createPush/without-message",
                "getPush/documented-fields",
            ]
        ) { exchange in
            exchange.changingBody(if: exchange.isPushCreation) { $0["userSettingValue"] = nil }
        },
        ncmb(
            "condition-ignored",
            "A push goes to devices its condition does not find",
            breaks: [
                "createPush/narrowed", "createPush/narrowed-by-own-fields", "sendPush/narrowed",
            ]
        ) { exchange in
            exchange.changingBody(if: exchange.isPushCreation) { $0["searchCondition"] = nil }
        },
    ]

    /// What a server that takes the place of NCMB's predecessor may get wrong.
    static let nifty: [Defect] = [
        ncmb(
            "duplicate-accepted",
            of: "nifty",
            "A token may be registered twice",
            breaks: [
                "createInstallation/duplicate-token", "errors/E409001", "saveInstallation/409001",
                "client/409001",
            ]
        ) { exchange in
            let answer = exchange.answer()
            guard exchange.isCreation, answer.status == 409 else { return answer }
            return exchange.changingBody({ body in
                body.update("deviceToken") { .string(($0.stringValue ?? "") + "0") }
            })
        },
        ncmb(
            "gone-unnoticed",
            of: "nifty",
            "Changing what was deleted succeeds",
            breaks: ["updateInstallation/gone", "saveInstallation/404001", "client/404001"]
        ) { exchange in
            let answer = exchange.answer()
            guard exchange.request.method == "PUT", answer.status == 404 else { return answer }
            return exchange.accepted(answer)
        },
        ncmb(
            "wrong-code",
            of: "nifty",
            "What is not there has the code of a wrong value",
            breaks: ["updateInstallation/gone", "errors/E404001", "saveInstallation/404001"]
        ) { exchange in
            exchange.rewriting { answer in
                answer.update("code") { $0 == "E404001" ? "E400005" : $0 }
            }
        },
        ncmb(
            "certificate-unneeded",
            of: "nifty",
            "A push succeeds without a certificate",
            breaks: ["getPush/certificate-missing"]
        ) { exchange in
            exchange.rewriting { $0.update("status") { $0 == 4 ? 2 : $0 } }
        },
        ncmb(
            "answers-unsigned",
            of: "nifty",
            "Answers carry no signature",
            breaks: ["saveInstallation", "sendPush"]
        ) { exchange in
            var answer = exchange.answer()
            answer.headers.remove("X-NCMB-Response-Signature")
            return answer
        },
    ]
}
