import Base
import JSON

/// A client's settings of a message.
struct NHNMessageSettings: Sendable {
    enum Kind: String, Hashable, Sendable {
        case notification = "NOTIFICATION"
        case ad = "AD"
    }

    /// Where the words go that the law asks for in an ad.
    enum AdWordPosition: String, Hashable, Sendable {
        case title = "TITLE"
        case body = "BODY"
    }

    let target: NHNTarget
    let content: NHNContent
    let kind: Kind
    let contact: String?
    let removeGuide: String?
    /// After it a message is not sent any more.
    let timeToLiveMinutes: Int
    let resourceID: String?
    let adWordPosition: AdWordPosition
    /// The key under which it is counted.
    let statsID: String?
}

extension NHNMessageSettings {
    /// Reads a message; `nil` when something is at fault.
    ///
    /// - Parameters:
    ///   - fields: The body.
    ///   - resources: The dedicated resources there are.
    init?(_ fields: NHNFields, resources: Set<String>) {
        let target = fields.fields("target", required: true).flatMap { NHNTarget($0) }
        let content = fields.fields("content", required: true).flatMap { NHNContent($0) }
        let kind: Kind? = fields.choice("messageType", required: true)
        contact = fields.text("contact")
        removeGuide = fields.text("removeGuide")
        timeToLiveMinutes = fields.integer("timeToLiveMinute", in: 1...60) ?? 10
        resourceID = fields.text("provisionedResourceId")
        adWordPosition = fields.choice("adWordPosition") ?? .title
        statsID = fields.text("statsId")
        if let resourceID, !resources.contains(resourceID) {
            fields.faults.note(.noInstance, "provisionedResourceId", resourceID)
        }
        if kind == .ad {
            if removeGuide == nil { fields.faults.note(.removeGuideEmpty, "removeGuide") }
            if contact == nil { fields.faults.note(.contactEmpty, "contact") }
            if let contact, !Self.isContact(contact) {
                fields.faults.note(.contactFormat, "contact", contact)
            }
        }
        guard let target, let content, let kind else { return nil }
        self.target = target
        self.content = content
        self.kind = kind
    }

    private static func isContact(_ text: String) -> Bool {
        text.utf8.allSatisfy { $0 == UInt8(ascii: "-") || $0.isASCIIDigit }
    }

    /// The members that describe it in lists.
    var members: [JSONObject.Member] {
        var object = JSONObject()
        object["target"] = target.json
        object["content"] = .object(content.object)
        object["messageType"] = .string(kind.rawValue)
        object["contact"] = contact.map { .string($0) }
        object["removeGuide"] = removeGuide.map { .string($0) }
        object["timeToLiveMinute"] = .integer(timeToLiveMinutes)
        object["provisionedResourceId"] = resourceID.map { .string($0) }
        return object.members
    }
}
