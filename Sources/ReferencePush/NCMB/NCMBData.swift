import Base
import JSON

/// Everything one application has stored.
struct NCMBData: Sendable {
    var installations = InstallationStore()
    var pushes = ObjectStore<Push>()
    var backup = PushBackup()
    var queue = DeliveryQueue<PushDelivery>()
    var random: SplitMix64
    /// Devices sent to, by month of the calendar: `2023-11`.
    private var usedQuota: [Substring: Int] = [:]

    init(seed: UInt64) {
        random = SplitMix64(seed: seed)
    }
}

extension NCMBData {
    /// The condition with its subqueries answered from this data.
    func resolved(_ condition: Condition) -> Condition {
        condition.resolved { subquery in
            switch subquery.className {
            case "installation":
                installations.candidates(for: subquery.condition)
                    .filter { subquery.condition.matches($0) }
            case "push":
                pushes.newestFirst.filter { subquery.condition.matches($0) }
            default: []
            }
        }
    }

    /// The devices a push is for, the newest first.
    func recipients(of settings: PushSettings) -> [Installation] {
        let condition = resolved(settings.condition)
        return installations.candidates(for: condition).filter {
            settings.targets.contains($0.deviceType) && condition.matches($0)
        }
    }

    /// How many devices a push is for.
    func recipientCount(of settings: PushSettings) -> Int {
        guard !settings.condition.isAlways else {
            return installations.count(of: Set(settings.targets))
        }
        return recipients(of: settings).count
    }

    /// Devices sent to in the month of `now`.
    func usedQuota(at now: Instant) -> Int { usedQuota[now.iso.prefix(7), default: 0] }

    mutating func useQuota(_ devices: Int, at now: Instant) {
        usedQuota[now.iso.prefix(7), default: 0] += devices
    }

    /// Moves delivered pushes to the backup, the oldest first, until no more than `limit` are kept.
    mutating func moveHistory(above limit: Int) {
        while pushes.count > limit,
            let oldest = pushes.oldestFirst.first(where: { $0.status.isFinal })
        {
            pushes.remove(oldest.id)
            backup.add(deliveryTime: oldest.deliveryTime)
        }
    }

    /// The object a pointer points to.
    func object(at pointer: JSONValue) -> (any NCMBObject)? {
        if let id = pointer.pointer(to: "installation").flatMap({ ObjectID($0) }) {
            return installations[id]
        }
        if let id = pointer.pointer(to: "push").flatMap({ ObjectID($0) }) {
            return pushes[id]
        }
        return nil
    }
}
