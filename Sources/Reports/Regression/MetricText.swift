import LoadModel
import Measure
package import Statistics

/// Values of a metric for people.
package struct MetricText {
    let unit: ComparedMetric.Unit

    package init(unit: ComparedMetric.Unit) {
        self.unit = unit
    }

    /// `12.3 ms`, `1985/s`, `0.12 %`, `failed`.
    package func value(_ value: Double) -> String {
        guard value.isFinite else { return "failed" }
        return switch unit {
        case .seconds:
            Int64(exactly: (value * 1e9).rounded()).map(NanosecondText.short)
                ?? "\(Self.digits(value)) s"
        case .perSecond: "\(Self.digits(value))/s"
        case .ratio: "\(Self.digits(value * 100)) %"
        }
    }

    /// A change with its sign.
    package func change(_ value: Double) -> String {
        guard value.isFinite else { return value > 0 ? "to failed" : "from failed" }
        let text = self.value(abs(value))
        // A share of a share would be misread as one of the whole.
        let points = unit == .ratio ? text.dropLast(2) + " points" : text[...]
        return Self.sign(value) + points
    }

    /// A share with its sign: `+10.4 %`.
    package static func percent(_ share: Double) -> String {
        sign(share) + "\(digits(abs(share) * 100)) %"
    }

    private static func sign(_ value: Double) -> String { value < 0 ? "-" : value > 0 ? "+" : "" }

    /// Three significant digits, all digits before the point, at most four decimals.
    static func digits(_ value: Double) -> String {
        guard value.isFinite, abs(value) < 1e15 else { return "\(value)" }
        var decimals = 0
        var bound = 100.0
        while decimals < 4, abs(value) < bound, value != 0 {
            decimals += 1
            bound /= 10
        }
        return fixed(value, decimals)
    }

    private static func fixed(_ value: Double, _ decimals: Int) -> String {
        let scale = (0..<decimals).reduce(1.0) { power, _ in power * 10 }
        let whole = Int64((abs(value) * scale).rounded())
        let sign = value < 0 && whole != 0 ? "-" : ""
        guard decimals > 0 else { return "\(sign)\(whole)" }
        let step = Int64(scale)
        let fraction = String(whole % step)
        let zeros = String(repeating: "0", count: decimals - fraction.utf8.count)
        var text = "\(whole / step).\(zeros)\(fraction)"
        while text.last == "0" { text.removeLast() }
        if text.last == "." { text.removeLast() }
        return sign + text
    }
}
