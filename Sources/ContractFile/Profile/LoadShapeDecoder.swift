import Base
import Contract
import LoadModel
import Profile

/// Reads `load` of a profile: when requests are sent.
struct LoadShapeDecoder {
    let diagnostics: Diagnostics
    /// `nil` when there is none, or it could not be read.
    let audience: LoadProfile.Audience?
    /// Whether the profile has one, so that all is said of one that could not be read.
    let hasAudience: Bool
    /// How long a journey pauses at most, in nanoseconds.
    var longestPause: Int64 = 0
    /// The servers that requests go to, by their names in the contract.
    var targets: [String] = []

    private typealias Stage = (model: LoadShape.Model, connections: Int?)

    /// `nil` after a report.
    func shape(_ node: YAMLNode) -> LoadShape? {
        guard let reader = KeyReader(node, of: "\"load\"", LoadKeys.self, diagnostics) else {
            return nil
        }
        let stages = reader[\.stages].flatMap(self.stages)
        let arrivals = reader.entry(\.arrivals)
        let warmup = reader.entry(\.warmup)
        let connections = reader.entry(\.connections)
        let version = reader.entry(\.http)
        let http = version.map { $0.value.decoded(as: .integer(in: 1...2), diagnostics) } ?? 1
        let streams = reader.entry(\.streams)
        let timeout = reader[\.timeout]
        // Gives the last journeys time to finish.
        let drain = reader[\.drain] ?? timeout + longestPause
        let churn = reader[\.requestsPerConnection]
        let breakOff = reader[\.breakOff]
        reader.finish()
        guard let stages, !stages.isEmpty,
            let (model, own) = model(stages, arrivals, connections)
        else { return nil }
        let decoder = ConnectionSizesDecoder(diagnostics: diagnostics, targets: targets)
        let sizes = connections.flatMap { decoder.sizes($0.value) }
        if case .failed? = sizes { return nil }
        let count = sizes?.range
        if targets.count > 1, own != nil {
            diagnostics.error(
                "stages with connections allow one server, but these requests go to "
                    + Words.list(targets, limit: 8),
                at: node
            )
        }
        var shape = LoadShape(
            model,
            warmup: warmup.flatMap { self.warmup($0.value, before: model) } ?? 0,
            connections: own ?? count?.upperBound ?? (http == 1 ? 128 : 4),
            initialConnections: count.flatMap {
                $0.lowerBound < $0.upperBound ? $0.lowerBound : nil
            },
            streams: self.streams(streams, http: http),
            timeout: timeout,
            drain: drain,
            requestsPerConnection: churn
        )
        shape.breakOff = breakOff
        if targets.count > 1 || sizes?.pools != nil {
            shape.pools =
                sizes?.pools
                ?? targets.map { .init(target: $0, connections: shape.connections) }
            shape.connections = shape.pools.reduce(0) { $0 + $1.connections }
            shape.initialConnections = nil
        }
        return checkLength(of: shape, at: node) && checkStreams(of: shape, at: streams)
            ? shape : nil
    }

    /// `nil` over HTTP/1.1, and after a report.
    private func streams(_ entry: YAMLNode.Entry?, http: Int?) -> Int? {
        guard http != 1 else {
            if let entry {
                diagnostics.error(
                    "\"streams\" requires \"http: 2\"",
                    at: entry.key
                )
            }
            return nil
        }
        return entry.map { $0.value.decoded(as: .integer(in: 1...10_000), diagnostics) } ?? 100
    }

    private func model(
        _ stages: [Stage],
        _ arrivals: YAMLNode.Entry?,
        _ connections: YAMLNode.Entry?
    ) -> (LoadShape.Model, Int?)? {
        if case .closed = stages[0].model {
            for entry in [arrivals, connections].compactMap(\.self) {
                diagnostics.error(
                    "\(Excerpt.quoted(entry.key.text ?? "")) is for stages with a rate",
                    at: entry.key
                )
            }
            return closedModel(stages)
        }
        let parts = stages.flatMap { stage -> [LoadShape.Stage] in
            if case .open(let parts, _) = stage.model { parts } else { [] }
        }
        let law = arrivals?.value.decoded(as: .choice, diagnostics) ?? LoadShape.Arrivals.constant
        return (.open(parts, law), nil)
    }

