import HTTP
import JSON

extension Defect {
    /// What is sent.
    static let corePushSends: [Defect] = [
        corePush("feedback-key-missing", "A send is answered without its feedback key") {
            $0.rewriting { $0["feedback_key"] = nil }
        },
        corePush("feedback-key-form", "A feedback key has no underscore") { exchange in
            exchange.rewriting { answer in
                answer.update("feedback_key") {
                    .string(($0.stringValue ?? "").replacing("_", with: ""))
                }
            }
        },
        corePush("data-unchecked", "A send that cannot be read succeeds") { exchange in
            let answer = exchange.answer()
            let isFailure = answer.json["status"] == "1"
            guard exchange.isSend, isFailure, exchange["request_data"] != nil else {
                return answer
            }
            return CorePushExchange.success
        },
        corePush(
            "plus-mended",
            "A space in Base64 is taken for a plus sign",
            breaks: ["send/unescaped-plus"]
        ) { exchange in
            guard exchange.isSend, let data = exchange["request_data"], data.contains(" ") else {
                return exchange.answer()
            }
            return exchange.setting("request_data", to: data.replacing(" ", with: "+"))
        },
        corePush("padding-required", "Base64 without padding is refused", breaks: ["send/unpadded"])
        { exchange in
            guard exchange.isSend, let data = exchange["request_data"],
                !data.utf8.count.isMultiple(of: 4)
            else { return exchange.answer() }
            return exchange.setting("request_data", to: nil)
        },
        corePush(
            "over-1000-accepted",
            "1,001 elements are taken",
            breaks: ["sendToUsers/over-1000", "sendAsync/over-1000"]
        ) { exchange in
            exchange.changingMessages { messages in
                if messages.count == 1_001 { messages.removeLast() }
            }
        },
        corePush(
            "thousand-refused",
            "Fewer than 1,000 elements are taken",
            breaks: ["sendToUsers/thousand", "sendAsync/thousand"]
        ) { exchange in
            exchange.changingMessages { messages in
                if messages.count == 1_000 { messages.append(messages[0]) }
            }
        },
        corePush(
            "payload-limit-off-by-one",
            "A payload of 256 bytes is refused",
            breaks: ["send/payload-fits"]
        ) { exchange in
            exchange.changingEachMessage { message in
                message.update("message") { text in
                    guard let words = text.stringValue, words.utf8.count == 236 else {
                        return text
                    }
                    return .string(words + "!")
                }
            }
        },
        corePush(
            "payload-limit-in-characters",
            "The payload is measured in characters",
            breaks: ["send/over-payload"]
        ) {
            exchange in
            exchange.changingEachMessage { message in
                message.update("message") { text in
                    guard let words = text.stringValue, words.count < 237,
                        words.utf8.count > 236
                    else { return text }
                    return "M"
                }
            }
        },
        corePush(
            "payload-unlimited",
            "A message is cut instead of refused",
            breaks: ["send/over-payload", "sendToUsers/over-payload"]
        ) { exchange in
            exchange.changingEachMessage { message in
                message.update("message") { text in
                    guard let words = text.stringValue, words.utf8.count > 213 else {
                        return text
                    }
                    return .string(String(words.prefix(71)))
                }
            }
        },
        corePush("half-width-kana-wide", "A half-width kana counts six bytes") { exchange in
            exchange.refusingMessages { text in
                text.utf8.count + 3 * text.unicodeScalars.count(where: \.isHalfWidthKana) > 236
            }
        },
        corePush("symbols-wide", "A symbol counts three bytes") { exchange in
            exchange.refusingMessages { text in
                text.utf8.count + 2 * text.count(where: { $0.isPunctuation || $0.isSymbol }) > 236
            }
        },
        corePush("digits-wide", "A digit counts two bytes") { exchange in
            exchange.refusingMessages { text in
                text.utf8.count + text.utf8.count(where: { (0x30...0x39).contains($0) }) > 236
            }
        },
        corePush("async-lost", "An asynchronous send is accepted and forgotten") { exchange in
            exchange.call.hasSuffix("_async") ? exchange.sendingToNobody() : exchange.answer()
        },
        corePush("sandbox-lost", "A debug send is accepted and forgotten") { exchange in
            exchange.call.hasSuffix("_sandbox") ? exchange.sendingToNobody() : exchange.answer()
        },
        corePush("user-is-everybody", "A message to a user goes to everybody") { exchange in
            exchange.changingMessages { messages in
                if messages.count == 1 { messages[0]["app_user_id"] = "9999999999" }
            }
        },
        corePush(
            "title-optional",
            "A message for Android needs no title",
            breaks: ["send/title-missing"]
        ) { exchange in
            exchange.changingEachMessage { message in
                let title = message["title"]?.stringValue ?? ""
                if title.isEmpty { message["title"] = "T" }
            }
        },
        corePush("everybody-is-one", "A message to everybody reaches nobody") { exchange in
            exchange.changingEachMessage { message in
                message.update("app_user_id") { $0 == "9999999999" ? "nobody" : $0 }
            }
        },
        corePush("first-message-only", "Of several messages the first is sent") { exchange in
            exchange.changingMessages { $0 = Array($0.prefix(1)) }
        },
        corePush(
            "certificate-unneeded",
            "A debug send succeeds without a certificate",
            breaks: ["sendSandbox/no-certificate"]
        ) {
            exchange in
            let answer = exchange.answer()
            guard exchange.call.hasSuffix("_sandbox"), answer.json["status"] == "1" else {
                return answer
            }
            return exchange.also("/iphone_push_request_async.php", [])
        },
        corePush(
            "android-sandbox",
            "There is a debug send for Android",
            breaks: ["sendAndroidSandbox/not-found"]
        ) { exchange in
            exchange.call == "android_push_request_sandbox"
                ? CorePushExchange.success : exchange.answer()
        },
        corePush(
            "result-of-async",
            "An asynchronous send says how many failed",
            breaks: ["sendAsync/no-result"]
        ) { exchange in
            exchange.rewriting { if exchange.call.hasSuffix("_async") { $0["failed"] = "0" } }
        },
    ]

