import Base
import LoadModel

extension Doubt {
    /// The doubt as a sentence without its end.
    package func text(in result: RunResult) -> String {
        switch self {
        case .ownTime:
            "the generator was late, so latencies may be too high, and responses too late"
                + (result.disturbanceText.map { " (\($0))" } ?? "")
        case .cutOff(let count):
            "\(Count.grouped(count, "arrival")) \(count == 1 ? "was" : "were") not finished when the run ended, so "
                + "\(count == 1 ? "its outcome is" : "their outcomes are") unknown"
        case .unsent(let count):
            "\(Count.grouped(count, "arrival")) \(count == 1 ? "was" : "were") not sent although a connection "
                + "was free, so what was achieved may be too low"
        case .limited:
            "connections waited for the generator: the service could do at least this rate, at no more than "
                + "these latencies"
        case .silent(let shard):
            result.parts.first { $0.shard == shard }?.silenceText(
                isClosed: result.profile.load.isClosed
            )
                ?? "generator \(shard) was silent"
        case .clocks(let bound):
            "the clocks of the generators may be \(NanosecondText.short(bound)) apart, so arrivals near the edge "
                + "of a window may belong to its neighbour"
        case .unnamed(let count):
            "\(Count.grouped(count, "arrival")) ended with outcomes for whose names there was no room"
        case .unjudged(let count):
            "\(Count.grouped(count, "response")) could not be looked into: each may be good or not"
        case .reconnecting(let counts):
            "\(Count.grouped(counts.reopened, "connection")) were opened in place of others for "
                + "\(Count.grouped(counts.requests, "request")): reconnecting was the load"
        case .local(let trouble, let counts): Self.text(trouble, counts)
        case .sinkLimited(let share):
            "the sink was the limit: it was busy for \(Int((share * 100).rounded()))% of its busiest second, so "
                + "it may have held deliveries back"
        case .pending(let count):
            "the watch ended before the time of \(count == 1 ? "1 delivery" : "\(Count.grouped(count)) deliveries") was over"
        case .deliveriesUnseen(let reason): "not all deliveries were seen: \(reason)"
        }
    }
}

extension Doubt {
    /// Text such as `this machine has no local port left for a connection: …`.
    private static func text(_ trouble: LocalTrouble, _ counts: ConnectionCounts) -> String {
        var causes = ["\(Count.grouped(counts.local[trouble] ?? 0, "attempt")) to connect failed"]
        if counts.failedLocally > 0 {
            causes.append("\(Count.grouped(counts.failedLocally, "arrival")) failed for it")
        }
        if let most = counts.mostOpen, most < counts.connections {
            causes.append(
                "\(Count.grouped(most)) of \(Count.grouped(counts.connections, "connection")) were open "
                    + "at most"
            )
        }
        return "\(trouble.text) (\(causes.joined(separator: ", "))): \(trouble.advice)"
    }
}

extension RunPart {
    /// Text such as `generator b (3 of 8, host web-2) silent from 41 s: 310 arrivals without outcome, 12,107 never
    /// made`.
    fileprivate func silenceText(isClosed: Bool) -> String? {
        guard let generator, let gap = generator.gap else { return nil }
        let rest = isClosed ? "" : ", \(Count.grouped(gap.neverMade)) never made"
        return "generator \(generator.name) (\(shard.number) of \(shard.count), host "
            + "\(generator.host)) silent from \(NanosecondText.short(gap.silentFrom)): "
            + "\(Count.grouped(gap.unreported, "arrival")) without outcome\(rest)"
    }
}

extension GeneratorVerdict.Excess {
    /// `p99 2.74 ms`, `p99.9 of createPush 12.3 ms`.
    package func text(sends: [String]) -> String {
        "\(quantile)\(send.map { " of \(sends[$0])" } ?? "") \(NanosecondText.short(excess))"
    }
}