    private func stages(_ node: YAMLNode) -> [Stage]? {
        guard let elements = node.elements, !elements.isEmpty else {
            diagnostics.mismatch("a list of stages, at least one", at: node)
            return nil
        }
        let stages = elements.enumerated().map { position, element in
            stage(element, isLast: position == elements.count - 1)
        }
        let decoded = stages.compactMap(\.self)
        guard decoded.count == stages.count else { return nil }
        let thinks = decoded.compactMap { stage in
            if case .closed(_, let think) = stage.model { think } else { nil }
        }
        if !thinks.isEmpty && thinks.count < decoded.count {
            diagnostics.error(
                "stages with a rate and stages with connections do not mix",
                at: elements[1]
            )
            return nil
        }
        guard decoded.contains(where: { Self.sends($0.model) }) else {
            diagnostics.error("at a rate of zero nothing is sent", at: node)
            return nil
        }
        if let other = thinks.firstIndex(where: { $0 != thinks[0] }) {
            diagnostics.error("expected the same \"think\" in all stages", at: elements[other])
        }
        return decoded
    }

    /// Whether anything is due in a stage.
    private static func sends(_ model: LoadShape.Model) -> Bool {
        switch model {
        case .open(let stages, _): stages.contains { $0.peakRate > 0 }
        case .closed: true
        }
    }

    private func stage(_ node: YAMLNode, isLast: Bool) -> Stage? {
        guard let reader = KeyReader(node, of: "a stage", StageKeys(), diagnostics) else {
            return nil
        }
        guard let first = reader.exactlyOne(\.pace) else {
            reader.with(RateStageKeys.keys).passOver()
            reader.with(ConnectionStageKeys.keys).passOver()
            reader.finish()
            return nil
        }
        if first.key.text == "connections" {
            return closedStage(first.value, reader.with(ConnectionStageKeys.keys))
        }
        let open = reader.with(RateStageKeys.keys)
        let rate = first.value.decoded(as: .rate, diagnostics)
        let end = open.entry(\.to)
        let endRate = end.map { $0.value.decoded(as: .rate, diagnostics) } ?? rate
        let length = open[\.length]
        reader.finish()
        guard let rate, let endRate, let length else { return nil }
        let isForAudience = length.text == "audience"
        if isForAudience && rate == 0 && endRate == 0 {
            diagnostics.error("at a rate of zero an audience is never sent to", at: first.value)
            return nil
        }
        let duration =
            isForAudience
            ? time(for: rate, isRamp: end != nil, isLast: isLast, at: length)
            : length.decoded(as: .someTime, diagnostics)
        return duration.map { duration in
            let count = isForAudience ? audience.map { UInt64($0.requestCount) } : nil
            let stage = LoadShape.Stage(
                from: rate,
                to: endRate,
                duration: duration,
                arrivalCount: count
            )
            return (.open([stage], .constant), nil)
        }
    }

    private func closedStage(_ node: YAMLNode, _ reader: KeyReader<ConnectionStageKeys>) -> Stage? {
        let start = node.decoded(as: .connections, diagnostics)
        let end = reader.entry(\.to)
        let endCount = end.map { $0.value.decoded(as: .connections, diagnostics) } ?? start
        let duration = reader[\.length]
        let think = reader[\.think]
        reader.finish()
        guard let start, let endCount, let duration else { return nil }
        let counts = LoadShape.ConnectionStage.Counts(start: start, end: endCount)
        return (
            .closed([.init(counts, duration: duration)], think: think), max(start, endCount)
        )
    }

