import Base
import LoadModel
import Measure
import ReportText

/// The deliveries of a run, in sentences for all reports.
struct DeliveryText {
    let delivery: RunDelivery
    /// Whether the watch continues, so that the figures are preliminary.
    var isRunning = false

    private var counts: DeliveryCounts { delivery.counts }
    private var isSeen: Bool { delivery.fault == nil }

    /// The time limit of a delivery: `30 s`.
    var within: String { NanosecondText.exact(delivery.within) }

    /// The word for an expected delivery that did not arrive.
    var missingWord: String { (isSeen ? DeliveryFault.lost : .unseen).words }

    /// `99,990 of 100,000 deliveries came within 30 s (99.99%); 10 lost, 0 twice`, without a full
    /// stop.
    var headline: String {
        guard counts.expected > 0 else { return nothing + rest }
        let verb = isSeen ? "arrived" : "were seen"
        let share = LoadNumber.percent(counts.inTime, of: counts.expected)
        return
            "\(Count.grouped(counts.inTime)) of \(Self.deliveries(counts.expected)) \(verb) within "
            + "\(within) (\(share))" + rest
    }

    /// Why there is no share.
    private var nothing: String {
        if counts.pending == 0 { return "no delivery was expected" }
        return isRunning
            ? "no delivery has arrived yet" : "no delivery arrived before the watch ended"
    }

    /// The other outcomes; always includes the lost and the duplicate deliveries.
    private var rest: String {
        let late = counts.late > 0 ? ["\(Count.grouped(counts.late)) later"] : []
        let others: [DeliveryFault] = [.dead, .reordered, .altered, .unexpected]
        let always = [
            "\(Count.grouped(counts.missing)) \(missingWord)",
            "\(Count.grouped(counts.twice)) twice",
        ]
        let more = others.filter { counts[$0] > 0 }.map {
            "\(Count.grouped(counts[$0])) \($0.words)"
        }
        return "; " + (late + always + more).joined(separator: ", ")
    }

    /// The sink's rejections, a possible reason for lost deliveries, and what to do about them; empty without any.
    var refusals: [String] {
        let refused = delivery.sink.refused
        guard !refused.isEmpty else { return [] }
        let consequence =
            counts.missing > 0
            ? "; refused messages that are not sent again count as \(missingWord)" : ""
        var lines = ["The sink refused \(Self.list(refused))\(consequence)"]
        if !Self.tokenReasons.isDisjoint(with: refused.keys) {
            lines.append(
                "It does not know the key that the service signs its tokens with: name it in the profile, "
                    + "sink: { kind: apns, authKey: AuthKey_ABC123DEFG.p8 }, or have the service use the one "
                    + "that \"assay serve apns\" shows"
            )
        }
        return lines
    }

    /// Reasons of APNs that reject every message of a sender.
    private static let tokenReasons: Set = ["InvalidProviderToken", "MissingProviderToken"]

    /// All but the headline and the refusals.
    var notes: [String] { [pace, backlog].filter { !$0.isEmpty } + others + sink }

    /// The rate of deliveries; empty when there were too few.
    var pace: String {
        guard let rate = delivery.sustainedRate else { return "" }
        return "\(LoadNumber.rate(rate)) from the first to the last delivery\(best)"
    }

    /// The best second, or in long runs, whose slices do not divide a second, the best slice.
    private var best: String {
        let course = delivery.course
        if let best = course.bestSecond {
            return "; \(Count.grouped(best.count)) in the best second, starting at "
                + LoadNumber.length(best.start)
        }
        let counts = course.slices.map(\.delivered)
        guard let most = counts.max(), most > 0, let index = counts.firstIndex(of: most) else {
            return ""
        }
        let rate = Double(most) * 1e9 / Double(course.width)
        return "; \(LoadNumber.rate(rate)) in the best \(LoadNumber.length(course.width)), "
            + "starting at \(LoadNumber.length(Int64(index) * course.width))"
    }

    /// The largest number of accepted messages not yet delivered; empty when there was none.
    var backlog: String {
        guard let peak = delivery.course.largestBacklog else { return "" }
        return "Up to \(Count.grouped(peak.count)) were accepted but not delivered, "
            + "\(LoadNumber.length(peak.moment)) after the first stage began"
    }

    /// Deliveries that count neither for nor against the service.
    var others: [String] {
        let rows: [(count: UInt64, text: String)] = [
            (
                counts.unregistered,
                "were accepted for recipients that the sink no longer knows, so no delivery was expected"
            ),
            (counts.recovered, "arrived although the service did not accept the message"),
            (
                counts.pending,
                isRunning
                    ? "are still awaited"
                    : "were still awaited when the watch was ended, and do not count"
            ),
        ]
        return rows.filter { $0.count > 0 }.map { "\(Count.grouped($0.count)) \($0.text)" }
            + slowest
    }

