import JSON

/// A client's settings of a push, validated, with defaults for omitted ones.
struct PushSettings: Sendable {
    /// Delivery time; `nil` for immediate delivery.
    let deliveryTime: Instant?
    /// In the order given; both by default.
    let targets: [DeviceType]
    let searchCondition: JSONObject
    let condition: Condition
    let title: String?
    let message: String?
    let userSettingValue: JSONObject?
    let deliveryExpirationDate: Instant?
    let deliveryExpirationTime: DeliveryExpiration?
    let action: String?
    let dialog: Bool
    let badgeIncrementFlag: Bool
    let badgeSetting: Int?
    let sound: String?
    let contentAvailable: Bool
    let richUrl: String?
    let category: String?
    let acl: AccessControl
}

extension PushSettings {
    /// Every field a client may set.
    static let names: Set<String> = [
        "deliveryTime", "immediateDeliveryFlag", "target", "searchCondition", "title", "message",
        "userSettingValue", "deliveryExpirationDate", "deliveryExpirationTime", "action", "dialog",
        "badgeIncrementFlag", "badgeSetting", "sound", "contentAvailable", "richUrl", "category",
        "acl",
    ]

    /// - Parameter given: The fields of all requests so far, merged; null counts as omitted.
    /// - Throws: The first violated rule: types of values first, then relations.
    init(given: JSONObject) throws(NCMBError) {
        let fields = FieldReader(object: given)
        let isImmediate = try fields.flag("immediateDeliveryFlag") ?? false
        let contentAvailable = try fields.flag("contentAvailable")
        let badgeIncrementFlag = try fields.flag("badgeIncrementFlag")
        let expiration = try fields.text("deliveryExpirationTime")
        deliveryTime = try fields.date("deliveryTime")
        targets = try Self.targets(fields.value("target"))
        searchCondition = try fields.members("searchCondition") ?? JSONObject()
        title = try fields.text("title")
        message = try fields.text("message")
        userSettingValue = try fields.members("userSettingValue")
        deliveryExpirationDate = try fields.date("deliveryExpirationDate")
        action = try fields.text("action")
        dialog = try fields.flag("dialog") ?? false
        badgeSetting = try fields.integer("badgeSetting")
        sound = try fields.text("sound")
        self.contentAvailable = contentAvailable ?? false
        richUrl = try fields.text("richUrl")
        category = try fields.text("category")
        acl = try AccessControl(given["acl"] ?? .null)
        // On by default, unless that conflicts with the client's settings.
        let clashes = contentAvailable == true || badgeSetting != nil
        self.badgeIncrementFlag = badgeIncrementFlag ?? !clashes
        condition = try ConditionReader(subject: "searchCondition").condition(searchCondition)
        let date = deliveryExpirationDate
        deliveryExpirationTime = try Self.expiration(expiration, besideDate: date != nil)
        try checkTime(isImmediate: isImmediate)
        try checkBadge(isIncrementing: badgeIncrementFlag == true)
        try checkUserSettings()
    }

    private static func targets(_ value: JSONValue?) throws(NCMBError) -> [DeviceType] {
        guard let value else { return DeviceType.allCases }
        guard let elements = value.arrayValue else { throw .type("target") }
        var targets: [DeviceType] = []
        for element in elements {
            guard let name = element.stringValue else { throw .type("target") }
            guard let target = DeviceType(rawValue: name) else { throw .value("target") }
            if !targets.contains(target) { targets.append(target) }
        }
        return targets.isEmpty ? DeviceType.allCases : targets
    }

    private static func expiration(
        _ text: String?,
        besideDate hasDate: Bool
    ) throws(NCMBError) -> DeliveryExpiration? {
        guard let text else { return hasDate ? nil : .standard }
        guard !hasDate else {
            throw .either("deliveryExpirationDate", or: "deliveryExpirationTime")
        }
        return try DeliveryExpiration(text)
    }

    private func checkTime(isImmediate: Bool) throws(NCMBError) {
        guard isImmediate == (deliveryTime == nil) else {
            throw .either("deliveryTime", or: "immediateDeliveryFlag")
        }
    }

    private func checkBadge(isIncrementing: Bool) throws(NCMBError) {
        if contentAvailable, isIncrementing {
            throw .either("contentAvailable", or: "badgeIncrementFlag")
        }
        guard badgeSetting != nil else { return }
        if contentAvailable { throw .either("badgeSetting", or: "contentAvailable") }
        if isIncrementing { throw .either("badgeSetting", or: "badgeIncrementFlag") }
    }

    private func checkUserSettings() throws(NCMBError) {
        guard let userSettingValue else { return }
        guard Self.hasAllowedNames(.object(userSettingValue)) else {
            throw .format("userSettingValue")
        }
    }

    /// Names must not contain `"` or `.` or begin with `$`, at any depth.
    private static func hasAllowedNames(_ value: JSONValue) -> Bool {
        switch value {
        case .object(let object):
            return object.members.allSatisfy { member in
                let name = member.name.utf8
                return name.first != UInt8(ascii: "$") && !name.contains(UInt8(ascii: "\""))
                    && !name.contains(UInt8(ascii: ".")) && hasAllowedNames(member.value)
            }
        case .array(let elements):
            return elements.allSatisfy(hasAllowedNames)
        default:
            return true
        }
    }
}

extension PushSettings {
    /// Until when a push that is due at `time` is tried on devices that do not get it.
    func expiration(after time: Instant) -> Instant {
        deliveryExpirationDate ?? time + (deliveryExpirationTime ?? .standard).duration
    }
}

/// Time limit for delivery: `10 day`, `3 hour`.
struct DeliveryExpiration: Hashable, Sendable {
    let text: String
    let duration: Duration

    /// The default.
    static let standard = DeliveryExpiration(text: "10 day", duration: .seconds(10 * 86_400))

    private init(text: String, duration: Duration) {
        self.text = text
        self.duration = duration
    }

    /// - Throws: `E400004` for another form, `E400005` for a number out of range.
    init(_ text: String) throws(NCMBError) {
        let name = "deliveryExpirationTime"
        let parts = text.utf8.split(
            separator: UInt8(ascii: " "),
            omittingEmptySubsequences: false
        ).map { String(Substring($0)) }
        guard parts.count == 2, let unit = Self.units[parts[1]], !parts[0].isEmpty,
            parts[0].utf8.allSatisfy({ $0 >= UInt8(ascii: "0") && $0 <= UInt8(ascii: "9") })
        else { throw .format(name) }
        guard let number = Int(parts[0]), (1...unit.limit).contains(number) else {
            throw .value(name)
        }
        self.init(text: text, duration: .seconds(number * unit.seconds))
    }

    private static let units = [
        "hour": (seconds: 3_600, limit: 24), "day": (seconds: 86_400, limit: 28),
    ]
}
