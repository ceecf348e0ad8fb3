import Base
import LoadModel

extension GeneratorVerdict.Fault {
    /// The fault as a sentence without its end.
    package func text(in result: RunResult) -> String {
        let sends = result.recording.plan.sends
        func name(_ index: Int) -> String { result.thresholds[index].text(sends: sends) }
        return switch self {
        case .verdictDiffers(let index):
            "the threshold \(name(index)) comes out differently without the generator's own time"
        case .unsound(let excess):
            excess.text(sends: sends) + (result.disturbanceText.map { " (\($0))" } ?? "")
        case .unsent(let count):
            "\(count) arrivals were not sent although a connection was free"
        case .limited(let index):
            "the threshold \(name(index)) is on a latency, and connections waited for the generator"
        case .reconnecting(let counts):
            "\(Count.grouped(counts.reopened, "connection")) were opened in place of others for "
                + "\(Count.grouped(counts.requests, "request")): reconnecting was the load"
        case .local(let trouble, let counts): Self.text(trouble, counts)
        case .deliveriesUnseen(let reason):
            "not all deliveries were seen: \(reason)"
        case .sinkLimited(let share):
            "the sink was the limit: it was busy for \(Int((share * 100).rounded()))% of its busiest second, so "
                + "it may have held deliveries back"
        case .silent(let shard):
            result.parts.first { $0.shard == shard }?.silenceText(
                isClosed: result.profile.load.isClosed
            )
                ?? "generator \(shard) was silent"
        case .clocks(let bound, let window):
            "the clocks of the generators may be \(NanosecondText.short(bound)) apart, more than 1 % of "
                + "the \(NanosecondText.exact(window)) that a threshold looks at"
        }
    }
}

extension GeneratorVerdict.Fault {
    /// `this machine has no local port left for a connection: …`.
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
    /// `generator b (3 of 8, host web-2) silent from 41 s: 310 arrivals without outcome, 12,107 never made`.
    fileprivate func silenceText(isClosed: Bool) -> String? {
        guard let generator, let gap = generator.gap else { return nil }
        let rest = isClosed ? "" : ", \(Count.grouped(gap.neverMade)) never made"
        return "generator \(generator.name) (\(shard.number) of \(shard.count), host "
            + "\(generator.host)) silent from \(NanosecondText.short(gap.silentFrom)): "
            + "\(Count.grouped(gap.unreported, "arrival")) without outcome\(rest)"
    }
}

extension GeneratorVerdict.Excess {
    /// `p99 may be up to 12.3 ms too high: the generator was late`.
    package func text(sends: [String]) -> String {
        let name = send.map { " of \(sends[$0])" } ?? ""
        return
            "\(quantile)\(name) may be up to \(NanosecondText.short(excess)) too high: the generator "
            + "was late"
    }
}
