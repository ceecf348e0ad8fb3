package import Base
import JSON

/// How a part opened its connections, and what prevented others on its machine.
package struct OpeningFigures: Hashable, Sendable {
    /// Durations of one step of opening, in nanoseconds.
    package struct Time: Hashable, Sendable {
        /// All connections together.
        package internal(set) var total: Int64 = 0
        package internal(set) var longest: Int64 = 0

        package init() {}

        mutating func add(_ time: Int64) {
            total += max(time, 0)
            longest = max(longest, time)
        }

        mutating func merge(_ other: Time) {
            total += other.total
            longest = max(longest, other.longest)
        }
    }

    /// Connections that were timed.
    package internal(set) var count: UInt64 = 0
    /// Until the name had resolved; zero for connections that found it resolved.
    package internal(set) var name = Time()
    /// From there until the connection was established.
    package internal(set) var connect = Time()
    /// From there until TLS was established.
    package internal(set) var tls = Time()
    /// Connections that resumed a TLS session.
    package internal(set) var resumed: UInt64 = 0
    /// Largest number of connections open at the same time.
    package internal(set) var mostOpen: UInt64 = 0
    /// Attempts that failed because a resource was missing on the generator's machine.
    package internal(set) var local: [LocalTrouble: UInt64] = [:]

    package init() {}

    /// Adds a connection; the times are nanoseconds.
    package mutating func add(name: Int64, connect: Int64, tls: Int64, isResumed: Bool) {
        count += 1
        self.name.add(name)
        self.connect.add(connect)
        self.tls.add(tls)
        if isResumed { resumed += 1 }
    }

    /// Adds an attempt that failed on the machine of the generator.
    package mutating func note(_ trouble: LocalTrouble) { local[trouble, default: 0] += 1 }

    /// Records the number of open connections.
    package mutating func note(open count: Int) { mostOpen = max(mostOpen, UInt64(max(count, 0))) }

    /// Adds the figures of another worker or part that ran at the same time.
    package mutating func merge(_ other: OpeningFigures) {
        count += other.count
        name.merge(other.name)
        connect.merge(other.connect)
        tls.merge(other.tls)
        resumed += other.resumed
        mostOpen += other.mostOpen
        local.merge(other.local, uniquingKeysWith: +)
    }
}

/// A time in which a server was down: no connection could be opened, or no request got a response.
package struct RunOutage: Hashable, Sendable {
    /// When it was detected, in nanoseconds since the first stage began.
    package internal(set) var from: Int64
    /// When a request got a response again; `nil` when none did until the end.
    package internal(set) var until: Int64?
    /// Requests that failed meanwhile.
    package internal(set) var failed: UInt64

    package init(from: Int64, until: Int64?, failed: UInt64) {
        self.from = from
        self.until = until
        self.failed = failed
    }

    /// Merges outages of several workers or parts when they overlap or are close together.
    ///
    /// - Parameter outages: In any order.
    /// - Returns: In the order of time.
    package static func merged(_ outages: [RunOutage]) -> [RunOutage] {
        outages.sorted { $0.from < $1.from }.reduce(into: []) { merged, outage in
            guard let last = merged.last, outage.from <= (last.until ?? .max) &+ nearby else {
                return merged.append(outage)
            }
            merged[merged.count - 1] = RunOutage(
                from: last.from,
                until: last.until.flatMap { end in outage.until.map { max($0, end) } },
                failed: last.failed + outage.failed
            )
        }
    }

    /// Nanoseconds between two outages up to which they count as one.
    package static let nearby: Int64 = 500_000_000
}

// MARK: - JSON

extension OpeningFigures {
    static let table = FieldTable(
        OpeningFigures(),
        [
            Field("count", \.count, .count),
            Field("name", \.name, .record(Time.table)),
            Field("connect", \.connect, .record(Time.table)),
            Field("tls", \.tls, .record(Time.table)),
            Field("resumed", \.resumed, .count),
            Field("mostOpen", \.mostOpen, .count),
            Field(
                write: { figures, object in
                    var counts = JSONObject()
                    for trouble in LocalTrouble.allCases {
                        counts[trouble.rawValue] = figures.local[trouble].map { .count($0) }
                    }
                    object["local"] = .object(counts)
                },
                read: { (node, figures) throws(RunResultError) in
                    let node = try node["local"]
                    for trouble in LocalTrouble.allCases {
                        figures.local[trouble] = try node.optional(trouble.rawValue)?.count
                    }
                }
            ),
        ]
    )
}

extension OpeningFigures.Time {
    fileprivate static let table = FieldTable(
        OpeningFigures.Time(),
        [
            Field("totalSeconds", \.total, .seconds),
            Field("longestSeconds", \.longest, .seconds),
        ]
    )
}

extension RunOutage {
    static let table = FieldTable(
        RunOutage(from: 0, until: nil, failed: 0),
        [
            Field("fromSeconds", \.from, .seconds),
            Field("untilSeconds", optional: \.until, .seconds),
            Field("failed", \.failed, .count),
        ]
    )
}
