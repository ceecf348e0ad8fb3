import HTTP
import JSON

extension Defect {
    /// What is sent.
    static let corePushSends: [Defect] = [
        corePush(
            "feedback-key-missing",
            "A send is answered without its feedback key",
            breaks: ["send/feedback"]
        ) {
            $0.rewriting { $0["feedback_key"] = nil }
        },
        corePush(
            "feedback-key-form",
            "A feedback key has no underscore",
            breaks: ["send/feedback"]
        ) { exchange in
            exchange.rewriting { answer in
                answer.update("feedback_key") {
                    .string(($0.stringValue ?? "").replacing("_", with: ""))
                }
            }
        },
        corePush(
            "data-unchecked",
            "A send that cannot be read succeeds",
            breaks: [
                "send/data-missing", "send/data-not-base64", "send/data-not-json",
                "send/data-no-array", "send/data-empty", "send/user-missing",
                "send/message-missing",
            ]
        ) { exchange in
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
        corePush(
            "padding-required",
            "Base64 without padding is refused",
            breaks: ["send/unpadded"]
        ) { exchange in
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
            breaks: ["sendSandbox/payload-fits"]
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
            breaks: ["send/over-payload", "sendSandbox/over-payload"]
        ) { exchange in
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
            breaks: [
                "send/over-payload", "sendToUsers/over-payload", "sendAsync/over-payload",
                "sendSandbox/over-payload",
            ]
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
        corePush(
            "half-width-kana-wide",
            "A half-width kana counts six bytes",
            breaks: ["send/byte-widths"]
        ) { exchange in
            exchange.refusingMessages { text in
                text.utf8.count + 3 * text.unicodeScalars.count(where: \.isHalfWidthKana) > 236
            }
        },
        corePush(
            "symbols-wide",
            "A symbol counts three bytes",
            breaks: ["send/byte-widths"]
        ) { exchange in
            exchange.refusingMessages { text in
                text.utf8.count + 2 * text.count(where: { $0.isPunctuation || $0.isSymbol }) > 236
            }
        },
        corePush(
            "digits-wide",
            "A digit counts two bytes",
            breaks: ["send/byte-widths"]
        ) { exchange in
            exchange.refusingMessages { text in
                text.utf8.count + text.utf8.count(where: { (0x30...0x39).contains($0) }) > 236
            }
        },
        corePush(
            "async-lost",
            "An asynchronous send is accepted and forgotten",
            breaks: ["sendAsync/reaches-users", "sendAsync/own-messages"]
        ) { exchange in
            exchange.call.hasSuffix("_async") ? exchange.sendingToNobody() : exchange.answer()
        },
        corePush(
            "sandbox-lost",
            "A debug send is accepted and forgotten",
            breaks: ["sendSandbox/reaches-users", "sendSandbox/everybody"]
        ) { exchange in
            exchange.call.hasSuffix("_sandbox") ? exchange.sendingToNobody() : exchange.answer()
        },
        corePush(
            "user-is-everybody",
            "A message to a user goes to everybody",
            breaks: [
                "registerToken/user-linked", "sendSandbox/reaches-users",
                "history/users-not-listed",
            ]
        ) { exchange in
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
        corePush(
            "everybody-is-one",
            "A message to everybody reaches nobody",
            breaks: ["send/reaches-everybody", "sendSandbox/everybody"]
        ) { exchange in
            exchange.changingEachMessage { message in
                message.update("app_user_id") { $0 == "9999999999" ? "nobody" : $0 }
            }
        },
        corePush(
            "first-message-only",
            "Of several messages the first is sent",
            breaks: ["sendToUsers/own-messages", "sendAsync/own-messages"]
        ) { exchange in
            exchange.changingMessages { $0 = Array($0.prefix(1)) }
        },
        corePush(
            "certificate-unneeded",
            "A debug send succeeds without a certificate",
            breaks: ["sendSandbox/no-certificate"]
        ) { exchange in
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
}

extension Unicode.Scalar {
    /// Whether it is a kana of half width, such as U+FF71.
    fileprivate var isHalfWidthKana: Bool { (0xFF66...0xFF9F).contains(value) }
}
