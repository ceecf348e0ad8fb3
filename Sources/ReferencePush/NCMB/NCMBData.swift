import Base
import JSON
import Synchronization

/// All stored data of one application.
struct NCMBData: Sendable {
    var installations = InstallationStore()
    private(set) var pushes = BoundedStore<ObjectID, Push>()
    /// Delivered pushes by delivery time: the first to move to the backup.
    private var delivered = BoundedStore<ObjectID, Void>()
    private let historyLimit: Int
    /// Temporary limit of pushes; `nil` for the regular one.
    private var temporaryLimit: Int?
    var backup = PushBackup()
    var queue = DeliveryQueue<PushDelivery>()
    var random: SplitMix64
    /// Devices sent to, by month of the calendar: `2023-11`.
    private var usedQuota: [Substring: Int] = [:]

    /// - Parameters:
    ///   - seed: Seed of keys.
    ///   - historyLimit: Number of pushes beyond which delivered ones move to the backup.
    init(seed: UInt64, historyLimit: Int) {
        random = SplitMix64(seed: seed)
        self.historyLimit = historyLimit
    }
}

extension NCMBData {
    /// The condition with its subqueries evaluated on this data.
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

    /// The recipients of a push, the newest first.
    func recipients(of settings: PushSettings) -> [Installation] {
        let condition = resolved(settings.condition)
        return installations.candidates(for: condition).filter {
            settings.targets.contains($0.deviceType) && condition.matches($0)
        }
    }

    /// Number of recipients of a push.
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

// MARK: - Pushes

extension NCMBData {
    mutating func add(_ push: Push) {
        pushes.insert(push, for: push.id)
        moveHistory()
    }

    mutating func update(_ id: ObjectID, _ change: (inout Push) -> Void) {
        pushes.update(id, change)
    }

    /// Stores the final result of a push.
    mutating func finish(_ id: ObjectID, _ status: PushStatus, error: JSONValue, devices: Int) {
        let isThere = pushes.update(id) { $0.finish(status, error: error, devices: devices) }
        if isThere { delivered.insert(id) }
        moveHistory()
    }

    mutating func removePush(_ id: ObjectID) {
        pushes.remove(id)
        delivered.remove(id)
    }

    /// Limits the number of further pushes; `nil` restores the regular limit.
    ///
    /// Delivered pushes move to the backup, so that no older push counts.
    mutating func limitHistory(to room: Int?) {
        temporaryLimit = room.map { _ in 0 }
        moveHistory()
        temporaryLimit = room.map { pushes.count + $0 }
    }

    private mutating func moveHistory() {
        while pushes.count > temporaryLimit ?? historyLimit, let oldest = delivered.popOldest() {
            pushes.remove(oldest).map { backup.add(deliveryTime: $0.deliveryTime) }
        }
    }
}

/// One application: its keys and its data.
final class NCMBApplication: Sendable {
    let applicationKey: String
    /// The client key's characters.
    let clientKey: [UInt8]
    let data: Mutex<NCMBData>

    init(_ credentials: NCMBCredentials, seed: UInt64, historyLimit: Int) {
        applicationKey = credentials.applicationKey
        clientKey = Array(credentials.clientKey.utf8)
        data = Mutex(NCMBData(seed: seed, historyLimit: historyLimit))
    }
}

/// The delivered pushes that were moved out of reach of the API.
struct PushBackup: Sendable {
    /// Number of pushes in each file, by its name; they cannot be read through the API.
    private(set) var files: [String: Int] = [:]

    /// The file of a push: one for each month of delivery, in Japan's time.
    static func fileName(deliveryTime: Instant) -> String {
        let japan = deliveryTime + .seconds(9 * 3_600)
        let month = japan.iso.prefix(7).filter { $0 != "-" }
        return "push_\(month).csv"
    }

    mutating func add(deliveryTime: Instant) {
        files[Self.fileName(deliveryTime: deliveryTime), default: 0] += 1
    }
}

/// One step of the delivery of one push.
struct PushDelivery: Hashable, Sendable {
    /// Event at its time.
    enum Step: Hashable, Sendable {
        /// Delivery of the push begins.
        case begin
        /// Delivery of the push is complete.
        case finish
    }

    let push: ObjectID
    /// The push's revision the step was planned for.
    let revision: Int
    let step: Step
}
