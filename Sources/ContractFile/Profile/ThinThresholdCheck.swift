import Contract
import LoadModel
package import Profile

/// Finds thresholds on percentiles that a run brings too few arrivals for, so that they stay inconclusive
/// whatever is measured.
struct ThinThresholdCheck {
    /// As it is run.
    let profile: LoadProfile
    /// How many processes share the arrivals.
    let shardCount: UInt64
    /// What it means that a threshold stays inconclusive.
    let consequence: String

    /// One warning for each such threshold, in their order.
    var diagnostics: [Diagnostic] {
        zip(profile.thresholds, profile.thresholdLocations).compactMap { threshold, location in
            guard case .latencyPercentile(let quantile) = threshold.metric else { return nil }
            return diagnostic(threshold, quantile, at: location)
        }
    }

    private func diagnostic(
        _ threshold: Threshold,
        _ quantile: Quantile,
        at location: SourceLocation
    ) -> Diagnostic? {
        let shortage =
            threshold.windows.map { self.shortage(of: quantile, threshold, in: $0) }
            ?? self.shortage(of: quantile, threshold)
        guard let shortage else { return nil }
        let others: [Quantile] = [.p999, .p99, .p95, .p90, .p50]
        let coarser = others.first { !$0.isTooFine(for: shortage.count) }
        return Diagnostic(
            "the threshold on \(quantile) may be inconclusive, \(consequence): "
                + shortage.text,
            at: location,
            hint: "make the run longer or its rate higher"
                + (coarser.map { ", or take \($0)" } ?? ""),
            severity: .warning
        )
    }

    /// Why a percentile is not meaningful, and the number of arrivals for it.
    private typealias Shortage = (count: UInt64, text: String)

    private func shortage(of quantile: Quantile, _ threshold: Threshold) -> Shortage? {
        guard let count = count(0..<profile.load.span, of: threshold.send),
            quantile.isTooFine(for: count)
        else { return nil }
        return (count, "it needs \(quantile.smallestCount) arrivals, and \(due(count, threshold))")
    }

    /// Windows without a verdict do no harm as long as enough others have one.
    private func shortage(
        of quantile: Quantile,
        _ threshold: Threshold,
        in windows: Threshold.Windows
    ) -> Shortage? {
        let span = profile.load.span
        let counts = stride(from: 0, to: span, by: Int(windows.length)).compactMap { start in
            count(start..<min(start + windows.length, span), of: threshold.send)
        }
        let thin = counts.filter(quantile.isTooFine).count
        guard let least = counts.min(),
            Fraction(UInt64(counts.count - thin), of: UInt64(counts.count)) < windows.share
        else { return nil }
        let length = NanosecondText.exact(windows.length)
        let which =
            counts.count == 1 ? "" : "in \(thin) of \(counts.count) there are fewer: in one "
        return (
            least,
            "it needs \(quantile.smallestCount) arrivals in a window of \(length), and \(which)"
                + due(least, threshold)
        )
    }

    /// `about 500 of createPush are due in this shard`.
    private func due(_ count: UInt64, _ threshold: Threshold) -> String {
        var isExact = threshold.send == nil && shardCount == 1
        if case .open(_, .poisson) = profile.load.model { isExact = false }
        let number = isExact ? "\(count)" : "about \(count)"
        let verb = count == 1 ? "is" : "are"
        let send = threshold.send.map { " of \(profile.mix.rows[$0])" } ?? ""
        return number + send + " \(verb) due"
            + (shardCount > 1 ? " in this shard" : "")
    }

    /// The next whole number above what is expected of a send, or of all; `nil` where connections that are
    /// kept busy send it.
    private func count(_ stretch: Range<Int64>, of send: Int?) -> UInt64? {
        let kind = send.map { profile.mix.kind(ofRow: $0) }
        let parts = profile.scenarios.filter { scenario in
            kind.map { profile.mix.kinds[scenario.kinds].contains($0) } ?? true
        }
        guard !parts.contains(where: \.load.isClosed) else { return nil }
        let kinds = kind == nil ? nil : parts.first?.kinds
        let load = kind == nil ? nil : parts.first?.load
        return (load ?? profile.load).expectedArrivals(in: stretch).map { arrivals in
            let drawn = profile.mix.kinds[kinds ?? profile.mix.kinds.indices]
            let weights = drawn.reduce(0) { $0 + $1.weight }
            let share = Double(kind?.weight ?? weights) / Double(weights) / Double(shardCount)
            // Less a little for what sums of fractions are off by.
            return UInt64(max(arrivals * share - 1e-6, 0).rounded(.up))
        }
    }
}

extension ContractLibrary {
    /// How a run by itself ends with such a threshold.
    package static let thinThresholdConsequence = "which is exit status 8"

    /// Warns of thresholds that a run brings too few arrivals for.
    ///
    /// - Parameters:
    ///   - profile: As it is run.
    ///   - shardCount: How many processes share the arrivals.
    ///   - consequence: What it means that a threshold stays inconclusive.
    package func warnOfThinThresholds(
        in profile: LoadProfile,
        shardCount: UInt64 = 1,
        consequence: String = thinThresholdConsequence
    ) {
        let check = ThinThresholdCheck(
            profile: profile,
            shardCount: shardCount,
            consequence: consequence
        )
        check.diagnostics.forEach(diagnostics.report)
    }
}
