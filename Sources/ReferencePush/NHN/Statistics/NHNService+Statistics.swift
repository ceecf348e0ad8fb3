import JSON
import Synchronization

/// A query of statistics.
private struct StatisticsQuery {
    enum Category: String {
        case message = "MESSAGE"
        case registration = "TOKEN_REGISTRATION"
        case language = "TOKEN_LANGUAGE"
        case country = "TOKEN_COUNTRY"
        case agreement = "TOKEN_AGREEMENT"
    }

    private enum Form: String {
        case normal = "NORMAL"
        case minutely = "MINUTELY"
        case hourly = "HOURLY"
        case daily = "DAILY"
        case byDay = "BY_DAY"

        /// The implied unit; `nil` when another parameter sets it.
        var unit: Unit? {
            switch self {
            case .normal: nil
            case .minutely: .minutes
            case .hourly: .hours
            case .daily, .byDay: .days
            }
        }
    }

    enum Unit: String {
        case minutes = "MINUTES"
        case hours = "HOURS"
        case days = "DAYS"

        var milliseconds: Int64 {
            switch self {
            case .minutes: 60_000
            case .hours: 3_600_000
            case .days: 86_400_000
            }
        }
    }

    private enum Criterion: String {
        case event = "EVENT"
        case extra1 = "EXTRA_1"
        case extra2 = "EXTRA_2"
        case extra3 = "EXTRA_3"
        case template = "TEMPLATE_ID"
    }

    let category: Category
    let unit: Unit
    let period: NHNPeriod
    let pushTypes: [NHNPushType]?
    let messageID: Int?
    let statsIDs: [String]?
}

extension StatisticsQuery {
    /// Reads the parameters; `nil` when something is at fault.
    init?(_ parameters: NHNQuery, at now: Instant) {
        let category: Category? = parameters.choice("eventCategory", required: true)
        let form: Form? = parameters.choice("statisticsType")
        let unit: Unit? = parameters.choice("timeUnit")
        var period = parameters.period(at: now)
        pushTypes = parameters.choices("extra1s")
        messageID = parameters.integer("messageId")
        statsIDs = parameters.list("statsIds")
        _ = parameters.choices("statsCriteria") as [Criterion]?
        let end = period.to ?? now
        let start = period.from ?? end - .seconds(86_400)
        period = NHNPeriod(from: start, to: end)
        self.period = period
        self.unit = unit ?? form?.unit ?? Self.unit(from: start, to: end)
        guard let category else { return nil }
        self.category = category
    }

    /// Days for a day and more, hours for an hour and more, otherwise minutes.
    private static func unit(from start: Instant, to end: Instant) -> Unit {
        switch end.milliseconds - start.milliseconds {
        case 86_400_000...: .days
        case 3_600_001...: .hours
        default: .minutes
        }
    }

    /// The beginning of the minute, hour or day, in the service's zone.
    func start(of time: Instant) -> Instant {
        let zone = Int64(NHNTime.zone / .milliseconds(1))
        let local = time.milliseconds + zone
        return Instant(milliseconds: local / unit.milliseconds * unit.milliseconds - zone)
    }

    func counts(in data: NHNData) -> [(key: NHNStatistics.Key, count: Int)] {
        // Counts by the minute belong to a period that begins within that minute.
        let from = period.from.map { Instant(milliseconds: $0.milliseconds / 60_000 * 60_000) }
        let period = NHNPeriod(from: from, to: period.to)
        return data.statistics.counts { key in
            period.contains(key.minute) && pushTypes?.contains(key.pushType) ?? true
                && (messageID == nil || messageID == key.messageID)
                && (statsIDs == nil || key.statsID.map { statsIDs?.contains($0) == true } ?? false)
        }
    }

    /// Number of tokens of each kind.
    func tokenCounts(in data: NHNData) -> JSONObject {
        var counts: [String: Int] = [:]
        for token in data.tokens.all { counts[name(of: token), default: 0] += 1 }
        return JSONObject(
            counts.sorted { $0.key < $1.key }.map {
                JSONObject.Member(name: $0.key, value: .integer($0.value))
            }
        )
    }

    private func name(of token: NHNToken) -> String {
        switch category {
        case .message, .registration: token.pushType.rawValue
        case .language: token.language
        case .country: token.country
        case .agreement:
            if !token.allowsNotifications {
                "OFF"
            } else if !token.allowsAds {
                "AD_OFF"
            } else {
                token.allowsNightAds ? "ON" : "NIGHT_AD_OFF"
            }
        }
    }
}

extension NHNService {
    /// One entry for each minute, hour or day in which something was counted.
    func statistics(_ turn: NHNTurn) throws(NHNError) -> JSONObject {
        let query = StatisticsQuery(turn.parameters, at: turn.now)
        try turn.faults.finish()
        guard let query else { return JSONObject() }
        guard query.category == .message else {
            let counts = turn.application.data.withLock { query.tokenCounts(in: $0) }
            return JSONObject("stats", [Self.entry(query.start(of: turn.now), counts)])
        }
        let counts = turn.application.data.withLock { query.counts(in: $0) }
        var sums: [Instant: [NHNStatistics.Event: Int]] = [:]
        for (key, count) in counts {
            sums[query.start(of: key.minute), default: [:]][key.event, default: 0] += count
        }
        let entries = sums.sorted { $0.key < $1.key }.map { start, sum in
            Self.entry(start, Self.object(sum))
        }
        return JSONObject("stats", .array(entries))
    }

    func statisticsTotal(_ turn: NHNTurn) throws(NHNError) -> JSONObject {
        let query = StatisticsQuery(turn.parameters, at: turn.now)
        try turn.faults.finish()
        guard let query else { return JSONObject() }
        let total = turn.application.data.withLock { data -> JSONObject in
            guard query.category == .message else { return query.tokenCounts(in: data) }
            var sum: [NHNStatistics.Event: Int] = [:]
            for (key, count) in query.counts(in: data) { sum[key.event, default: 0] += count }
            return Self.object(sum)
        }
        return JSONObject("total", .object(total))
    }

    private static func entry(_ start: Instant, _ events: JSONObject) -> JSONValue {
        ["eventDateTime": .string(NHNTime.text(start)), "events": .object(events)]
    }

    private static func object(_ sum: [NHNStatistics.Event: Int]) -> JSONObject {
        JSONObject(
            NHNStatistics.Event.allCases.map {
                JSONObject.Member(name: $0.rawValue, value: .integer(sum[$0] ?? 0))
            }
        )
    }
}
