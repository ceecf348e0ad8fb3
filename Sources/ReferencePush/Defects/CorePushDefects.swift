import Contract
import JSON

extension Defect {
    /// Defects of CORE PUSH that count bytes incorrectly.
    static let corePush: [Defect] = [
        widened("half-width-kana-wide", "A half-width kana counts six bytes") { text in
            3 * text.unicodeScalars.count { (0xFF66...0xFF9F).contains($0.value) }
        },
        widened("symbols-wide", "A symbol counts three bytes") { text in
            2 * text.count { $0.isPunctuation || $0.isSymbol }
        },
        widened("digits-wide", "A digit counts two bytes") { text in
            text.utf8.count { (0x30...0x39).contains($0) }
        },
    ]

    /// A defect that refuses messages because it counts too many bytes.
    private static func widened(
        _ name: String,
        _ summary: String,
        by surplus: @escaping @Sendable (String) -> Int
    ) -> Defect {
        Defect(
            name: "core-push-\(name)",
            service: "core-push",
            summary: summary,
            breaks: ["send/byte-widths"]
        ) { request, service in
            guard let core = service as? CorePushService else { return service.handle(request) }
            let document = RequestDocument(request, leading: 0, CorePushWire(service: core))
            let changed = document.request { document in
                let messages = (document["messages"]?.arrayValue ?? []).map { message in
                    guard var object = message.objectValue,
                        let text = object["message"]?.stringValue,
                        text.utf8.count + surplus(text) > 236
                    else { return message }
                    // A message that is too long for an iPhone is refused.
                    let long = String(repeating: "x", count: CorePushMessage.iphoneLimit)
                    object["message"] = .string(long)
                    return JSONValue.object(object)
                }
                if document.contains("messages") { document["messages"] = .array(messages) }
            }
            return service.handle(changed ?? request)
        }
    }
}
