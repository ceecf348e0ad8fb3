/// A figure of a run that two sets of runs are compared by.
package struct ComparedMetric: Hashable, Sendable {
    /// Unit of the values.
    package enum Unit: String, Hashable, Sendable, CaseIterable {
        case seconds
        /// Requests in a second.
        case perSecond
        /// A share between 0 and 1.
        case ratio
    }

    /// Default for the smallest relevant change, as a share of the old value.
    ///
    /// A real change of 5 % is then found where runs vary little: one of exactly the smallest relevant size appears
    /// smaller half of the time.
    package static let usualFloor = 0.03

    /// `p99 latency`.
    package let name: String
    package let unit: Unit
    /// Whether a greater value is a worse one.
    package let worsensUpward: Bool
    /// No change counts below this share of the old value.
    package let relativeFloor: Double
    /// No change counts below this, in the unit.
    let absoluteFloor: Double

    package init(
        _ name: String,
        in unit: Unit,
        worsensUpward: Bool,
        relativeFloor: Double = usualFloor,
        absoluteFloor: Double = 0
    ) {
        self.name = name
        self.unit = unit
        self.worsensUpward = worsensUpward
        self.relativeFloor = relativeFloor
        self.absoluteFloor = absoluteFloor
    }

    /// A latency in seconds: 3 %, at least 0.2 ms.
    package static func latency(
        _ name: String,
        relativeFloor: Double = usualFloor,
        absoluteFloor: Double = 0.0002
    ) -> ComparedMetric {
        ComparedMetric(
            name,
            in: .seconds,
            worsensUpward: true,
            relativeFloor: relativeFloor,
            absoluteFloor: absoluteFloor
        )
    }

    /// A rate: 3 %.
    package static func rate(_ name: String, relativeFloor: Double = usualFloor) -> ComparedMetric {
        ComparedMetric(name, in: .perSecond, worsensUpward: false, relativeFloor: relativeFloor)
    }

    /// A share of failures: 3 %, at least one in a thousand.
    package static func failures(
        _ name: String,
        relativeFloor: Double = usualFloor
    ) -> ComparedMetric {
        ComparedMetric(
            name,
            in: .ratio,
            worsensUpward: true,
            relativeFloor: relativeFloor,
            absoluteFloor: 0.001
        )
    }

    /// The smallest relevant shift from `old`; not below zero.
    ///
    /// From an infinite value, only the absolute floor applies.
    package func minimumEffect(from old: Double) -> Double {
        old.isFinite ? Swift.max(relativeFloor * abs(old), absoluteFloor) : absoluteFloor
    }

    /// Largest error with which a value is still used: smaller than a relevant change; for durations at least the
    /// error allowed for a percentile of one run, 5 % and 1 ms.
    package func tolerance(at value: Double) -> Double {
        let effect = minimumEffect(from: value)
        guard unit == .seconds, value.isFinite else { return effect }
        return Swift.max(effect, value / 20, 0.001)
    }

    /// The shift with its sign such that positive is worse.
    package func worsening(_ shift: Double) -> Double { worsensUpward ? shift : -shift }
}
