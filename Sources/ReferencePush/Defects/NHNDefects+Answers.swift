import HTTP
import JSON

extension Defect {
    /// What answers show of tokens and tags.
    static let nhnShownTokens: [Defect] = [
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
    ]

    /// What answers show of messages, reservations and figures.
    static let nhnShownMessages: [Defect] = [
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
}
