import HTTP
import JSON
import Synchronization

extension Defect {
    /// What becomes of messages, and what is told of them.
    static let nhnMessages: [Defect] = nhnRefusals + nhnDeliveries + nhnReservations + nhnFigures

    /// Messages that should not be taken.
    private static let nhnRefusals: [Defect] = [
        nhn(
            "guide-optional",
            "An ad need not say how to refuse more",
            breaks: ["sendMessage/no-guide", "createReservation/ad"]
        ) { exchange in
            exchange.changingWithGuide("removeGuide", "Refuse: settings")
        },
        nhn("contact-optional", "An ad need not name a contact", breaks: ["sendMessage/no-contact"])
        { exchange in
            exchange.changingWithGuide("contact", "1588-1234")
        },
        nhn("contact-unchecked", "A contact may be anything", breaks: ["sendMessage/bad-contact"]) {
            exchange in
            exchange.changingBody(if: exchange.isMessage) { body in
                body.update("contact") { $0.isFilled ? "1588-1234" : $0 }
            }
        },
        nhn("users-unlimited", "10,001 users are taken", breaks: ["sendMessage/user-limit"]) {
            exchange in
            exchange.changingTarget { target in
                target.update("to") { users in
                    users.arrayValue.map { .array(Array($0.prefix(10_000))) } ?? users
                }
            }
        },
        nhn("users-limit-off-by-one", "10,000 users are refused", breaks: ["sendMessage/users"]) {
            exchange in
            exchange.changingTarget { target in
                target.update("to") { users in
                    guard let list = users.arrayValue, list.count == 10_000 else { return users }
                    return .array(list + [list[0]])
                }
            }
        },
        nhn(
            "content-unlimited",
            "A body that is too long is cut",
            breaks: ["sendMessage/content-limit"]
        ) { exchange in
            exchange.changingWords { words in
                words.update("body") { text in
                    text.stringValue.map { .string(String($0.prefix(1_000))) } ?? text
                }
            }
        },
        nhn(
            "lifetime-unlimited",
            "A message may live for 61 minutes",
            breaks: ["sendMessage/bad-lifetime"]
        ) { exchange in
            exchange.changingBody(if: exchange.isMessage) { body in
                body.update("timeToLiveMinute") { ($0.intValue ?? 0) > 60 ? 60 : $0 }
            }
        },
        nhn(
            "lifetime-longest",
            "A message without a lifetime has the longest one",
            breaks: ["createReservation/lifetime-default"]
        ) { exchange in
            exchange.changingBody(if: exchange.isMessage) { body in
                if !body.contains("timeToLiveMinute") { body["timeToLiveMinute"] = 60 }
            }
        },
        nhn(
            "message-type-default",
            "An unknown kind of message is a notification",
            breaks: ["sendMessage/required-field", "sendMessage/bad-message-type"]
        ) { exchange in
            exchange.changingBody(if: exchange.isMessage) { body in
                body.update("messageType") { $0 == "AD" ? $0 : "NOTIFICATION" }
            }
        },
    ]

    /// Messages that reach somebody else.
    private static let nhnDeliveries: [Defect] = [
        nhn(
            "countries-ignored",
            "A message goes to all countries",
            breaks: ["sendMessage/countries"]
        ) { exchange in
            exchange.changingTarget { $0["countries"] = nil }
        },
        nhn(
            "push-types-ignored",
            "A message goes to all push types but calls",
            breaks: ["sendMessage/push-types"]
        ) { exchange in
            exchange.changingTarget { $0["pushTypes"] = nil }
        },
        nhn(
            "calls-included",
            "A message without push types goes to calls too",
            breaks: ["sendMessage/voip-apart"]
        ) { exchange in
            exchange.changingTarget { target in
                let isOpen = !target.contains("pushTypes")
                if isOpen { target["pushTypes"] = ["APNS", "APNS_VOIP", "FCM", "ADM", "TENCENT"] }
            }
        },
        nhn("everybody", "Every message goes to everybody", breaks: ["sendMessage/delivered"]) {
            exchange in
            exchange.changingTarget { $0.update("type") { $0 == "UID" ? "ALL" : $0 } }
        },
        nhn("night-late", "The night begins an hour late", breaks: ["sendMessage/night-hours"]) {
            exchange in
            exchange.face.service.switches.withLock { switches in
                let isFirstHour = switches.timeOfDay.latest.map { $0 / 60 == 21 } ?? false
                if isFirstHour { switches.timeOfDay.change(12 * 60, .setup) }
            }
            return exchange.answer()
        },
        nhn(
            "languages-ignored",
            "Everybody gets the words of the default",
            breaks: ["sendMessage/language", "sendMessage/language-default"]
        ) { exchange in
            exchange.changingBody(if: exchange.isMessage) { body in
                body.updateObject("content") { content in
                    let words = content["default"]
                    content = JSONObject()
                    content["default"] = words
                }
            }
        },
        nhn("html-kept", "Text goes out as it is, with its HTML", breaks: ["sendMessage/html"]) {
            exchange in
            exchange.changingWords { $0["style"] = nil }
        },
    ]

