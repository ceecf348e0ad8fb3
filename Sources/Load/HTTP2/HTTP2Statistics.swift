/// HTTP/2 events apart from responses.
package struct HTTP2Statistics: Hashable, Sendable {
    /// The smallest and the largest stream limit of the servers; `nil` when no server set one.
    package private(set) var streamLimits: ClosedRange<UInt32>?
    /// Streams that servers ended, by the code they gave.
    package private(set) var resets: [UInt32: UInt64] = [:]
    /// GOAWAYs by their code.
    package private(set) var goAways: [UInt32: UInt64] = [:]
    /// The text of the last GOAWAY that had one.
    package private(set) var goAwayText: String?
    /// Requests whose bodies had to wait for the server's window.
    package var blocked: UInt64 = 0

    package init() {}

    mutating func note(streamLimit limit: UInt32) {
        let old = streamLimits ?? limit...limit
        streamLimits = min(old.lowerBound, limit)...max(old.upperBound, limit)
    }

    mutating func note(reset code: UInt32) { resets[code, default: 0] += 1 }

    mutating func note(_ goAway: HTTP2Session.GoAway) {
        goAways[goAway.code, default: 0] += 1
        if !goAway.debugData.isEmpty {
            goAwayText = String(decoding: goAway.debugData, as: UTF8.self)
        }
    }

    mutating func merge(_ other: HTTP2Statistics) {
        if let limits = other.streamLimits {
            note(streamLimit: limits.lowerBound)
            note(streamLimit: limits.upperBound)
        }
        resets.merge(other.resets, uniquingKeysWith: +)
        goAways.merge(other.goAways, uniquingKeysWith: +)
        goAwayText = goAwayText ?? other.goAwayText
        blocked += other.blocked
    }
}
