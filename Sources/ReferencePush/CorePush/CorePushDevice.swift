/// A device that can be sent to.
struct CorePushDevice: Hashable, Sendable {
    var appUserID: String?
    var categories = CorePushCategories.standard
    /// Its last position; `nil` before its first report.
    var position: Position?
    var name: String?
    var systemVersion: String?
    var lastUse: String?
    /// Whether it receives sends; `false` once its token was found dead.
    var isActive = true

    /// Decimal degrees, as the device wrote them.
    struct Position: Hashable, Sendable {
        let latitude: String
        let longitude: String
    }
}

extension CorePushDevice {
    /// Updates the device from a registration; omitted values stay.
    ///
    /// - Throws: For invalid categories, or a value that is too long.
    mutating func update(from form: CorePushForm) throws(CorePushFailure) {
        if let user = try form.optional("app_user_id") { appUserID = user.isEmpty ? nil : user }
        categories = try CorePushCategories(try form.optional("category_id") ?? "")
        if let place = try Self.position(in: form) { position = place }
        name = try form.optional("device_name") ?? name
        systemVersion = try form.optional("os_version") ?? systemVersion
        lastUse = try form.optional("last_use") ?? lastUse
        isActive = true
    }

    /// `nil` when no position is given, which the clients write as zeros.
    private static func position(in form: CorePushForm) throws(CorePushFailure) -> Position? {
        guard let latitude = try form.optional("lat"), let longitude = try form.optional("lon")
        else { return nil }
        let isNowhere = (Double(latitude) ?? 0) == 0 && (Double(longitude) ?? 0) == 0
        return isNowhere ? nil : Position(latitude: latitude, longitude: longitude)
    }
}
