import Base
import JSON

/// The installations of an application, with indices for look-ups.
struct InstallationStore: Sendable {
    private var objects = BoundedStore<ObjectID, Installation>()
    /// Owner of each token; compared by code points.
    private var owners: [CodePoints: ObjectID] = [:]
    private var counts: [DeviceType: Int] = [:]
}

extension InstallationStore {
    subscript(_ id: ObjectID) -> Installation? { objects[id] }

    func newID(using generator: inout some RandomNumberGenerator) -> ObjectID {
        objects.newID(using: &generator)
    }

    /// All installations, the newest first.
    var newestFirst: BoundedStore<ObjectID, Installation>.NewestFirst { objects.newestFirst }

    /// Number of installations of these types.
    func count(of types: Set<DeviceType>) -> Int {
        types.reduce(0) { $0 + counts[$1, default: 0] }
    }

    /// The installations that may match, the newest first: found by token or key if the condition names any,
    /// otherwise all.
    func candidates(for condition: Condition) -> BoundedStore<ObjectID, Installation>.NewestFirst {
        if let tokens = condition.strings(of: "deviceToken") {
            return objects.newestFirst(among: tokens.compactMap { owners[CodePoints($0)] })
        }
        if let ids = condition.strings(of: "objectId") {
            return objects.newestFirst(among: ids.compactMap { ObjectID($0) })
        }
        return objects.newestFirst
    }

    /// Adds or replaces.
    ///
    /// - Throws: `E409001` when another installation has the token.
    mutating func store(_ installation: Installation) throws(NCMBError) {
        let token = CodePoints(installation.deviceToken)
        if let owner = owners[token], owner != installation.id { throw .duplicate("deviceToken") }
        if let old = objects[installation.id] { forget(old) }
        objects.insert(installation, for: installation.id)
        owners[token] = installation.id
        counts[installation.deviceType, default: 0] += 1
    }

    /// Increments the badge.
    ///
    /// - Returns: The new badge.
    mutating func incrementBadge(of id: ObjectID) -> Int? {
        objects.update(id) { $0.badge = $0.badge == Int.max ? Int.max : $0.badge + 1 }
        return objects[id]?.badge
    }

    mutating func remove(_ id: ObjectID) {
        guard let old = objects.remove(id) else { return }
        forget(old)
    }

    private mutating func forget(_ installation: Installation) {
        owners[CodePoints(installation.deviceToken)] = nil
        counts[installation.deviceType, default: 0] -= 1
    }
}
