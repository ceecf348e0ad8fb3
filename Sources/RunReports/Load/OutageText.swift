import Base
import LoadModel
import Measure

/// The text about a time in which the server was gone.
struct OutageText {
    let result: RunResult

    /// Such as `The server was gone from 3.01 s to 9.05 s, for 6.04 s: 302 requests failed meanwhile`.
    func text(of outage: RunOutage) -> String {
        let failed = "\(Count.grouped(outage.failed, "request")) failed meanwhile"
        let from = NanosecondText.short(outage.from)
        guard let until = outage.until else {
            return "The server was unavailable from \(from) to the end: \(failed)."
        }
        let length = NanosecondText.short(until - outage.from)
        let end = NanosecondText.short(until)
        return "The server was unavailable from \(from) to \(end), for \(length): \(failed); "
            + "\(recovery(from: outage, at: until))."
    }

    /// How long the latency took to recover.
    private func recovery(from outage: RunOutage, at until: Int64) -> String {
        guard let before = OutageRecovery.latencyBefore(outage, in: result.recording) else {
            return "there is no earlier latency to compare with"
        }
        guard let time = OutageRecovery.time(after: outage, in: result.recording) else {
            return
                "the latency did not return to the earlier p50 of \(NanosecondText.short(before))"
        }
        return "the latency was back at the earlier p50 of \(NanosecondText.short(before)) "
            + "within \(NanosecondText.short(time))"
    }
}

/// How long connections took to open.
enum OpeningText {
    /// `Opening took 1.2 ms on average: name 0.3 ms (at most 4 ms), connect …`; `nil` when none was timed.
    static func text(_ opening: OpeningFigures?) -> String? {
        guard let opening, opening.count > 0 else { return nil }
        let parts = [("name", opening.name), ("connect", opening.connect), ("TLS", opening.tls)]
        let texts = parts.filter { $0.1.total > 0 }.map { name, time in
            let mean = NanosecondText.short(time.total / Int64(clamping: opening.count))
            return "\(name) \(mean) (at most \(NanosecondText.short(time.longest)))"
        }
        guard !texts.isEmpty else { return nil }
        let resumed =
            opening.tls.total > 0
            ? "; TLS resumed \(Count.grouped(opening.resumed)) of "
                + "\(Count.grouped(opening.count, "session"))" : ""
        return "Opening a connection took on average: \(texts.joined(separator: ", "))\(resumed)."
    }
}
