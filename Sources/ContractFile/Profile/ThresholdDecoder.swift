import Base
import Contract
import LoadModel

/// Reads `thresholds` of a profile.
struct ThresholdDecoder {
    let context: DecodingContext
    /// `nil` when none could be read.
    let mix: ArrivalMix?
    /// Whether some sends could not be read; which ones there are is not known then.
    let lacksSends: Bool
    /// `nil` when it could not be read.
    let load: LoadShape?
    /// Whether deliveries are watched.
    let hasDelivery: Bool

    private var diagnostics: Diagnostics { context.diagnostics }

    /// One for each element, with its place; those that were reported are left out.
    func thresholds(_ nodes: [YAMLNode]?) -> [(threshold: Threshold, location: SourceLocation)] {
        nodes?.compactMap { node in threshold(node).map { ($0, node.location) } } ?? []
    }

    private func threshold(_ node: YAMLNode) -> Threshold? {
        guard let reader = KeyReader(node, of: "a threshold", ThresholdKeys.self, diagnostics)
        else { return nil }
        let metricEntry = reader.exactlyOne(\.metric)
        let within = reader.entry(\.within)
        let metric = metricEntry.flatMap { self.metric($0, within: within) }
        let relationEntry = reader.exactlyOne(\.relation)
        let sendEntry = reader.entry(\.of)
        let send = sendEntry.flatMap { self.send($0.value) }
        let window = reader.entry(\.window)
        let share = reader.entry(\.share)
        let abort = reader.entry(\.abort)
        reader.finish()
        guard let metric, let relationEntry,
            let relation = relationEntry.key.text.flatMap(Threshold.Relation.init),
            let limit = limit(relationEntry.value, of: metric)
        else { return nil }
        if metric == .achievedRatio, let sendEntry {
            diagnostics.error(
                "\"achieved\" applies to all sends, so it cannot be combined with \"of\"",
                at: sendEntry.key
            )
        }
        if metric.isOfDeliveries {
            checkDelivery(metricEntry)
            check([sendEntry, window, share, abort], with: "a metric of deliveries")
        }
        if metric == .eventRate { check([window, share, abort], with: "\"events\"") }
        let windows = self.windows(window, share)
        let aborts = abort?.value.decoded(as: .boolean, diagnostics) ?? false
        if aborts, let abort, metric != .eventRate {
            checkAbort(abort, metric, relation, windows)
            checkAbort(abort, ofRow: send)
        }
        return Threshold(
            metric,
            relation,
            limit,
            send: send,
            windows: windows,
            aborts: aborts,
            place: node.location.description
        )
    }

    /// Reports keys that a metric of the whole run cannot be combined with.
    private func check(_ others: [YAMLNode.Entry?], with metric: String) {
        for case let other? in others {
            diagnostics.error(
                "\(Excerpt.quoted(other.key.text ?? "")) cannot be combined with \(metric), which "
                    + "applies to the whole run",
                at: other.key
            )
        }
    }

    private func checkDelivery(_ metric: YAMLNode.Entry?) {
        if let metric, !hasDelivery {
            diagnostics.error(
                "\(Excerpt.quoted(metric.key.text ?? "")) requires \"delivery\"",
                at: metric.key,
                hint: "add \"delivery\" with a sink that stands in for the provider"
            )
        }
    }

    private func metric(
        _ entry: YAMLNode.Entry,
        within: YAMLNode.Entry?
    ) -> Threshold.Metric? {
        let (key, node) = (entry.key.text, entry.value)
        if key == "delivered" { return delivered(node, within: within) }
        if let within {
            diagnostics.error("\"within\" is for \"delivered: ratio\"", at: within.key)
        }
        if let fault = key.flatMap(DeliveryFault.init) {
            guard node.stringValue == "count" else {
                diagnostics.mismatch("\"count\"", at: node)
                return nil
            }
            return .deliveries(fault)
        }
        if key == "latency" {
            guard let metric = node.stringValue.flatMap(Threshold.Metric.init(latency:)) else {
                diagnostics.mismatch("a percentile such as p99, or mean or max", at: node)
                return nil
            }
            return metric
        }
        if key == "events" {
            guard node.stringValue == "rate" else {
                diagnostics.mismatch("\"rate\"", at: node)
                return nil
            }
            return .eventRate
        }
        if key == "outcome" {
            return outcome(node).map { .outcomeRatio($0) }
        }
        guard node.stringValue == "ratio" else {
            diagnostics.mismatch("\"ratio\"", at: node)
            return nil
        }
        return key == "errors" ? .errorRatio : .achievedRatio
    }

