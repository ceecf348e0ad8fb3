import Base
import LoadModel
import Measure
import ReportText

/// The outcomes of arrivals, and the results of each kind of request.
struct LoadOutcomeTable {
    let facts: LoadFacts

    /// An outcome with its figures.
    struct Row {
        let name: String
        let count: String
        let share: String
        /// p50, p99 and max; for failures the time until they failed.
        let latency: [LoadClockTable.Figure]
        /// Why there was no response, or another remark.
        let remark: String
        let isGood: Bool
        /// Whether the run cut it off, so that it is not a failure.
        var isCutOff = false

        /// The style in text.
        var role: TextStyle.Role { isGood ? .good : isCutOff ? .doubtful : .bad }

        /// The symbol in Markdown.
        var symbol: String { isGood ? "✅" : isCutOff ? "⚠️" : "❌" }
    }

    /// Names come from servers, and can be long.
    private static let nameLimit = 40

    /// Responses, good or not.
    var responses: [Row] { outcomes.filter { $0.missingResponse == nil }.map(row) }

    /// Outcomes without a response.
    var missing: [Row] { outcomes.filter { $0.missingResponse != nil }.map(row) }

    private var outcomes: [RunOutcome] { facts.result.outcomes }

    private func row(_ outcome: RunOutcome) -> Row {
        let latency = RankedArrivals(good: outcome.latency, failedCount: 0)
        let greatest = latency.good.isEmpty ? nil : latency.good.greatest
        return Row(
            name: PrintableText.line(outcome.name, limit: Self.nameLimit),
            count: Count.grouped(outcome.count),
            share: LoadNumber.percent(outcome.count, of: facts.figures.dueCount),
            latency: [
                .init(latency.reading(at: .p50)), .init(latency.reading(at: .p99)),
                .init(greatest),
            ],
            remark: remark(outcome),
            isGood: outcome.goodCount > 0,
            isCutOff: outcome.missingResponse == .notFinished
        )
    }

    private func remark(_ outcome: RunOutcome) -> String {
        if let missing = outcome.missingResponse { return meaning(of: missing) }
        if let key = outcome.cells.first?.key, let reason = key.unjudged {
            return "not checked: \(meaning(of: reason))"
        }
        if let fault = EventFault(rawValue: outcome.name) { return meaning(of: fault) }
        let failed = outcome.count - outcome.goodCount
        guard outcome.goodCount > 0 else { return "not expected" }
        return failed == 0 ? "good" : "good, but \(Count.grouped(failed)) of them"
    }

    private func meaning(of unjudged: UnjudgedResponse) -> String {
        switch unjudged {
        case .notDecodable: "unsupported content coding"
        case .tooLong: "longer than the limit of checks"
        }
    }

    private func meaning(of fault: EventFault) -> String {
        switch fault {
        case .tooFew: "fewer events than required"
        case .unreadable: "the bytes are not an event stream"
        }
    }

    private func meaning(of missing: MissingResponse) -> String {
        switch missing {
        case .timeout:
            "no complete response within \(LoadNumber.length(facts.result.profile.load.timeout))"
        case .reset: "the connection was reset"
        case .closedBeforeResponse: "closed before the first byte of a response"
        case .truncated: "the connection ended within the response"
        case .malformed:
            "the response is not \(facts.result.profile.load.streams == nil ? "HTTP/1.1" : "HTTP/2")"
        case .refusedStream: "refused, nothing was processed"
        case .streamReset: "the server reset the stream"
        case .goAwayRefused: "refused by GOAWAY"
        case .goAway: "GOAWAY with an error"
        case .tls: tlsFailure
        case .unreachable: "no connection could be opened"
        case .noPort, .noFile, .noMemory, .notPermitted, .noAddress:
            "not the server: \(missing.local?.text ?? "")"
        case .unanswered: "no response by the end of the drain"
        case .unsent: "no connection was free by the end of the drain"
        case .notFinished: "the run ended first; not counted as failed"
        }
    }

    /// Why TLS failed, if known.
    private var tlsFailure: String {
        let reasons = facts.result.parts.compactMap(\.statistics.lastRefusal)
        guard let reason = reasons.last(where: { $0.hasPrefix("tls: ") }) else {
            return "TLS failed"
        }
        return "TLS failed: \(PrintableText.line(String(reason.dropFirst(5)), limit: 160))"
    }

    /// A kind of request, or of journey, with its figures.
    struct SendRow {
        let name: String
        let isStep: Bool
        let due: String
        let failed: String
        /// p50, p99 and max.
        let latency: [LoadClockTable.Figure]
        /// The rate of its events, and the number of journeys that ended before this step; empty for none.
        let remark: String
    }

    /// One row for each kind of request, and for each step of a journey; empty for a single one.
    var sends: [SendRow] {
        let rows = facts.rows
        guard rows.count > 1 else { return [] }
        return rows.map { row in
            let latency = facts.result.recording.latency(ofSend: row.index)
            let greatest = latency.good.isEmpty ? nil : latency.good.greatest
            return SendRow(
                name: PrintableText.line(row.name, limit: Self.nameLimit),
                isStep: row.isStep,
                due: Count.grouped(latency.count),
                failed: LoadNumber.percent(
                    latency.failedCount,
                    of: latency.count - latency.unfinishedCount
                ),
                latency: [
                    .init(latency.reading(at: .p50)), .init(latency.reading(at: .p99)),
                    .init(greatest),
                ],
                remark: remark(row)
            )
        }
    }

    private func remark(_ row: LoadRow) -> String {
        var parts: [String] = []
        let recording = facts.result.recording
        if recording.eventCount(ofSend: row.index) > 0 {
            let rate = recording.eventRate(ofSend: row.index, in: facts.figures.countedTime)
            parts.append("first event; \(LoadNumber.short(rate.doubleValue)) events/s")
        }
        if row.notReached > 0 { parts.append("\(Count.grouped(row.notReached)) not reached") }
        return parts.joined(separator: "; ")
    }
}