    /// What becomes of reservations.
    private static let nhnReservations: [Defect] = [
        nhn(
            "reservation-deletion-lost",
            "A deleted reservation is still there",
            breaks: ["deleteReservations/gone"]
        ) { exchange in
            guard exchange.call == "DELETE reservations" else { return exchange.answer() }
            let ids = FormQuery(exchange.request.query)["reservationIds"] ?? ""
            return exchange.pretended { look in
                look.method = "GET"
                look.path += "/" + ids.prefix { $0 != "," }
            }
        },
        nhn(
            "zones-ignored",
            "Reservations go by the clocks of Korea for everybody",
            breaks: ["createReservation/local-time", "createReservation/country-time"]
        ) { exchange in
            exchange.changingBody(if: exchange.isMessage) { body in
                body.update("isLocalTime") { $0 == true ? false : $0 }
            }
        },
        nhn(
            "reservation-change-lost",
            "A reservation stays as it was made",
            breaks: ["updateReservation/rewritten"]
        ) { exchange in
            let isChange =
                exchange.request.method == "PUT" && exchange.collection == "reservations"
            guard isChange else { return exchange.answer() }
            return exchange.pretended()
        },
        nhn(
            "reservations-oldest-first",
            "Reservations are listed the other way round",
            breaks: ["listReservations/newest-first"]
        ) {
            exchange in
            exchange.rewriting { answer in
                answer.update("reservations") {
                    $0.arrayValue.map { .array($0.reversed()) } ?? $0
                }
            }
        },
        nhn(
            "schedule-canceled",
            "A canceled schedule still waits",
            breaks: ["deleteReservations/partly-sent"]
        ) { exchange in
            exchange.rewriting { answer in
                answer.updateObject("reservation") { reservation in
                    reservation.updateElements("schedules") { schedule in
                        schedule.update("scheduleStatus") { $0 == "CANCELED" ? "READY" : $0 }
                    }
                }
            }
        },
    ]

    /// Lists and figures.
    private static let nhnFigures: [Defect] = [
        nhn(
            "error-filter-ignored",
            "Failed messages of every cause are listed",
            breaks: ["messageErrors/filters"]
        ) {
            $0.dropping("messageErrorCause")
        },
        nhn(
            "status-filter-ignored",
            "Messages of every status are listed",
            breaks: ["listMessages/by-status"]
        ) {
            $0.dropping("messageStatus")
        },
        nhn("reports-lost", "What devices report is not counted", breaks: ["statistics/reports"]) {
            exchange in
            exchange.changingBody(if: exchange.call == "POST events") { body in
                body.updateElements("events") { event in
                    event.update("messageId") { ($0.intValue ?? 0) > 1 ? 1 : $0 }
                }
            }
        },
        nhn(
            "figures-of-all",
            "The figures of one message are those of all",
            breaks: ["statistics/by-message"]
        ) { exchange in
            let isMeant = exchange.collection == "stats"
            return isMeant ? exchange.dropping("messageId") : exchange.answer()
        },
        nhn(
            "figures-by-type-ignored",
            "The figures of a push type are those of all",
            breaks: ["statistics/by-push-type"]
        ) {
            $0.dropping("extra1s")
        },
    ]
}

extension NHNExchange {
    /// The answer to an ad with a member, where it has none.
    fileprivate func changingWithGuide(_ name: String, _ text: String) -> ServerResponse {
        guard isMessage else { return answer() }
        return changingBody { body in
            let isFilled = body[name]?.isFilled ?? false
            if body["messageType"] == "AD", !isFilled { body[name] = .string(text) }
        }
    }
}

extension JSONValue {
    /// Whether it is a text that says something.
    fileprivate var isFilled: Bool { stringValue.map { !$0.isEmpty } ?? false }
}
