/// Devices selected in the console, by their stored properties.
///
/// The documents mention sends by segment by name only; without them stored properties of registrations would not
/// be observable.
struct CorePushSegment: Hashable, Sendable {
    /// A category id of the devices.
    var category: String?
    /// A value that the device has in that category.
    var value: String?
    /// Where the device last was, as it wrote that.
    var position: CorePushDevice.Position?
    /// The name of the device.
    var name: String?
    /// The version of the device's system.
    var systemVersion: String?
    /// When the device was last used, as it wrote that.
    var lastUse: String?

    /// Whether the device has everything that the segment names.
    func contains(_ device: CorePushDevice) -> Bool {
        if let category, !device.categories.contains(category, value) { return false }
        if let position, position != device.position { return false }
        if let name, name != device.name { return false }
        if let systemVersion, systemVersion != device.systemVersion { return false }
        if let lastUse, lastUse != device.lastUse { return false }
        return true
    }
}

extension CorePushCategories {
    /// Whether they have an id and, where a value is given, that value in it.
    fileprivate func contains(_ id: String, _ value: String?) -> Bool {
        switch self {
        case .list(let ids):
            return value == nil && ids.contains(id)
        case .table(let values):
            guard let chosen = values[id] else { return false }
            return value.map(chosen.contains) ?? true
        }
    }
}
