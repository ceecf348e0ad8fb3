import Base
import Cryptography
import Synchronization

/// The channels of each app.
final class APNsChannels: Sendable {
    /// Handling of a broadcast for devices that are offline.
    enum StoragePolicy: Int, Hashable, Sendable {
        case noMessageStored, mostRecentMessageStored
    }

    /// An app's channels.
    private struct App: Sendable {
        var policies: [String: StoragePolicy] = [:]
        /// Identifiers in the order in which they were made; those of deleted channels stay until
        /// they are half of all.
        var order: [String] = []

        mutating func forgetDeleted() {
            guard order.count > 2 * policies.count else { return }
            order.removeAll { policies[$0] == nil }
        }
    }

    private struct Content: Sendable {
        var apps: [String: App] = [:]
        var random = SplitMix64(seed: .random(in: 0...UInt64.max))
    }

    private let content = Mutex(Content())

    /// Largest number of channels of an app.
    ///
    /// Source: Apple, "Sending channel management requests to APNs".
    static let limit = 10_000
    /// The longest identifier in bytes of Base64; Apple documents that there is a limit, and not
    /// which.
    static let longestID = 256

    init() {}

    /// Makes a channel.
    ///
    /// - Returns: Its identifier, 16 random bytes in Base64; `nil` when the app has `limit` channels.
    func create(_ bundle: String, _ policy: StoragePolicy) -> String? {
        content.withLock { content in
            var app = content.apps[bundle] ?? App()
            guard app.policies.count < Self.limit else { return nil }
            let words = [content.random.next(), content.random.next()]
            let bytes = words.flatMap { word in
                (0..<8).map { UInt8(truncatingIfNeeded: word >> UInt64($0 * 8)) }
            }
            let id = Base64.encode(bytes)
            app.policies[id] = policy
            app.order.append(id)
            content.apps[bundle] = app
            return id
        }
    }

    /// The policy of a channel; `nil` for an unknown channel of the app.
    func policy(_ bundle: String, _ id: String) -> StoragePolicy? {
        content.withLock { $0.apps[bundle]?.policies[id] }
    }

    /// Deletes a channel.
    ///
    /// - Returns: Whether it existed.
    func delete(_ bundle: String, _ id: String) -> Bool {
        content.withLock { content in
            guard content.apps[bundle]?.policies.removeValue(forKey: id) != nil else {
                return false
            }
            content.apps[bundle]?.forgetDeleted()
            return true
        }
    }

    /// The identifiers of an app's channels, the oldest first.
    func all(_ bundle: String) -> [String] {
        content.withLock { content in
            guard let app = content.apps[bundle] else { return [] }
            return app.order.filter { app.policies[$0] != nil }
        }
    }
}