    /// The name of an outcome.
    ///
    /// A server may respond with codes that its contract does not list, so any name is allowed that can be one of them;
    /// but a mistyped name would never be counted, and its threshold would always pass.
    private func outcome(_ node: YAMLNode) -> String? {
        guard let name = node.decoded(as: .spelling, diagnostics) else { return nil }
        guard name.wholeMatch(of: /[1-5](xx|XX)/) == nil else {
            diagnostics.error(
                "an outcome is one status, code or reason, and \(Excerpt.quoted(name)) is a class of statuses",
                at: node,
                hint: "write \"errors: ratio\" for all failures, or a threshold for each status"
            )
            return nil
        }
        let contract = context.contract
        let codes = contract.errors.compactMap(\.code.exact)
        let reasons = OutcomeName.all
        let isStatus = name.wholeMatch(of: /[1-9][0-9][0-9]/) != nil
        // Statuses, and steps without their captures, may come before or after a name.
        guard !isStatus, !name.contains(" "), !(codes + reasons).contains(name) else { return name }
        if contract.errors.contains(where: { $0.code.accepts(name) }) { return name }
        if let hint = Diagnostics.suggestion(for: name, among: codes + reasons) {
            diagnostics.warning(
                "unknown outcome \(Excerpt.quoted(name)); arrivals are counted only if the server sends this code",
                at: node,
                hint: hint
            )
        } else if contract.failure?.code == nil {
            diagnostics.warning(
                "unknown outcome \(Excerpt.quoted(name)); no arrival can have it, because \"failure\" of the "
                    + "contract names no code",
                at: node,
                hint: "write a status such as 503, or one of " + Words.list(reasons, limit: 4)
            )
        }
        return name
    }

    private func delivered(_ node: YAMLNode, within: YAMLNode.Entry?) -> Threshold.Metric? {
        if node.stringValue == "ratio" {
            let time = within.map { $0.value.decoded(as: .someTime, diagnostics) }
            if case .some(nil) = time { return nil }
            return .deliveredRatio(within: time ?? nil)
        }
        if let within {
            diagnostics.error("\"within\" is for \"delivered: ratio\"", at: within.key)
        }
        guard let quantile = node.stringValue.flatMap(Quantile.init) else {
            diagnostics.mismatch("\"ratio\" or a percentile such as p99", at: node)
            return nil
        }
        return .deliveredPercentile(quantile)
    }

    private func limit(_ node: YAMLNode, of metric: Threshold.Metric) -> Fraction? {
        switch metric.unit {
        case .time: node.decoded(as: .someTime, diagnostics).map { Fraction(UInt64($0)) }
        case .share: node.decoded(as: .share, diagnostics)
        case .count:
            node.decoded(as: .integer(in: 0...1_000_000_000_000), diagnostics)
                .map { Fraction(UInt64($0)) }
        case .rate:
            // Up to nine digits before the point.
            node.decoded(as: .rate, diagnostics)
                .map { Fraction(UInt64(($0 * 1e9).rounded()), of: 1_000_000_000) }
        }
    }

    /// Its index.
    private func send(_ node: YAMLNode) -> Int? {
        guard let name = node.decoded(as: .string, diagnostics) else { return nil }
        let rows = mix?.rows ?? []
        if let index = rows.firstIndex(of: name) { return index }
        guard !lacksSends else { return nil }
        context.reportUnknown("send", name, among: rows, at: node)
        return nil
    }

    /// For a step, the number of remaining arrivals is unknown.
    private func checkAbort(_ entry: YAMLNode.Entry, ofRow row: Int?) {
        guard let mix, let row, row >= mix.kinds.count else { return }
        diagnostics.error(
            "a step cannot end the run; give this to \(Excerpt.quoted(mix.kind(ofRow: row).name))",
            at: entry.key
        )
    }

    private func windows(
        _ window: YAMLNode.Entry?,
        _ share: YAMLNode.Entry?
    ) -> Threshold.Windows? {
        guard let window else {
            if let share {
                diagnostics.error("\"in\" is for thresholds with a window", at: share.key)
            }
            return nil
        }
        let length = window.value.decoded(as: .someTime, diagnostics)
        let held = share?.value.decoded(as: .share, diagnostics) ?? Fraction(1)
        guard let length else { return nil }
        if let load, let width = SliceWidth.narrowest(for: load.total), length % width != 0 {
            let seconds = width / 1_000_000_000
            diagnostics.error(
                "a run of this length is kept in slices of \(seconds) s; expected a multiple of "
                    + "that, got \(window.value.kindAndValue)",
                at: window.value
            )
        }
        return Threshold.Windows(length: length, share: held)
    }

    /// Some thresholds can always be mended before the end.
    private func checkAbort(
        _ entry: YAMLNode.Entry,
        _ metric: Threshold.Metric,
        _ relation: Threshold.Relation,
        _ windows: Threshold.Windows?
    ) {
        guard windows == nil else { return }
        let isLasting = metric != .achievedRatio && metric != .latencyMean
        if relation.isUpperLimit && isLasting { return }
        diagnostics.error(
            "this is known only at the end, so it cannot abort the run; add a window",
            at: entry.key
        )
    }
}