    /// What the history, launches and the feedback show.
    static let corePushFigures: [Defect] = [
        corePush(
            "history-101",
            "The history has 101 entries",
            breaks: ["history/at-most-100", "requestNotificationHistory/at-most-100"]
        ) { exchange in
            exchange.rewriting { answer in
                answer.update("results") { results in
                    guard let entries = results.arrayValue, entries.count == 100 else {
                        return results
                    }
                    return .array(entries + [entries[99]])
                }
            }
        },
        corePush(
            "history-oldest-first",
            "The history begins with the oldest entry",
            breaks: ["history/newest-first"]
        ) { exchange in
            exchange.rewriting { answer in
                answer.update("results") { $0.arrayValue.map { .array($0.reversed()) } ?? $0 }
            }
        },
        corePush("history-of-users", "The history lists sends to single users") { exchange in
            let answer = exchange.answer()
            guard exchange.isSend, answer.json["status"] == "0" else { return answer }
            let path = exchange.request.path.replacing("_async", with: "")
                .replacing("_sandbox", with: "")
            let data =
                "W3siYXBwX3VzZXJfaWQiOiI5OTk5OTk5OTk5IiwidGl0bGUiOiJUIiwibWVzc2FnZSI6Ik0ifV0="
            exchange.also(path, [("request_data", data)])
            return answer
        },
        corePush("history-url-missing", "An entry without an address has no member for it") {
            exchange in
            exchange.rewriting { answer in
                answer.updateEntries { if $0["url"] == .null { $0["url"] = nil } }
            }
        },
        corePush("history-id-as-number", "The ids of the history are numbers") { exchange in
            exchange.rewriting { answer in
                answer.updateEntries { entry in
                    entry.update("history_id") { id in
                        .integer(id.stringValue.flatMap { Int($0) } ?? 0)
                    }
                }
            }
        },
        corePush("history-date-form", "The dates of the history are of RFC 3339") { exchange in
            exchange.rewriting { answer in
                answer.updateEntries { entry in
                    entry.update("reg_date") { date in
                        .string((date.stringValue ?? "").replacing(" ", with: "T") + "+09:00")
                    }
                }
            }
        },
        corePush("history-message-missing", "An entry of the history has no message") {
            exchange in
            exchange.rewriting { $0.updateEntries { $0["message"] = nil } }
        },
        corePush("history-url-lost", "The address in an entry of the history is null") { exchange in
            exchange.rewriting { $0.updateEntries { $0["url"] = .null } }
        },
        corePush("history-title-missing", "The history has no titles") { exchange in
            exchange.rewriting { $0.updateEntries { $0["title"] = nil } }
        },
        corePush("launch-lost", "Launches are not counted") { exchange in
            guard exchange.call == "push_analytics" else { return exchange.answer() }
            return exchange.setting("push_id", to: nil).rewriting { $0["status"] = "0" }
        },
        corePush(
            "launch-repeated",
            "Every report of a launch counts",
            breaks: ["launch/counted-once"]
        ) { exchange in
            guard exchange.call == "push_analytics", let token = exchange["device_token"] else {
                return exchange.answer()
            }
            return exchange.setting("device_token", to: token + "\(Int.random(in: 0..<1 << 60))")
        },
        corePush("launch-of-nothing", "A launch of an unknown notification succeeds") {
            exchange in
            let answer = exchange.answer()
            guard exchange.call == "push_analytics", exchange["push_id"] != nil else {
                return answer
            }
            return CorePushExchange.success
        },
        corePush("sent-wrong", "The feedback counts one send too many") { exchange in
            exchange.rewriting { answer in
                answer.updateFigures { $0.update("sent") { .string($0.increased) } }
            }
        },
        corePush("failures-hidden", "The feedback knows of no failures") { exchange in
            exchange.rewriting { $0.updateFigures { $0.update("failed") { _ in "0" } } }
        },
        corePush("figures-as-numbers", "The figures of the feedback are numbers") { exchange in
            exchange.rewriting { answer in
                answer.updateFigures { figures in
                    for name in ["sent", "failed", "boot"] {
                        figures.update(name) { figure in
                            .integer(figure.stringValue.flatMap { Int($0) } ?? 0)
                        }
                    }
                }
            }
        },
        corePush(
            "result-member",
            "The feedback is in results for Android too",
            breaks: ["feedback/member-by-platform"]
        ) { exchange in
            exchange.rewriting { answer in
                guard let result = answer["result"] else { return }
                answer["result"] = nil
                answer["results"] = result
            }
        },
    ]
}

extension Unicode.Scalar {
    /// Whether it is a kana of half width, such as U+FF71.
    fileprivate var isHalfWidthKana: Bool { (0xFF66...0xFF9F).contains(value) }
}

extension JSONObject {
    /// Changes every entry of a history.
    fileprivate mutating func updateEntries(_ change: (inout JSONObject) -> Void) {
        update("results") { results in
            guard let entries = results.arrayValue else { return results }
            return .array(
                entries.map { entry in
                    var object = entry.objectValue ?? JSONObject()
                    change(&object)
                    return .object(object)
                }
            )
        }
    }

    /// Changes the figures of a feedback.
    fileprivate mutating func updateFigures(_ change: (inout JSONObject) -> Void) {
        for name in ["result", "results"] {
            update(name) { value in
                guard var figures = value.objectValue else { return value }
                change(&figures)
                return .object(figures)
            }
        }
    }
}

extension JSONValue {
    /// The number that a text spells, and one more.
    fileprivate var increased: String { "\((stringValue.flatMap { Int($0) } ?? 0) + 1)" }
}
