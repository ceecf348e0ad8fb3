/// Recurring pauses: the service stalls in the last part of each period, counted from the start.
package struct StallCycle: Hashable, Sendable {
    /// In nanoseconds.
    package let period: Int64
    /// Length of a stall, in nanoseconds; less than the period.
    package let pause: Int64

    package init(every period: Int64, for pause: Int64) {
        precondition(pause > 0 && pause < period, "a pause of \(pause) ns every \(period) ns")
        self.period = period
        self.pause = pause
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
