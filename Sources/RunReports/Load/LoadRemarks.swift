import Base
import LoadModel
import Measure
import ReportText

/// Facts that a reader must know to interpret the figures of a run.
struct LoadRemarks {
    let facts: LoadFacts

    struct Remark {
        enum Kind {
            case good, neutral, doubtful, bad

            var isBad: Bool { self == .bad }
        }

        let kind: Kind
        /// Whole sentences.
        let text: String

        init(_ kind: Kind, _ text: String) {
            self.kind = kind
            self.text = text
        }
    }

    private var result: RunResult { facts.result }
    private var figures: RunFigures { facts.figures }

    /// All remarks, for reports that show them in one place.
    var all: [Remark] { deliveries + generator + notes }

    /// The sink's refusals, and further facts about deliveries.
    private var deliveries: [Remark] {
        guard let delivery = result.delivery else { return [] }
        let text = DeliveryText(delivery: delivery)
        return text.refusals.map { Remark(.doubtful, "\($0).") }
            + text.notes.map { Remark(.neutral, "\($0).") }
    }

    /// Why figures are doubtful, whether that affects a verdict, and the lateness of the generator.
    var generator: [Remark] {
        guard figures.dueCount > 0 else { return [] }
        let verdict = facts.judgement.generator
        let faults = verdict.faults.map { Remark(.bad, "Inconclusive: \(sentence($0))") }
        let harmless = verdict.harmless.map { Remark(.doubtful, sentence($0).capitalizedFirst) }
        let doubts = faults + harmless
        let reason = verdict.isLimited && !unread.isEmpty ? [Remark(.neutral, unread)] : []
        let kept = doubts.contains(where: \.kind.isBad) || verdict.isLimited ? [] : lateness
        return doubts + reason + advice.map { Remark(.neutral, $0) } + kept + flagged
    }

    /// A doubt, with a full stop.
    private func sentence(_ doubt: Doubt) -> String {
        let text = PrintableText.line(doubt.text(in: result), limit: 400)
        // Some reasons end with a question mark.
        return text + (text.hasSuffix("?") ? "" : ".")
    }

    /// The lateness of the generator, if it affected no verdict.
    private var lateness: [Remark] {
        guard let mean = figures.generatorLag.mean else {
            return [
                Remark(
                    .neutral,
                    "How late the generator was is unknown: no request came to an end."
                )
            ]
        }
        let lag = LoadClockTable.Figure(figures.generatorLag[.p99])
        let usual =
            lag.kind == .value
            ? "\(lag.text) at p99" : "\(NanosecondText.short(mean)) on average"
        guard excesses == nil else {
            return [
                Remark(
                    .neutral,
                    "The generator was late by \(usual)\(facts.judgement.thresholds.isEmpty ? "." : ", which changes no verdict.")"
                )
            ]
        }
        let text =
            "The generator kept up: it was late by \(usual), too little to change any figure."
        return [Remark(.good, text)]
    }

    /// How long responses waited for the generator, in a sentence; empty when unknown.
    private var unread: String {
        let delay = result.readingDelay
        guard let mean = delay.mean, let time = figures.serviceTime.mean, time > 0 else {
            return ""
        }
        return "Responses lay unread for \(NanosecondText.short(mean)) on average, "
            + "\(LoadNumber.percent(UInt64(mean), of: UInt64(time))) of the service time."
    }

    /// Percentiles that the generator made higher: `p90 1.29 ms, p95 2.10 ms`; `nil` without any.
    private var excesses: String? {
        list(of: facts.judgement.generator.flagged.filter { $0.excess > 0 }) {
            $0.text(sends: facts.sends)
        }
    }

    private func list(
        of excesses: [GeneratorVerdict.Excess],
        _ text: (GeneratorVerdict.Excess) -> String
    ) -> String? {
        excesses.isEmpty ? nil : excesses.map(text).joined(separator: ", ")
    }

    private var flagged: [Remark] {
        let open = list(of: facts.judgement.generator.flagged.filter(\.isOpen)) { excess in
            "\(excess.quantile)" + (excess.send.map { " of \(facts.sends[$0])" } ?? "")
        }
        let late = excesses.map {
            Remark(
                .doubtful,
                "The generator's own delay may have made figures too high, at most by: \($0)\(cause)."
            )
        }
        let higher = open.map {
            Remark(
                .doubtful,
                "What was not finished counts with its age, so these may be higher: \($0)."
            )
        }
        return [late, higher].compactMap(\.self)
    }

    /// What may have kept the generator from running, in parentheses; empty when the system reports nothing.
    private var cause: String {
        result.disturbanceText.map { " (\(PrintableText.line($0, limit: 400)))" } ?? ""
    }

