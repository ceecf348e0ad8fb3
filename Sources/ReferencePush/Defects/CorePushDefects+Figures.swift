import HTTP
import JSON

extension Defect {
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
        corePush(
            "history-of-users",
            "The history lists sends to single users",
            breaks: ["history/users-not-listed", "history/sandbox-not-listed"]
        ) { exchange in
            let answer = exchange.answer()
            guard exchange.isSend, answer.json["status"] == "0" else { return answer }
            let path = exchange.request.path.replacing("_async", with: "")
                .replacing("_sandbox", with: "")
            let data =
                "W3siYXBwX3VzZXJfaWQiOiI5OTk5OTk5OTk5IiwidGl0bGUiOiJUIiwibWVzc2FnZSI6Ik0ifV0="
            exchange.also(path, [("request_data", data)])
            return answer
        },
        corePush(
            "history-url-missing",
            "An entry without an address has no member for it",
            breaks: ["history/url-null"]
        ) { exchange in
            exchange.rewriting { answer in
                answer.updateEntries { if $0["url"] == .null { $0["url"] = nil } }
            }
        },
        corePush(
            "history-id-as-number",
            "The ids of the history are numbers",
            breaks: ["history", "history/fields", "history/forms", "requestNotificationHistory"]
        ) { exchange in
            exchange.rewriting { answer in
                answer.updateEntries { entry in
                    entry.update("history_id") { id in
                        .integer(id.stringValue.flatMap { Int($0) } ?? 0)
                    }
                }
            }
        },
        corePush(
            "history-date-form",
            "The dates of the history are of RFC 3339",
            breaks: ["history/fields", "history/forms", "requestNotificationHistory/models"]
        ) { exchange in
            exchange.rewriting { answer in
                answer.updateEntries { entry in
                    entry.update("reg_date") { date in
                        .string((date.stringValue ?? "").replacing(" ", with: "T") + "+09:00")
                    }
                }
            }
        },
        corePush(
            "history-message-missing",
            "An entry of the history has no message",
            breaks: ["history/fields", "history/forms", "requestNotificationHistory/models"]
        ) { exchange in
            exchange.rewriting { $0.updateEntries { $0["message"] = nil } }
        },
        corePush(
            "history-url-lost",
            "The address in an entry of the history is null",
            breaks: ["history/fields", "history/forms", "requestNotificationHistory/models"]
        ) { exchange in
            exchange.rewriting { $0.updateEntries { $0["url"] = .null } }
        },
        corePush(
            "history-title-missing",
            "The history has no titles",
            breaks: ["history/title"]
        ) { exchange in
            exchange.rewriting { $0.updateEntries { $0["title"] = nil } }
        },
        corePush(
            "launch-lost",
            "Launches are not counted",
            breaks: [
                "launch/counted", "requestAppLaunchAnalytics/counted",
                "handleBackgroundNotification/reported", "handleForegroundNotification/reported",
                "handleLaunchingNotification/reported",
            ]
        ) { exchange in
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
        corePush(
            "launch-of-nothing",
            "A launch of an unknown notification succeeds",
            breaks: ["launch/push-id-unknown"]
        ) { exchange in
            let answer = exchange.answer()
            guard exchange.call == "push_analytics", exchange["push_id"] != nil else {
                return answer
            }
            return CorePushExchange.success
        },
        corePush(
            "sent-wrong",
            "The feedback counts one send too many",
            breaks: ["feedback/counts", "sendToUsers/feedback"]
        ) { exchange in
            exchange.rewriting { answer in
                answer.updateFigures { $0.update("sent") { .string($0.increased) } }
            }
        },
        corePush(
            "failures-hidden",
            "The feedback knows of no failures",
            breaks: ["feedback/token-dead", "feedback/token-malformed", "feedback/delivery-failed"]
        ) { exchange in
            exchange.rewriting { $0.updateFigures { $0.update("failed") { _ in "0" } } }
        },
        corePush(
            "figures-as-numbers",
            "The figures of the feedback are numbers",
            breaks: ["feedback", "feedback/counts"]
        ) { exchange in
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
