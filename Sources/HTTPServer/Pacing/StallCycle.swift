import Base

/// Recurring pauses: the service stalls in the last part of each period, counted from the start.
package struct StallCycle: Hashable, Sendable, CustomStringConvertible {
    /// In nanoseconds.
    package let period: Int64
    /// Length of a stall, in nanoseconds; less than the period.
    package let pause: Int64

    package init(every period: Int64, for pause: Int64) {
        precondition(pause > 0 && pause < period, "a pause of \(pause) ns every \(period) ns")
        self.period = period
        self.pause = pause
    }

    /// Reads `every=10s,for=500ms`; `nil` unless the pause is shorter than the period.
    ///
    /// - Parameters:
    ///   - text: Both times, in any order.
    ///   - nanoseconds: Reads a time.
    package init?(_ text: String, _ nanoseconds: (String) -> Int64? = TimeSpan.nanoseconds) {
        var times: [Substring: Int64] = [:]
        let parts = text.split(separator: ",", omittingEmptySubsequences: false)
        for part in parts {
            let sides = part.split(separator: "=", omittingEmptySubsequences: false)
            guard sides.count == 2 else { return nil }
            times[sides[0]] = nanoseconds(String(sides[1]))
        }
        guard parts.count == 2, let period = times["every"], let pause = times["for"], pause > 0,
            pause < period
        else { return nil }
        self.init(every: period, for: pause)
    }

    package var description: String {
        let times = [period, pause].map { TimeSpan.text(of: .nanoseconds($0)) }
        return "every=\(times[0]),for=\(times[1])"
    }

    private var active: Int64 { period - pause }

    /// Position of a moment within its period, in nanoseconds.
    package func phase(at moment: Int64) -> Int64 { moment % period }

    /// Service time available up to a moment.
    func worked(by moment: Int64) -> Int64 {
        moment / period * active + min(moment % period, active)
    }

    /// The first moment at which a given service time has been available.
    func moment(ofWorked worked: Int64) -> Int64 {
        guard worked > 0 else { return 0 }
        // Work that ends exactly at the beginning of a stall ends before it.
        let periods = (worked - 1) / active
        return periods * period + worked - periods * active
    }

    /// The moment itself, or the end of the pause that it falls into.
    package func resumption(at moment: Int64) -> Int64 {
        moment % period >= active ? (moment / period + 1) * period : moment
    }
}