    /// What to do about the faults, a sentence for each kind.
    private var advice: [String] {
        let verdict = facts.judgement.generator
        var advice: [String] = []
        var isSilent = false
        var isOwn = false
        for fault in verdict.faults {
            switch fault {
            case .reconnecting:
                advice.append(
                    "What connections carry that end at once says little: find out why they do."
                )
            case .silent: isSilent = true
            case .ownTime, .unsent, .limited, .clocks: isOwn = true
            // The fault contains its own advice.
            case .local: break
            case .cutOff, .unnamed, .unjudged, .sinkLimited, .pending, .deliveriesUnseen: break
            }
        }
        if isSilent {
            advice.append("Find out why, on its machine and in its log, and repeat the run.")
        }
        if isOwn {
            advice.append(
                "Repeat the run on a quieter machine, at a lower rate, or with more --workers; a limit "
                    + "further from the figure is judged in spite of it."
            )
        }
        return advice + DeliveryText.advice(on: verdict.faults)
    }

    /// Responses that contradict the contract.
    var failures: [Remark] { result.checks.failed > 0 ? judged : [] }

    /// All other remarks, in the order of weight.
    var notes: [Remark] {
        parts + generators + audience + tokens + checks + outages + model + connections + http2
            + openings + openingTimes + refusals
            + overflow
    }

    private var parts: [Remark] {
        guard result.isPartial else { return [] }
        let (number, count) = (result.parts.count, result.firstPart.shard.count)
        let name = number == 1 ? "shard \(result.firstPart.shard)" : "\(number) of \(count) shards"
        return [
            Remark(
                .doubtful,
                "This is \(name): the figures are a part of the run's. assay merge puts all together."
            )
        ]
    }

    /// The generators of the run, and the uncertainty of their clocks.
    private var generators: [Remark] {
        let all = result.parts.compactMap(\.generator)
        guard !all.isEmpty else { return [] }
        let hosts = Set(all.map(\.host)).count
        let place = hosts == 1 ? "one machine" : "\(hosts) machines"
        let bound = result.clockBound
        let gap = result.profile.load.peakRate.map { 1e9 / max($0, 1e-9) }
        let isEven = gap.map { Double(bound) <= $0 } ?? true
        var text =
            "Made by \(Count.grouped(UInt64(all.count), "generator")) on \(place), whose clocks are at most "
            + "\(NanosecondText.short(bound)) off"
        text += isEven ? "." : ", so arrivals are evenly spaced on each generator only."
        let drift = all.map(\.clockDrift).max { $0.magnitude < $1.magnitude } ?? 0
        if drift != 0 {
            text += " One of them ran away by \(NanosecondText.short(drift)) meanwhile."
        }
        return [Remark(.neutral, text)]
    }

    /// The requests to each recipient besides the run.
    private var audience: [Remark] {
        result.audienceCalls.map { call in
            Remark(call.isComplete ? .neutral : .doubtful, PrintableText.line(call.text))
        }
    }

    /// The renewals of access tokens, and their failures.
    private var tokens: [Remark] {
        result.tokens.map { token in
            let text = PrintableText.line(token.text, limit: 600)
            return Remark(token.isSound ? .neutral : .doubtful, text)
        }
    }

    /// The results of responses that were to be checked against the whole contract.
    private var checks: [Remark] { judged + unjudged }

    /// A skipped check shows nothing about the server, and must not look as if it did.
    private var unjudged: [Remark] {
        let checks = result.checks
        guard checks.skipped > 0 else { return [] }
        let reasons = checks.unjudgedReasons
        let why = reasons.isEmpty ? "" : ": \(reasons)"
        return [Remark(.doubtful, "\(checks.unjudgedText)\(why).")]
    }

    private var judged: [Remark] {
        let checks = result.checks
        guard checks.checked > 0 else { return [] }
        guard checks.failed > 0 else {
            let count = Count.grouped(checks.checked, "response")
            return [
                Remark(.good, "Checked against the whole contract: \(count), all as documented.")
            ]
        }
        return [Remark(.bad, "\(checks.brokenText).")]
            + checks.failures.prefix(3).map { failure in
                let differences = failure.differences.prefix(3).map {
                    PrintableText.line($0, limit: 200)
                }
                let send = PrintableText.line(failure.send)
                let text = differences.joined(separator: "; ")
                return Remark(.neutral, "\(send), arrival \(failure.arrival): \(text)")
            }
    }

    /// A closed model hides the cost of a stall.
    private var model: [Remark] {
        guard result.profile.load.isClosed else { return [] }
        let connections = LoadModelText.connections(result)
        return [
            Remark(
                .neutral,
                "This is at \(connections), not at a rate: each waits for its response before it sends "
                    + "again, so nothing is due while the service stalls, and a stall counts once for "
                    + "each connection."
            )
        ]
    }

    /// Too few connections are neither the service's limit nor a fault of the generator.
    private var connections: [Remark] {
        guard !result.profile.load.isClosed, let share = figures.waitingShare,
            share >= Fraction(1, of: 100)
        else { return [] }
        let part = "\(LoadNumber.percent(share)) of the arrivals"
        let isAlone = result.connections == 1 && result.profile.load.streams == nil
        let lanes =
            result.profile.load.streams == nil
            ? Count.grouped(result.connections, "connection") : "streams that the server takes"
        guard otherWaits.isEmpty else {
            let waits = otherWaits + [isAlone ? "the connection" : "one of \(lanes)"]
            return [
                Remark(
                    .neutral,
                    "\(part) waited to be sent, for \(waits.joined(separator: " or "))."
                )
            ]
        }
        let taken = isAlone ? "The connection was" : "All \(lanes) were"
        return [Remark(.neutral, "\(taken) in use when \(part) were due\(connectionAdvice).")]
    }

