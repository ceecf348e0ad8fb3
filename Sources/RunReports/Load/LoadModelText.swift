import Base
import LoadModel
import Measure

/// The planned requests, in one line.
enum LoadModelText {
    /// More stages are summed up.
    private static let largestStageCount = 3

    /// `500/s for 10 s, then 500/s to 2,000/s in 20 s, over 128 connections`.
    static func line(_ result: RunResult) -> String {
        let profile = result.profile
        guard !profile.scenarios.isEmpty else {
            return line(profile.load, over: connections(result))
        }
        let lines = profile.scenarios.map { scenario in
            let count = scenario.load.connections * result.parts.count
            let connections = connections(count, streams: scenario.load.streams)
            return "\(scenario.name): \(line(scenario.load, over: connections))"
        }
        return lines.joined(separator: "; ")
    }

    private static func line(_ load: LoadShape, over connections: String) -> String {
        let warmup = load.warmup
        let start = warmup > 0 ? ", after \(LoadNumber.length(warmup)) of warm-up" : ""
        switch load.model {
        case .open(let stages, let arrivals):
            let random = arrivals == .poisson ? ", Poisson arrivals" : ""
            return "\(rates(stages))\(random), over \(connections)\(start)"
        case .closed(let stages, let think):
            let pause = think > 0 ? " with \(NanosecondText.exact(think)) between" : ""
            let length = LoadNumber.length(load.span)
            guard stages.contains(where: { $0.counts != nil }) else {
                return "\(connections) for \(length), request after request\(pause)\(start)"
            }
            return "\(counts(stages)), request after request\(pause), over \(connections)\(start)"
        }
    }

    /// `8 connections of HTTP/2 with 100 streams each`.
    static func connections(_ result: RunResult) -> String {
        let load = result.profile.load
        guard load.pools.count > 1 else {
            let all = connections(result.connections, streams: load.streams)
            // A connection that could not be opened carried no requests.
            let counts = result.connectionCounts
            guard !counts.local.isEmpty, let most = counts.mostOpen, most < counts.connections
            else {
                return all
            }
            return "\(Count.grouped(most)) of \(all)"
        }
        let pools = load.pools.map {
            "\(Count.grouped($0.connections * result.parts.count)) to \($0.target)"
        }
        return connections(result.connections, streams: load.streams) + ", "
            + pools.joined(separator: " and ")
    }

    /// The connections; `streams` is `nil` over HTTP/1.1.
    static func connections(_ count: Int, streams: Int?) -> String {
        let count = Count.grouped(count, "connection")
        guard let streams else { return count }
        return "\(count) of HTTP/2 with \(Count.grouped(streams, "stream")) each"
    }

    /// `10 connections to 200 in 1 min, then 200 for 2 min`.
    private static func counts(_ stages: [LoadShape.ConnectionStage]) -> String {
        let parts = stages.compactMap { stage in
            stage.counts.map {
                "\($0.text) \($0.start == $0.end ? "for" : "in") \(LoadNumber.length(stage.duration))"
            }
        }
        guard parts.count > largestStageCount else { return parts.joined(separator: ", then ") }
        let peak = stages.compactMap(\.counts).map { max($0.start, $0.end) }.max() ?? 0
        return "\(stages.count) stages up to \(Count.grouped(peak, "connection"))"
    }

    private static func rates(_ stages: [LoadShape.Stage]) -> String {
        guard stages.count <= largestStageCount else {
            let peak = stages.map(\.peakRate).max() ?? 0
            let length = LoadNumber.length(stages.reduce(0) { $0 + $1.duration })
            return "\(stages.count) stages up to \(LoadNumber.rate(peak)) in \(length)"
        }
        let parts = stages.map { stage in
            let (start, end) = (LoadNumber.rate(stage.startRate), LoadNumber.rate(stage.endRate))
            let length = LoadNumber.length(stage.duration)
            return stage.startRate == stage.endRate
                ? "\(start) for \(length)" : "\(start) to \(end) in \(length)"
        }
        return parts.joined(separator: ", then ")
    }
}

extension LoadShape.ConnectionStage.Counts {
    /// `10 connections to 200`.
    var text: String {
        let first = Count.grouped(start, "connection")
        return start == end ? first : "\(first) to \(Count.grouped(end))"
    }
}
