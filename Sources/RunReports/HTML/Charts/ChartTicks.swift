import Glibc
import LoadModel
import Measure

/// The lines of an axis, and their labels.
enum ChartTicks {
    /// A line across the chart.
    struct Tick: Hashable, Sendable {
        let value: Double
        /// `nil` for a faint line without a label.
        let label: String?
    }

    /// About `count` round numbers from zero: steps of 1, 2 or 5 times a power of ten.
    static func numbers(upTo limit: Double, count: Int = 5) -> [Tick] {
        let step = roundStep(limit / Double(count))
        let last = Int((limit / step + 1e-9).rounded(.down))
        return (0...max(last, 1)).map { index in
            let value = Double(index) * step
            return Tick(value: value, label: LoadNumber.short(value, step: step))
        }
    }

    /// About `count` round numbers within the domain.
    static func numbers(in domain: ClosedRange<Double>, count: Int = 8) -> [Tick] {
        let step = roundStep((domain.upperBound - domain.lowerBound) / Double(count))
        let first = (domain.lowerBound / step - 1e-9).rounded(.up)
        let last = (domain.upperBound / step + 1e-9).rounded(.down)
        return stride(from: first, through: last, by: 1).map { index in
            Tick(value: index * step, label: LoadNumber.short(index * step, step: step))
        }
    }

    /// The end of an axis that begins at zero and has room for `value`.
    static func end(for value: Double, count: Int = 5) -> Double {
        guard value > 0 else { return 1 }
        let step = roundStep(value / Double(count))
        return (value * 1.02 / step).rounded(.up) * step
    }

    /// The next of 1, 2, 5 times a power of ten.
    static func roundStep(_ value: Double) -> Double {
        guard value > 0, value.isFinite else { return 1 }
        let power = pow(10, floor(log10(value)))
        let lead = value / power
        return (lead <= 1.0001 ? 1 : lead <= 2.0001 ? 2 : lead <= 5.0001 ? 5 : 10) * power
    }

    /// Durations in nanoseconds on a logarithmic axis: every power of ten has a label; if there are few of them, 2
    /// and 5 have one too.
    static func durations(_ domain: ClosedRange<Double>) -> [Tick] {
        var ticks: [Tick] = []
        let decades = log10(domain.upperBound / domain.lowerBound)
        var power = pow(10, floor(log10(domain.lowerBound)))
        while power <= domain.upperBound {
            for lead in 1...9 {
                let value = Double(lead) * power
                guard value >= domain.lowerBound * 0.999, value <= domain.upperBound * 1.001 else {
                    continue
                }
                let hasText = lead == 1 || decades < 3.2 && (lead == 2 || lead == 5)
                guard hasText || decades < 4.5 else { continue }
                ticks.append(Tick(value: value, label: hasText ? duration(value) : nil))
            }
            power *= 10
        }
        return ticks
    }

    /// A domain for durations in nanoseconds that begins and ends with 1, 2 or 5 times a power of ten.
    static func durationDomain(_ values: [Double]) -> ClosedRange<Double> {
        let positive = values.filter { $0 > 0 }
        guard let least = positive.min(), let greatest = positive.max() else { return 1e5...1e7 }
        let power = pow(10, floor(log10(least)))
        let lead = least / power
        let low = (lead >= 5 ? 5 : lead >= 2 ? 2 : 1) * power
        return low...max(roundStep(greatest * 1.02), low * 10)
    }

    /// Seconds since the start, given in seconds.
    static func seconds(_ domain: ClosedRange<Double>, count: Int = 10) -> [Tick] {
        let span = domain.upperBound - domain.lowerBound
        let steps: [Double] = [
            0.1, 0.2, 0.5, 1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200, 14_400,
        ]
        let step = steps.first { span / $0 <= Double(count) } ?? roundStep(span / Double(count))
        var ticks: [Tick] = []
        var value = (domain.lowerBound / step).rounded(.up) * step
        while value <= domain.upperBound + step / 1000 {
            ticks.append(Tick(value: value, label: LoadNumber.clock(value, span: span)))
            value += step
        }
        return ticks
    }

    /// Percentiles up to a share below one: 0, 50, 90, 99, 99.9 and so on.
    static func percentiles(upTo limit: Double) -> [Tick] {
        let labelled: [(Double, String)] = [
            (0, "0 %"), (0.5, "50 %"), (0.9, "90 %"), (0.99, "99 %"), (0.999, "99.9 %"),
            (0.9999, "99.99 %"), (0.999_99, "99.999 %"), (0.999_999, "99.9999 %"),
        ]
        let faint = [0.25, 0.75, 0.95, 0.995, 0.9995, 0.999_95, 0.999_995]
        let ticks =
            labelled.map { Tick(value: $0.0, label: $0.1) }
            + faint.map { Tick(value: $0, label: nil) }
        return ticks.filter { $0.value <= limit }
    }

    private static func duration(_ value: Double) -> String {
        NanosecondText.exact(Int64(value.rounded()))
    }
}
