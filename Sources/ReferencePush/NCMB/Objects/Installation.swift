import JSON

/// A device that pushes can be sent to.
struct Installation: NCMBObject {
    let id: ObjectID
    let createDate: Instant
    var updateDate: Instant
    var deviceType: DeviceType
    /// Unique in its application.
    var deviceToken: String
    var badge: Int
    var acl: AccessControl
    /// All other fields, including the client's own, in the order of insertion.
    var others: JSONObject
    /// Number of the iOS certificate in use when its token was registered.
    var certificate = 0
}

extension Installation {
    /// Fields set by the service only.
    static let managedFields = ["objectId", "createDate", "updateDate"]

    func value(of field: String) -> JSONValue? {
        switch field {
        case "objectId": .string(id.text)
        case "createDate": .string(createDate.iso)
        case "updateDate": .string(updateDate.iso)
        case "deviceType": .string(deviceType.rawValue)
        case "deviceToken": .string(deviceToken)
        case "badge": .integer(badge)
        case "acl": acl.json
        default: others[field]
        }
    }

    var json: JSONObject {
        let own = [
            "objectId", "createDate", "updateDate", "acl", "deviceType", "deviceToken", "badge",
        ]
        return JSONObject(
            own.map { JSONObject.Member(name: $0, value: value(of: $0) ?? .null) } + others.members
        )
    }
}

/// An installation while its fields are read, before required fields are checked.
struct InstallationDraft: Sendable {
    private(set) var deviceType: DeviceType?
    private(set) var deviceToken: String?
    private(set) var badge = 0
    private(set) var acl = AccessControl.open
    private(set) var others = JSONObject()

    /// A new installation.
    ///
    /// - Throws: `E400003` when a required field is missing, and the errors of `apply`.
    init(_ body: JSONObject) throws(NCMBError) {
        others["channels"] = .array([])
        try apply(body)
    }

    /// An installation that is to be changed.
    init(_ installation: Installation, changedBy body: JSONObject) throws(NCMBError) {
        deviceType = installation.deviceType
        deviceToken = installation.deviceToken
        badge = installation.badge
        acl = installation.acl
        others = installation.others
        try apply(body)
    }

    /// The installation, if no required field is missing.
    func installation(
        id: ObjectID,
        createDate: Instant,
        updateDate: Instant
    ) throws(NCMBError) -> Installation {
        guard let deviceToken else { throw .empty("deviceToken") }
        guard let deviceType else { throw .empty("deviceType") }
        return Installation(
            id: id,
            createDate: createDate,
            updateDate: updateDate,
            deviceType: deviceType,
            deviceToken: deviceToken,
            badge: badge,
            acl: acl,
            others: others
        )
    }
}

extension InstallationDraft {
    private mutating func apply(_ body: JSONObject) throws(NCMBError) {
        for member in body.members {
            let name = member.name
            if let change = try UpdateOperator(member.value, field: name) {
                try set(name, try change.applied(to: value(of: name), field: name))
            } else {
                try set(name, member.value)
            }
        }
    }

    private func value(of name: String) -> JSONValue? {
        switch name {
        case "deviceToken": deviceToken.map { .string($0) }
        case "deviceType": deviceType.map { .string($0.rawValue) }
        case "badge": .integer(badge)
        case "acl": acl.json
        default: others[name]
        }
    }

    private mutating func set(_ name: String, _ value: JSONValue) throws(NCMBError) {
        switch name {
        case "deviceToken":
            deviceToken = try requiredText(name, value)
        case "deviceType":
            guard let type = DeviceType(rawValue: try requiredText(name, value)) else {
                throw .value(name)
            }
            deviceType = type
        case "badge":
            guard let number = value == .null ? 0 : value.intValue else { throw .type(name) }
            badge = number
        case "acl":
            acl = try AccessControl(value)
        case "channels":
            others[name] = try channels(value)
        case "applicationName", "appVersion", "sdkVersion", "timeZone", "pushType":
            guard value == .null || value.stringValue != nil else { throw .type(name) }
            others[name] = value
        case _ where Installation.managedFields.contains(name):
            guard value == .null else { throw .notSettable(name) }
        default:
            others[name] = value
        }
    }

    private func requiredText(_ name: String, _ value: JSONValue) throws(NCMBError) -> String {
        guard value != .null, value != "" else { throw .empty(name) }
        guard let text = value.stringValue else { throw .type(name) }
        return text
    }

    private func channels(_ value: JSONValue) throws(NCMBError) -> JSONValue {
        guard value != .null else { return .array([]) }
        guard let elements = value.arrayValue, elements.allSatisfy({ $0.stringValue != nil }) else {
            throw .type("channels")
        }
        return value
    }
}

/// The two systems a push can go to.
enum DeviceType: String, Hashable, Sendable, CaseIterable {
    case ios, android
}