    /// All stages together, and how many connections they take; one whose number stays takes them all.
    private func closedModel(_ stages: [Stage]) -> (LoadShape.Model, Int?)? {
        guard case .closed(_, let think) = stages[0].model else { return nil }
        var parts = stages.flatMap { stage -> [LoadShape.ConnectionStage] in
            if case .closed(let parts, _) = stage.model { parts } else { [] }
        }
        if parts.count == 1, let counts = parts[0].counts, counts.start == counts.end {
            parts[0].counts = nil
        }
        return (.closed(parts, think: think), stages.compactMap(\.connections).max())
    }

    /// How long it takes to send to everybody once.
    private func time(
        for rate: Double,
        isRamp: Bool,
        isLast: Bool,
        at node: YAMLNode
    ) -> Int64? {
        guard let audience else {
            if hasAudience { return nil }
            diagnostics.error("the profile has no \"audience\"", at: node)
            return nil
        }
        guard !isRamp && isLast else {
            let place = isRamp ? "a stage with a constant rate" : "the last stage"
            diagnostics.error("\"for: audience\" is for \(place)", at: node)
            return nil
        }
        let nanoseconds = (Double(audience.requestCount) / rate * 1e9).rounded(.up)
        // What lasts longer is refused for its length.
        return Int64(min(nanoseconds, 1e18))
    }

    private func warmup(_ node: YAMLNode, before model: LoadShape.Model) -> Int64? {
        let duration = node.decoded(as: .nanoseconds, diagnostics)
        if case .open(let stages, _) = model, stages[0].startRate == 0, duration != 0 {
            diagnostics.error(
                "the warm-up has the starting rate of the first stage, and that is zero",
                at: node
            )
        }
        return duration
    }

    private func checkStreams(of shape: LoadShape, at entry: YAMLNode.Entry?) -> Bool {
        guard let entry, let streams = shape.streams,
            shape.connections * streams > LoadShape.mostStreams
        else { return true }
        diagnostics.error(
            "expected at most \(LoadShape.mostStreams) streams on all connections together, got "
                + "\(shape.connections) × \(streams)",
            at: entry.value
        )
        return false
    }

    private func checkLength(of shape: LoadShape, at node: YAMLNode) -> Bool {
        if SliceWidth.narrowest(for: shape.total) != nil { return true }
        diagnostics.error(
            "warm-up, stages and drain together last longer than \(SliceWidth.longestHours) hours",
            at: node
        )
        return false
    }
}

extension NodeDecoder where Value == Int {
    /// A number of connections.
    static var connections: NodeDecoder<Int> {
        .integer(in: 1...1_000_000).described(by: "connectionCount")
    }
}

extension NodeDecoder where Value == Int64 {
    /// A time in nanoseconds, short enough for sums of a few.
    static var nanoseconds: NodeDecoder<Int64> {
        NodeDecoder("duration") { node, diagnostics in
            guard let time = node.decoded(as: .duration, diagnostics) else { return nil }
            if time <= .seconds(longest) { return time.wholeNanoseconds }
            let limit = TimeSpan.text(of: .seconds(longest))
            diagnostics.error(
                "expected a time of at most \(limit), got \(node.kindAndValue)",
                at: node
            )
            return nil
        }
    }

    /// A hundred years.
    private static var longest: Int64 { 36_500 * 86_400 }

    /// `after 30s`, as a time in nanoseconds that is not zero.
    static var breakOff: NodeDecoder<Int64> {
        NodeDecoder("breakOff") { node, diagnostics in
            let words = node.stringValue?.split(separator: " ").map(String.init) ?? []
            if words.count == 2, words[0] == "after", let time = TimeSpan.duration(words[1]),
                time > .zero, time <= .seconds(longest)
            {
                return time.wholeNanoseconds
            }
            diagnostics.mismatch("after and a time above zero, such as after 30s", at: node)
            return nil
        }
    }

    /// A time that is not zero.
    static var someTime: NodeDecoder<Int64> {
        NodeDecoder("time") { node, diagnostics in
            guard let time = node.decoded(as: .nanoseconds, diagnostics) else { return nil }
            if time > 0 { return time }
            diagnostics.error("expected a time above zero, got \(node.kindAndValue)", at: node)
            return nil
        }
    }
}
