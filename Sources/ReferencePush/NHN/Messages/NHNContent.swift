import JSON

/// Content of a message, by language.
struct NHNContent: Sendable {
    /// The client's value, including `default`.
    let object: JSONObject

    static let characterLimit = 8_192
}

extension NHNContent {
    /// Reads `content`; `nil` for a fault that leaves no content.
    init?(_ fields: NHNFields) {
        let characters = JSONValue.object(fields.object).text.unicodeScalars.count
        if characters > Self.characterLimit {
            fields.faults.note(.limit, "content", "\(characters)")
        }
        let standard = fields.fields("default", required: true)
        for language in fields.object.names where fields.object[language] != .null {
            guard let words = fields.fields(language) else { continue }
            Self.checkWords(words)
            if let rich = words.fields("richMessage") { RichMessageCheck(fields: rich).run() }
        }
        guard standard != nil else { return nil }
        object = fields.object
    }

    private static func checkWords(_ words: NHNFields) {
        for name in ["title", "body", "sound", "category", "clickAction"] { _ = words.text(name) }
        for name in ["title-loc-args", "loc-args"] { _ = words.texts(name) }
        _ = words.fields("notification")
        _ = words.fields("style")?.flag("useHtmlStyle")
        if let badge = words.value("badge"), badge.intValue == nil {
            words.faults.note(.format, words.name("badge"), badge.text)
        }
    }
}

extension NHNContent {
    /// The content for a language: that of the nearest code, completed by `default`.
    ///
    /// `zh` matches `zh-Hans-CN`; the longest matching code is the nearest.
    func words(for language: String) -> JSONObject {
        let standard = object["default"]?.objectValue ?? JSONObject()
        let nearest = object.names
            .filter { $0 != "default" && (language == $0 || language.hasPrefix("\($0)-")) }
            .max { $0.utf8.count < $1.utf8.count }
        guard let nearest, var words = object[nearest]?.objectValue else { return standard }
        for member in standard.members where !words.contains(member.name) {
            words[member.name] = member.value
        }
        return words
    }
}

/// Checks `richMessage`: buttons, media, icon and group.
private struct RichMessageCheck {
    let fields: NHNFields

    private static let buttonLimit = 3

    private enum Button: String {
        case reply = "REPLY"
        case deepLink = "DEEP_LINK"
        case openApp = "OPEN_APP"
        case openURL = "OPEN_URL"
        case dismiss = "DISMISS"
    }

    private enum Place: String {
        case remote = "REMOTE"
        case local = "LOCAL"
    }

    /// The guides use both spellings of the third.
    private enum Medium: String {
        case image = "IMAGE"
        case animation = "GIF"
        case video = "VIDEO"
        case misspeltVideo = "VEDIO"
        case audio = "AUDIO"
    }

    func run() {
        checkButtons()
        for name in ["media", "androidMedia", "iosMedia"] {
            guard let media = fields.fields(name) else { continue }
            _ = media.text("source", required: true)
            _ = media.choice("sourceType") as Place?
            _ = media.choice("mediaType") as Medium?
            _ = media.text("extension")
            _ = media.flag("expandable")
        }
        if let icon = fields.fields("largeIcon") {
            _ = icon.text("source", required: true)
            _ = icon.choice("sourceType") as Place?
        }
        if let group = fields.fields("group") {
            _ = group.text("key", required: true)
            _ = group.text("description", required: true)
        }
    }

    private func checkButtons() {
        guard let value = fields.value("buttons") else { return }
        guard let buttons = value.arrayValue else {
            fields.faults.note(.format, fields.name("buttons"), value.text)
            return
        }
        if buttons.count > Self.buttonLimit {
            fields.faults.note(.limit, fields.name("buttons"), "\(buttons.count)")
        }
        for button in buttons {
            guard let object = button.objectValue else {
                fields.faults.note(.format, fields.name("buttons"), button.text)
                continue
            }
            let prefix = "\(fields.name("buttons"))."
            check(NHNFields(object: object, faults: fields.faults, prefix: prefix))
        }
    }

    /// Links belong to buttons that open one, hints to those that accept a text.
    private func check(_ button: NHNFields) {
        _ = button.text("name", required: true)
        let type: Button? = button.choice("buttonType", required: true)
        _ = button.text("link", required: type == .openURL || type == .deepLink)
        _ = button.text("hint", required: type == .reply)
        _ = button.text("submit")
    }
}