    /// What arrivals waited for besides a free connection.
    private var otherWaits: [String] {
        let tokens = result.parts.flatMap(\.tokens).contains { $0.waited > 0 }
        let openings = !result.outages.isEmpty || result.connectionCounts.reopened > 0
        return (tokens ? ["an access token"] : []) + (openings ? ["a connection to open"] : [])
    }

    /// How many connections the planned rate needs; none is enough for a service that cannot keep up.
    private var connectionAdvice: String {
        // An event stream takes its connection for longer than its first event.
        guard figures.eventCount == 0, case .value(let time) = figures.serviceTime[.p99],
            let peak = result.profile.load.peakRate
        else { return "" }
        guard figures.doneRate >= 0.99 * figures.dueRate else {
            return "; more would not help, as \(LoadNumber.rate(figures.doneRate)) of "
                + "\(LoadNumber.rate(figures.dueRate)) were completed"
        }
        let enough = UInt64(clamping: (peak * Double(time) / 1e9).rounded(.up))
        let lanes = result.connections * (result.profile.load.streams ?? 1)
        let factors = "\(LoadNumber.rate(peak)) × \(NanosecondText.short(time))"
        return "; by rate × p99 of the service time, \(factors), \(Count.grouped(enough)) "
            + (enough > lanes ? "are enough" : "are enough without stalls")
    }

    /// Limits and signals of an HTTP/2 server.
    private var http2: [Remark] {
        let seen = result.parts.compactMap(\.statistics.http2)
        guard let streams = result.profile.load.streams, !seen.isEmpty else { return [] }
        var texts: [String] = []
        if let fewest = seen.compactMap(\.streamLimits?.lowerBound).min(), fewest < streams {
            texts.append(
                "The server took \(Count.grouped(fewest, "request")) at a time on a connection at the "
                    + "least, where \(Count.grouped(streams)) were to be sent."
            )
        }
        for (name, counts) in [
            ("GOAWAY", seen.map(\.goAways)), ("RST_STREAM", seen.map(\.resets)),
        ] {
            let sum = counts.reduce(into: [:]) { $0.merge($1, uniquingKeysWith: +) }
            guard !sum.isEmpty else { continue }
            let said = name == "GOAWAY" ? seen.compactMap(\.goAwayText).first : nil
            let text = said.map { ": \"\(PrintableText.line($0, limit: 200))\"" } ?? ""
            texts.append("The server sent \(name): \(HTTP2Figures.text(of: sum))\(text).")
        }
        let blocked = seen.reduce(0) { $0 + $1.blocked }
        if blocked > 0 {
            texts.append(
                "The bodies of \(Count.grouped(blocked, "request")) had to wait for the server's "
                    + "flow-control window, which counts as service time."
            )
        }
        return texts.map { Remark(.neutral, $0) }
    }

    /// Each connection costs the service more than a request does.
    private var openings: [Remark] {
        let counts = result.connectionCounts
        guard counts.reopened > 0 else { return [] }
        let requests = Count.grouped(counts.requests, "request")
        return [
            Remark(
                .neutral,
                "\(Count.grouped(counts.opened, "connection")) were opened for \(requests), "
                    + "\(Count.grouped(counts.reopened)) of them in place of others that ended."
            )
        ]
    }

    /// The time the server was gone, and the time it had recovered.
    private var outages: [Remark] {
        result.outages.map { Remark(.bad, OutageText(result: result).text(of: $0)) }
    }

    /// The time that opening takes, by part.
    private var openingTimes: [Remark] {
        guard let text = OpeningText.text(result.opening) else { return [] }
        return [Remark(.neutral, text)]
    }

    private var refusals: [Remark] {
        let refused = result.parts.reduce(UInt64(0)) { $0 + $1.statistics.refused }
        guard refused > 0 else { return [] }
        let last = result.parts.compactMap(\.statistics.lastRefusal).last
        let reason = last.map { "; the last time: \(PrintableText.line($0, limit: 200))" } ?? ""
        let count = Count.grouped(refused, "attempt")
        return [Remark(.doubtful, "\(count) to open a connection failed\(reason).")]
    }

    private var overflow: [Remark] {
        let count = figures.latency.arrivals.good.overflowCount
        guard count > 0 else { return [] }
        return [
            Remark(
                .doubtful,
                "\(Count.grouped(count, "arrival")) took more than an hour and counts as one."
            )
        ]
    }
}

extension String {
    /// With an initial capital.
    fileprivate var capitalizedFirst: String { prefix(1).uppercased() + dropFirst() }
}
