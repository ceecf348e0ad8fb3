import Base
import JSON

/// Recipients of a message.
struct NHNTarget: Hashable, Sendable {
    enum Audience: Hashable, Sendable {
        case all
        /// Each once.
        case users([String])
        case tagged(TagCondition)
    }

    let audience: Audience
    let pushTypes: [NHNPushType]
    /// `nil` for every country.
    let countries: [String]?
    /// As the client gave it.
    let json: JSONValue

    private enum Kind: String {
        case all = "ALL"
        case users = "UID"
        case tagged = "TAG"
    }

    static let userLimit = 10_000
}

extension NHNTarget {
    /// Reads `target`; `nil` when something is at fault.
    init?(_ fields: NHNFields) {
        let kind: Kind? = fields.choice("type", required: true)
        let types: [NHNPushType]? = fields.choices("pushTypes")
        let countries = fields.texts("countries")
        for country in countries ?? [] where !(1...3).contains(country.unicodeScalars.count) {
            fields.faults.note(.invalid, fields.name("countries"), country)
        }
        guard let kind else { return nil }
        switch kind {
        case .all: audience = .all
        case .users:
            guard let users = Self.users(fields) else { return nil }
            audience = .users(users)
        case .tagged:
            guard let words = fields.texts("to", required: true), !words.isEmpty else { return nil }
            guard let condition = TagCondition(words) else {
                let text = words.joined(separator: ",")
                fields.faults.note(.invalid, fields.name("to"), text)
                return nil
            }
            audience = .tagged(condition)
        }
        pushTypes = types?.isEmpty ?? true ? NHNPushType.defaults : types ?? []
        self.countries = countries?.isEmpty ?? true ? nil : countries
        json = .object(fields.object)
    }

    private static func users(_ fields: NHNFields) -> [String]? {
        guard let users = fields.texts("to", required: true), !users.isEmpty else { return nil }
        if users.count > userLimit {
            fields.faults.note(.limit, fields.name("to"), "\(users.count)")
        }
        for user in users {
            if user.isEmpty { fields.faults.note(.empty, fields.name("to")) }
            if user.unicodeScalars.count > 64 {
                fields.faults.note(.invalid, fields.name("to"), user)
            }
        }
        var seen: Set<CodePoints> = []
        return users.filter { seen.insert(CodePoints($0)).inserted }
    }
}
