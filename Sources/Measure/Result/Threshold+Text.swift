extension Threshold {
    /// The objective in one line: `latency p99 < 250 ms of createPush in 99% of windows of 10 s`.
    ///
    /// - Parameter sends: The names of the sends.
    /// - Returns: The line, without its end.
    package func text(sends: [String]) -> String {
        var text = "\(metric.text) \(relation.sign) \(metric.text(of: limit))"
        if let send, sends.indices.contains(send) { text += " of \(sends[send])" }
        if let windows {
            let share =
                windows.share == Fraction(1)
                ? "every window" : "\(windows.share.percent) of windows"
            text += " in \(share) of \(NanosecondText.exact(windows.length))"
        }
        return text
    }
}

extension Threshold.Metric {
    /// `latency p99`, `errors`.
    package var text: String {
        switch self {
        case .latencyPercentile(let quantile): "latency \(quantile)"
        case .latencyMean: "latency mean"
        case .latencyMaximum: "latency max"
        case .errorRatio: "errors"
        case .outcomeRatio(let name): "outcome \(name)"
        case .achievedRatio: "achieved"
        }
    }

    /// A limit or a value of the metric: `250 ms`, `0.1%`.
    package func text(of value: Fraction) -> String {
        switch self {
        case .latencyPercentile, .latencyMean, .latencyMaximum:
            NanosecondText.exact(Int64(clamping: value.numerator / value.denominator))
        case .errorRatio, .outcomeRatio, .achievedRatio: value.percent
        }
    }
}

extension Threshold.Relation {
    /// As mathematics writes it.
    package var sign: String {
        switch self {
        case .lt: "<"
        case .lte: "≤"
        case .gt: ">"
        case .gte: "≥"
        }
    }
}

extension Fraction {
    /// In percent with up to four decimals: `99%`, `0.1%`, `33.3333%`, `<0.0001%`.
    package var percent: String {
        let scale: UInt128 = 10_000
        let parts =
            (UInt128(numerator) * 100 * scale + UInt128(denominator / 2)) / UInt128(denominator)
        if parts == 0 && numerator > 0 { return "<0.0001%" }
        let digits = String(parts % scale)
        var decimals = Substring(String(repeating: "0", count: 4 - digits.utf8.count) + digits)
        while decimals.last == "0" { decimals.removeLast() }
        return "\(parts / scale)" + (decimals.isEmpty ? "%" : ".\(decimals)%")
    }
}
