import JSON

/// Content for a device: the message in the form of its push service.
struct NHNPayload: Sendable {
    let settings: NHNMessageSettings
    let messageID: Int
    let sent: Instant
}

extension NHNPayload {
    private static let alertWords = [
        "title-loc-key", "title-loc-args", "action-loc-key", "loc-key", "loc-args", "launch-image",
    ]
    private static let apsWords = [
        "badge", "sound", "content-available", "category", "mutable-content",
    ]
    private static let fcmWords = ["notification", "content_available", "mutable_content"]
    private static let admWords = ["consolidationKey", "expiresAfter"]
    private static let ownWords = [
        "title", "body", "style", "richMessage", "messageDeliveryReceipt",
        "messageDeliveryReceiptData",
    ]

    /// Names with a defined place; all others are the client's own.
    private static let reserved = Set(alertWords + apsWords + fcmWords + admWords + ownWords)

    /// Content for a token.
    func content(for token: NHNToken) -> JSONObject {
        var words = settings.content.words(for: token.language)
        if settings.kind == .ad, token.isKorean { decorate(&words) }
        switch token.pushType {
        case .apns, .apnsSandbox, .apnsVoIP, .apnsSandboxVoIP: return apns(words)
        case .fcm: return fcm(words)
        case .adm: return adm(words)
        case .tencent: return tencent(words)
        }
    }

    /// Adds what the law requires: a label for ads, a telephone number, and how to opt out.
    private func decorate(_ words: inout JSONObject) {
        let title = words["title"]?.stringValue ?? ""
        let body = words["body"]?.stringValue ?? ""
        let contact = settings.contact ?? ""
        let guide = settings.removeGuide ?? ""
        switch settings.adWordPosition {
        case .title:
            words["title"] = .string("(광고) \(title) \(contact)")
            words["body"] = .string("\(body)\n\(guide)")
        case .body:
            words["body"] = .string("(광고) \(body) \(contact)\n\(guide)")
        }
    }

    private var receipt: [JSONObject.Member] {
        [
            .init(name: "messageDeliveryReceipt", value: true),
            .init(
                name: "messageDeliveryReceiptData",
                value: [
                    "messageId": .integer(messageID), "sentDateTime": .string(NHNTime.text(sent)),
                ]
            ),
        ]
    }

    private static func own(_ words: JSONObject) -> [JSONObject.Member] {
        words.members.filter { !reserved.contains($0.name) }
    }
}

// MARK: - One for each service

extension NHNPayload {
    private func apns(_ words: JSONObject) -> JSONObject {
        var alert = JSONObject()
        let isHTML = words["style"]?["useHtmlStyle"]?.boolValue == true
        for name in ["title", "body"] {
            alert[name] = words[name]?.stringValue.map { .string(isHTML ? $0.withoutTags : $0) }
        }
        for name in Self.alertWords { alert[name] = words[name] }
        var aps = JSONObject()
        if !alert.isEmpty { aps["alert"] = .object(alert) }
        for name in Self.apsWords { aps[name] = words[name] }
        if words.contains("richMessage") { aps["mutable-content"] = 1 }
        var payload = JSONObject("aps", .object(aps))
        payload["richMessage"] = words["richMessage"]
        for member in Self.own(words) + receipt { payload[member.name] = member.value }
        return payload
    }

    private func fcm(_ words: JSONObject) -> JSONObject {
        var payload = JSONObject("data", .object(data(words, "badge")))
        for name in Self.fcmWords { payload[name] = words[name] }
        return payload
    }

    private func adm(_ words: JSONObject) -> JSONObject {
        var payload = JSONObject("data", .object(data(words)))
        for name in Self.admWords { payload[name] = words[name] }
        return payload
    }

    private func tencent(_ words: JSONObject) -> JSONObject {
        var payload = JSONObject()
        payload["title"] = words["title"]
        payload["content"] = words["body"]
        var custom = data(words)
        custom["title"] = nil
        custom["body"] = nil
        payload["custom_content"] = .object(custom)
        return payload
    }

    private func data(_ words: JSONObject, _ more: String...) -> JSONObject {
        var data = JSONObject()
        for name in ["title", "body", "sound", "richMessage"] + more { data[name] = words[name] }
        for member in Self.own(words) + receipt { data[member.name] = member.value }
        return data
    }
}

extension String {
    /// The text without tags between `<` and `>`.
    fileprivate var withoutTags: String {
        var text = ""
        var isTag = false
        for scalar in unicodeScalars {
            switch scalar {
            case "<": isTag = true
            case ">" where isTag: isTag = false
            default: if !isTag { text.unicodeScalars.append(scalar) }
            }
        }
        return text
    }
}