    /// Whether lost deliveries may be as slow as others that arrived; empty when they were watched for long enough.
    private var slowest: [String] {
        let clock = delivery.clocks.delivered
        guard counts.lost > 0, !clock.isEmpty, clock.greatest > delivery.patience else {
            return []
        }
        return [
            "The slowest delivery took \(NanosecondText.short(clock.greatest)), and lost ones were awaited for "
                + "\(patience) only: with a longer drain, those that are late count as late"
        ]
    }

    /// How long after its due time a delivery is awaited.
    private var patience: String { NanosecondText.exact(delivery.patience) }

    /// What the sink reports about itself and its senders.
    private var sink: [String] {
        let sink = delivery.sink
        let name = PrintableText.line("\(sink.kind) at \(sink.url)", limit: 200)
        let quiet = delivery.quiet.map {
            "; watched for \(NanosecondText.short($0)) after the last one"
        }
        let attempts = "\(Count.grouped(counts.attempts, "request")) reached it\(quiet ?? "")"
        let share = Int((sink.busiest * 100).rounded())
        var lines = ["The sink, \(name): \(attempts); busy for \(share)% of its busiest second"]
        if !sink.noted.isEmpty { lines.append("It recorded \(Self.list(sink.noted))") }
        return lines
    }

    /// What to do about problems of the watch, a sentence for each kind.
    static func advice(on faults: [Doubt]) -> [String] {
        var advice: [String] = []
        for fault in faults {
            switch fault {
            case .deliveriesUnseen:
                advice.append(
                    "Deliveries that were not seen may have arrived: counts of deliveries are minimums, and "
                        + "none is called lost. Fix the reason and repeat the run."
                )
            case .sinkLimited:
                advice.append(
                    "A busy sink makes deliveries look late that the service sent in time: give "
                        + "it a core of its own, run it on another machine, or send at a lower rate."
                )
            case .ownTime, .cutOff, .unsent, .limited, .silent, .clocks, .unnamed, .unjudged,
                .reconnecting, .local, .pending:
                continue
            }
        }
        return advice
    }

    /// The counts, the most frequent first: `20 × Unregistered, 5 × TooManyRequests`.
    private static func list(_ counts: [String: UInt64]) -> String {
        let sorted = counts.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
        let shown = sorted.prefix(8).map { name, count in
            nouns[name].map { Count.grouped(count, $0) }
                ?? "\(Count.grouped(count)) × \(PrintableText.line(name, limit: 60))"
        }
        let rest = sorted.count - shown.count
        return (shown + (rest > 0 ? ["\(rest) more kinds"] : [])).joined(separator: ", ")
    }

    /// Readable names of what sinks record; other words stay unchanged.
    private static let nouns = [
        "connections": "connection", "tokenRenewals": "token renewal", "goAways": "GOAWAY",
    ]

    private static func deliveries(_ count: UInt64) -> String {
        Count.grouped(count) + (count == 1 ? " delivery" : " deliveries")
    }
}

extension DeliveryFault {
    /// The words after a number of deliveries.
    var words: String {
        switch self {
        case .lost: "lost"
        case .unseen: "not seen"
        case .twice: "twice"
        case .late: "late"
        case .dead: "to dead recipients"
        case .reordered: "out of order"
        case .altered: "altered"
        case .unexpected: "unexpected"
        }
    }

    /// Whether the problem is always an error.
    var isBad: Bool {
        switch self {
        case .lost, .unseen, .twice, .dead, .altered, .unexpected: true
        case .late, .reordered: false
        }
    }

    /// The meaning of the problem.
    ///
    /// - Parameter delivery: The deliveries of the run.
    /// - Returns: The rest of a sentence.
    func meaning(in delivery: RunDelivery) -> String {
        switch self {
        case .lost:
            "accepted by the service, and not delivered by the end of the watch, "
                + "\(NanosecondText.exact(delivery.patience)) or more after it was due"
        case .unseen: "accepted by the service; unknown whether it arrived"
        case .twice: "sent again after the sink had accepted it"
        case .late: "delivered after the deadline of the profile"
        case .dead: "sent to a recipient that the sink had reported as gone"
        case .reordered: "an older message after a newer one, for the same recipient"
        case .altered: "the text differs from what was sent"
        case .unexpected: "message unknown, or not for this recipient"
        }
    }
}
