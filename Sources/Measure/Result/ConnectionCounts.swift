package import Base

/// Connections opened and the requests they carried.
package struct ConnectionCounts: Hashable, Sendable {
    /// Planned number of concurrent connections.
    package let connections: UInt64
    /// Connections opened, including the first ones.
    package let opened: UInt64
    /// Requests that ended, including the warm-up, passed or failed.
    package let requests: UInt64
    /// Largest number open at the same time; `nil` when unknown.
    package let mostOpen: UInt64?
    /// Attempts that failed because a resource was missing on the generator's machine.
    package let local: [LocalTrouble: UInt64]
    /// Arrivals that failed for that.
    package let failedLocally: UInt64

    package init(
        connections: UInt64,
        opened: UInt64,
        requests: UInt64,
        mostOpen: UInt64? = nil,
        local: [LocalTrouble: UInt64] = [:],
        failedLocally: UInt64 = 0
    ) {
        self.connections = connections
        self.opened = opened
        self.requests = requests
        self.mostOpen = mostOpen
        self.local = local
        self.failedLocally = failedLocally
    }

    /// Resource of the generator's machine that limited the run: arrivals failed because of it, or fewer
    /// connections were open than planned; `nil` for none.
    package var localLimit: LocalTrouble? {
        failedLocally > 0 || mostOpen.map({ $0 < connections }) ?? false ? lack : nil
    }

    /// Missing resource of the generator's machine that made most attempts fail; `nil` for none.
    package var lack: LocalTrouble? {
        LocalTrouble.allCases.filter { local[$0] != nil }
            .max { local[$0, default: 0] < local[$1, default: 0] }
    }

    /// Connections that were opened in place of others.
    package var reopened: UInt64 { opened - min(opened, connections) }

    /// Whether reconnecting was more load than the requests.
    ///
    /// Up to the number of connections it is normal: an idle server closes each of them once.
    var wereLoad: Bool { reopened > requests && reopened > connections }
}
