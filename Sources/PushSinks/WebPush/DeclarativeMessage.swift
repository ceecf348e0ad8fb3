import HTTP
import JSON

/// A user agent's interpretation of a message's plaintext: declarative, or for a service worker.
///
/// Source: W3C, Push API, "Declarative push message". As in that document, optional members of another type are
/// ignored.
enum DeclarativeMessage: Hashable, Sendable {
    /// Why a message marked as declarative is passed to a service worker.
    enum Fault: String, Hashable, Sendable, CaseIterable {
        /// `web_push` is not the number 8030.
        case number = "declarative-number"
        /// No object `notification`.
        case notification = "declarative-notification"
        /// No text `notification.title`.
        case title = "declarative-title"
        /// The text `notification.navigate` is missing, or not a URL.
        case navigate = "declarative-navigate"
        /// An action without the texts `action`, `title` and `navigate`.
        case actions = "declarative-actions"
    }

    /// A notification: title, target of a click, and whether a service worker may change it.
    case shown(title: String, navigate: String, isMutable: Bool)
    /// A message that was meant to be declarative.
    case failed(Fault)

    /// The number that marks declarative messages: that of RFC 8030.
    private static let number = 8_030

    /// `nil` for a message without a member `web_push`.
    init?(_ plaintext: [UInt8]) {
        guard let message = (try? JSONValue(parsing: plaintext))?.objectValue,
            let number = message["web_push"]
        else { return nil }
        self = Self.read(message, number)
    }

    private static func read(_ message: JSONObject, _ number: JSONValue) -> DeclarativeMessage {
        guard number.intValue == Self.number else { return .failed(.number) }
        guard let notification = message["notification"]?.objectValue else {
            return .failed(.notification)
        }
        guard let title = notification["title"]?.stringValue else { return .failed(.title) }
        guard let navigate = notification["navigate"]?.stringValue, isURL(navigate) else {
            return .failed(.navigate)
        }
        if case .array(let actions) = notification["actions"], !actions.allSatisfy(isAction) {
            return .failed(.actions)
        }
        let isMutable = message["mutable"]?.boolValue ?? false
        return .shown(title: title, navigate: navigate, isMutable: isMutable)
    }

    private static func isAction(_ action: JSONValue) -> Bool {
        guard action["action"]?.stringValue != nil, action["title"]?.stringValue != nil,
            let navigate = action["navigate"]?.stringValue
        else { return false }
        return isURL(navigate)
    }

    /// Whether a text is a URL: absolute, or relative to the page of the subscription.
    ///
    /// Accepts what the URL standard repairs, but no invalid host or port.
    private static func isURL(_ text: String) -> Bool {
        let scheme = text.prefix { $0 != ":" }.lowercased()
        guard ["http", "https"].contains(scheme), scheme.utf8.count < text.utf8.count else {
            return true
        }
        return URLParts(text) != nil
    }

    /// As the sink shows it: `{"title":…,"navigate":…,"mutable":false}`, or `{"fault":…}`.
    var json: JSONValue {
        switch self {
        case .shown(let title, let navigate, let isMutable):
            [
                "title": .string(title), "navigate": .string(navigate),
                "mutable": .bool(isMutable),
            ]
        case .failed(let fault): ["fault": .string(fault.rawValue)]
        }
    }
}
