import Contract
import Measure

/// Reads `thresholds` of a profile.
struct ThresholdDecoder {
    let context: DecodingContext
    let sends: [LoadProfile.Send]
    /// `nil` when it could not be read.
    let load: LoadShape?

    private var diagnostics: Diagnostics { context.diagnostics }

    /// One for each element; those that were reported are left out.
    func thresholds(_ nodes: [YAMLNode]?) -> [LoadThreshold] {
        nodes?.compactMap(threshold) ?? []
    }

    private func threshold(_ node: YAMLNode) -> LoadThreshold? {
        guard let reader = KeyReader(node, of: "a threshold", ThresholdKeys.self, diagnostics)
        else { return nil }
        let metricEntry = reader.exactlyOne(\.metric)
        let metric = metricEntry.flatMap(self.metric)
        let relationEntry = reader.exactlyOne(\.relation)
        let sendEntry = reader.entry(\.of)
        let send = sendEntry.flatMap { self.send($0.value) }
        let window = reader.entry(\.window)
        let share = reader.entry(\.share)
        let abort = reader.entry(\.abort)
        reader.finish()
        guard let metric, let relationEntry,
            let relation = relationEntry.key.text.flatMap(LoadThreshold.Relation.init),
            let limit = limit(relationEntry.value, of: metric)
        else { return nil }
        if metric == .achieved, let sendEntry {
            diagnostics.error(
                "\"achieved\" is of all sends together, so \"of\" does not go with it",
                at: sendEntry.key
            )
        }
        let windows = self.windows(window, share)
        let aborts = abort?.value.decoded(as: .boolean, diagnostics) ?? false
        if aborts, let abort { checkAbort(abort, metric, relation, windows) }
        return LoadThreshold(
            metric,
            relation,
            limit,
            send: send,
            windows: windows,
            aborts: aborts,
            location: node.location
        )
    }

    private func metric(_ entry: YAMLNode.Entry) -> LoadThreshold.Metric? {
        let (key, node) = (entry.key.text, entry.value)
        if key == "latency" {
            guard let text = node.stringValue, Self.isStatistic(text) else {
                diagnostics.mismatch("a percentile such as p99, or mean or max", at: node)
                return nil
            }
            return .latency(text)
        }
        if key == "outcome" {
            return node.decoded(as: .spelling, diagnostics).map { .outcome($0) }
        }
        guard node.stringValue == "ratio" else {
            diagnostics.mismatch("\"ratio\"", at: node)
            return nil
        }
        return key == "errors" ? .errors : .achieved
    }

    private static func isStatistic(_ text: String) -> Bool {
        text == "mean" || text == "max" || Quantile(text) != nil
    }

    private func limit(
        _ node: YAMLNode,
        of metric: LoadThreshold.Metric
    ) -> LoadThreshold.Limit? {
        if case .latency = metric {
            return node.decoded(as: .someTime, diagnostics).map { .time($0) }
        }
        return node.decoded(as: .share, diagnostics).map(Self.share)
    }

    private static func share(_ fraction: Fraction) -> LoadThreshold.Limit {
        .share(fraction.numerator, of: fraction.denominator)
    }

    private func send(_ node: YAMLNode) -> String? {
        guard let name = node.decoded(as: .string, diagnostics) else { return nil }
        if sends.contains(where: { $0.name == name }) { return name }
        context.reportUnknown("send", name, among: sends.map(\.name), at: node)
        return nil
    }

    private func windows(
        _ window: YAMLNode.Entry?,
        _ share: YAMLNode.Entry?
    ) -> LoadThreshold.Windows? {
        guard let window else {
            if let share {
                diagnostics.error("\"in\" is for thresholds with a window", at: share.key)
            }
            return nil
        }
        let length = window.value.decoded(as: .someTime, diagnostics)
        let held = share?.value.decoded(as: .share, diagnostics) ?? Fraction(1)
        guard let length else { return nil }
        if let load, let width = RecordingPlan.sliceWidth(for: load.total.wholeNanoseconds),
            length.wholeNanoseconds % width != 0
        {
            let seconds = width / 1_000_000_000
            diagnostics.error(
                "a run of this length is kept in slices of \(seconds) s; expected a multiple of "
                    + "that, got \(window.value.kindAndValue)",
                at: window.value
            )
        }
        return LoadThreshold.Windows(length: length, share: Self.share(held))
    }

    /// Some thresholds can always be mended before the end.
    private func checkAbort(
        _ entry: YAMLNode.Entry,
        _ metric: LoadThreshold.Metric,
        _ relation: LoadThreshold.Relation,
        _ windows: LoadThreshold.Windows?
    ) {
        guard windows == nil else { return }
        let isUpper = relation == .lt || relation == .lte
        if isUpper && metric != .achieved && metric != .latency("mean") { return }
        diagnostics.error(
            "whether this holds is known at the end only, so it cannot end the run; give it a window",
            at: entry.key
        )
    }
}
