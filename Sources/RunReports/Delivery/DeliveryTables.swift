import Base
import LoadModel
import Measure

/// The deliveries of a run, in rows for all reports.
struct DeliveryTables {
    let delivery: RunDelivery

    // MARK: - Time

    /// A clock, its number of deliveries, and its figures as `clockTitles` names them.
    typealias ClockRow = (name: String, count: String, figures: [LoadClockTable.Figure])

    /// The names of the figures.
    static let clockTitles = ["first", "p50", "p90", "p99", "last"]

    private static let quantiles: [Quantile] = [.p50, .p90, .p99]

    /// From due to delivered, then the parts of that in order.
    var clocks: [ClockRow] {
        let clocks = delivery.clocks
        let parts: [(name: String, clock: Histogram<UInt64>)] = [
            ("due → sent", clocks.sent), ("sent → accepted", clocks.accepted),
            ("accepted → delivered", clocks.afterResponse),
            ("delivered → accepted", clocks.beforeResponse),
        ]
        return [row("due → delivered", delivery.ranked)]
            + parts.filter { !$0.clock.isEmpty }.map { name, clock in
                row(name, RankedArrivals(good: clock, failedCount: 0))
            }
    }

    private func row(_ name: String, _ arrivals: RankedArrivals) -> ClockRow {
        let good = arrivals.good
        let lost = DeliveryText(delivery: delivery).missingWord
        let figures =
            [LoadClockTable.Figure(good.isEmpty ? nil : good.smallest)]
            + Self.quantiles.map { .init(arrivals.reading(at: $0), failed: lost) }
            + [.init(good.isEmpty ? nil : good.greatest)]
        return (name, Count.grouped(good.count), figures)
    }

    /// The meaning of signs in the rows of `clocks`.
    var legend: [String] {
        let kinds = Set(clocks.flatMap(\.figures).map(\.kind))
        var lines: [String] = []
        if kinds.contains(.failed) {
            let lost = DeliveryText(delivery: delivery).missingWord
            lines.append(
                "\(lost): the delivery at this rank never arrived; these rank as slower than any; "
                    + "last is of those that arrived"
            )
        }
        if kinds.contains(.tooFew) { lines.append("–: fewer than 10 deliveries are slower") }
        lines.append("due → sent and sent → accepted are of messages, the others of deliveries")
        if !delivery.clocks.beforeResponse.isEmpty {
            lines.append("delivered → accepted: those before the response of the service")
        }
        return lines
    }

    // MARK: - Deadlines

    /// Deliveries within a time; `count` and `share` of the expected ones.
    typealias DeadlineRow = (within: String, count: String, share: String)

    /// The profile's own and those of thresholds, the shortest first; empty when no delivery was
    /// expected.
    var deadlines: [DeadlineRow] {
        let all = delivery.counts.expected
        guard all > 0 else { return [] }
        return delivery.deadlines.map { deadline in
            (
                "within \(NanosecondText.exact(deadline.within))", Count.grouped(deadline.count),
                LoadNumber.percent(deadline.count, of: all)
            )
        }
    }

    // MARK: - Faults

    /// Deliveries with a problem.
    struct FaultRow {
        let name: String
        let count: String
        let meaning: String
        /// Whether the problem is always an error; some deliveries are late or out of order by
        /// design.
        let isBad: Bool
        /// `arrival 12 to recipient 7 at 1.23 s`; for missing ones the time at which their message was
        /// due.
        let examples: [String]
    }

    /// Only the kinds that occurred, in the order of weight.
    var faults: [FaultRow] {
        DeliveryFault.allCases.filter { delivery.counts[$0] > 0 }.map { fault in
            FaultRow(
                name: fault.words,
                count: Count.grouped(delivery.counts[fault]),
                meaning: fault.meaning(in: delivery),
                isBad: fault.isBad,
                examples: delivery.examples.filter { $0.fault == fault }.map(Self.text)
            )
        }
    }

    private static func text(_ example: RunDelivery.Example) -> String {
        let message = example.arrival.map { "arrival \(Count.grouped($0))" } ?? "no arrival"
        let recipient =
            example.recipient.map { "recipient \(Count.grouped($0))" } ?? "unknown recipient"
        let place = [.lost, .unseen].contains(example.fault) ? ", due at" : " at"
        return "\(message) to \(recipient)\(place) \(NanosecondText.short(example.moment))"
    }
}
