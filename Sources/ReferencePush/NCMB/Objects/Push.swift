import JSON

/// A push and its result.
struct Push: NCMBObject {
    let id: ObjectID
    let createDate: Instant
    var updateDate: Instant
    /// The client's fields, merged over all requests.
    private(set) var given: JSONObject
    private(set) var settings: PushSettings
    /// When it is due; for an immediate push, when it was registered.
    private(set) var deliveryTime: Instant
    var plannedDevices: Int
    private(set) var reachedDevices = 0
    var status = PushStatus.undelivered
    /// The error; null for none.
    private(set) var error = JSONValue.null
    /// Number of changes, so that a delivery planned before a change is skipped.
    private(set) var revision = 0
}

/// Status of a push, by the numbers of the service.
enum PushStatus: Int, Sendable {
    case undelivered = 0
    case delivering = 1
    case delivered = 2
    case overLimit = 3
    case failed = 4
    case partlyFailed = 6
}

extension Push {
    /// Fields set by the service only.
    static let managedFields: Set<String> = [
        "objectId", "deliveryPlanNumber", "deliveryNumber", "status", "error", "createDate",
        "updateDate",
    ]

    /// A new push.
    init(
        id: ObjectID,
        given: JSONObject,
        settings: PushSettings,
        plannedDevices: Int,
        at now: Instant
    ) {
        self.id = id
        self.given = given
        self.settings = settings
        self.plannedDevices = plannedDevices
        createDate = now
        updateDate = now
        deliveryTime = settings.deliveryTime ?? now
    }

    /// Applies a client's changes of the settings.
    mutating func change(given: JSONObject, settings: PushSettings, at now: Instant) {
        // An immediate push that stays immediate keeps its registration time.
        if let time = settings.deliveryTime { deliveryTime = time }
        if settings.deliveryTime == nil, self.settings.deliveryTime != nil { deliveryTime = now }
        self.given = given
        self.settings = settings
        updateDate = now
        revision += 1
    }

    /// Stores the result of its delivery.
    mutating func finish(_ status: PushStatus, error: JSONValue, devices: Int) {
        self.status = status
        self.error = error
        reachedDevices = devices
        // A finished push cannot be changed, so its merged fields are dropped.
        given = JSONObject()
    }

    /// Notes that a device opened it; how often that happened is nowhere to be read.
    mutating func registerOpen(at now: Instant) { updateDate = now }

    var acl: AccessControl { settings.acl }

    /// The client's fields, merged with those of another request.
    ///
    /// A new delivery time replaces immediate delivery.
    func given(changedBy body: JSONObject) -> JSONObject {
        var merged = given
        for member in body.members { merged[member.name] = member.value }
        let names = FieldReader(object: body)
        if names.value("deliveryTime") != nil, body["immediateDeliveryFlag"] == nil {
            merged["immediateDeliveryFlag"] = .bool(false)
        }
        return merged
    }

    /// Refuses fields that clients may not set.
    ///
    /// - Throws: `E403005` for a field of the service, a composite for unknown fields.
    static func checkNames(of body: JSONObject) throws(NCMBError) {
        for member in body.members
        where managedFields.contains(member.name) && member.value != .null {
            throw .notSettable(member.name)
        }
        let unknown = body.names.filter {
            !PushSettings.names.contains($0) && !managedFields.contains($0)
        }
        guard unknown.isEmpty else { throw .composite(faults: unknown.count) }
    }
}

extension Push {
    /// In the order of the service's own documentation.
    private static let fields = [
        "objectId", "deliveryTime", "target", "searchCondition", "title", "message",
        "userSettingValue", "deliveryExpirationDate", "deliveryExpirationTime",
        "deliveryPlanNumber", "deliveryNumber", "status", "error", "action", "badgeIncrementFlag",
        "badgeSetting", "sound", "contentAvailable", "dialog", "richUrl", "category", "acl",
        "createDate", "updateDate",
    ]

    /// All fields; unset ones are null.
    var json: JSONObject {
        JSONObject(
            Self.fields.map { JSONObject.Member(name: $0, value: value(of: $0) ?? .null) }
        )
    }

    func value(of field: String) -> JSONValue? {
        switch field {
        case "objectId": .string(id.text)
        case "createDate": .string(createDate.iso)
        case "updateDate": .string(updateDate.iso)
        case "deliveryTime": deliveryTime.dateObject
        case "deliveryPlanNumber": .integer(plannedDevices)
        case "deliveryNumber": .integer(reachedDevices)
        case "status": .integer(status.rawValue)
        case "error": error
        default: settings.value(of: field)
        }
    }
}

extension PushSettings {
    fileprivate func value(of field: String) -> JSONValue? {
        switch field {
        case "target": .array(targets.map { .string($0.rawValue) })
        case "searchCondition": .object(searchCondition)
        case "title": title.map { .string($0) }
        case "message": message.map { .string($0) }
        case "userSettingValue": userSettingValue.map { .object($0) }
        case "deliveryExpirationDate": deliveryExpirationDate?.dateObject
        case "deliveryExpirationTime": deliveryExpirationTime.map { .string($0.text) }
        case "action": action.map { .string($0) }
        case "badgeIncrementFlag": .bool(badgeIncrementFlag)
        case "badgeSetting": badgeSetting.map { .integer($0) }
        case "sound": sound.map { .string($0) }
        case "contentAvailable": .bool(contentAvailable)
        case "dialog": .bool(dialog)
        case "richUrl": richUrl.map { .string($0) }
        case "category": category.map { .string($0) }
        case "acl": acl.json
        default: nil
        }
    }
}
