package import Base

/// How many connections were opened for how many requests.
package struct ConnectionCounts: Hashable, Sendable {
    /// As many as there were at the same time.
    package let connections: UInt64
    /// Connections that were opened, the first ones included.
    package let opened: UInt64
    /// Requests that ended, in warm-up too, good or not.
    package let requests: UInt64
    /// The most that were open at the same time; `nil` when that is not known.
    package let mostOpen: UInt64?
    /// Attempts that failed for want of something on the machine of the generator.
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

    /// What on the machine of the generator was a limit of the run: arrivals failed for it, or fewer connections
    /// were open than there were to be; `nil` when nothing was.
    package var localLimit: LocalTrouble? {
        failedLocally > 0 || mostOpen.map({ $0 < connections }) ?? false ? lack : nil
    }

    /// What on the machine of the generator most attempts failed for; `nil` when none did.
    package var lack: LocalTrouble? {
        LocalTrouble.allCases.filter { local[$0] != nil }
            .max { local[$0, default: 0] < local[$1, default: 0] }
    }

    /// Connections that were opened in place of others.
    package var reopened: UInt64 { opened - min(opened, connections) }

    /// Whether opening connections again was more of the load than requests were.
    ///
    /// As often as there were connections in the first place it says nothing: an idle server closes all of
    /// them once.
    var wereLoad: Bool { reopened > requests && reopened > connections }
}
