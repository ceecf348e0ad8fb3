import Base
package import JSON
import LoadModel

extension Recording {
    /// A finished recording for results; equal recordings of shards give equal texts.
    ///
    /// Moments and durations are nanoseconds. Sums can exceed 64 bits and are texts.
    package var json: JSONValue {
        var object = jsonWithoutSlices.objectValue ?? JSONObject()
        let slice = Slice.table(plan, cells: [])
        object["slices"] = .array(slices.slices.map { slice.json($0) })
        return .object(object)
    }

    var jsonWithoutSlices: JSONValue { Self.table(plan).json(self) }

    /// Everything but the slices, of a recording with this plan.
    static func table(_ plan: RecordingPlan) -> FieldTable<Recording> {
        FieldTable(
            Recording(plan),
            [
                Field(derived: "plan") { _ in RecordingPlan.table(of: plan.sends.count).json(plan)
                },
                Field("sent", \.sentCount, .count),
                Field("answered", \.answeredCount, .count),
                Field("completedWithinSpan", \.completedWithinSpan, .count),
                Field("completedWithoutOwn", \.completedWithoutOwn, .count),
                Field("cells", \.cells, .list(.record(OutcomeCell.table(of: plan.sends.count)))),
                Field("serviceTime", \.serviceTime, .histogram(.total)),
                Field("connectionWait", \.connectionWait, .histogram(.total)),
                Field("generatorLag", \.generatorLag, .histogram(.total)),
                Field("events", \.events, .list(.count), unless: []),
                Field("firstSlice", \.slices.first, .integer(-100_000...100_000)),
            ]
        )
    }
}

extension RecordingPlan {
    /// Members for a run with `sendCount` sends.
    static func table(of sendCount: Int) -> FieldTable<RecordingPlan> {
        FieldTable(
            RecordingPlan(sends: [""], span: 1, sliceWidth: 1, tracks: [], limits: []),
            [
                Field("sends", \.sends, .list(.text)),
                Field("steps", ifThere: \.storedStepCount, .integer(1...max(sendCount - 1, 1))),
                Field("span", \.span, .span),
                Field("sliceWidth", \.sliceWidth, .sliceWidth),
                Field("tracks", \.tracks, .list(.record(SliceTrack.table(of: sendCount)))),
                Field("limits", \.limits, .list(.record(SliceLimit.table(of: sendCount)))),
                Field("outcomes", \.outcomes, .list(.text), unless: []),
            ],
            finish: { (plan, node) throws(RunResultError) in
                let (tracks, limits) = (plan.tracks, plan.limits)
                plan = RecordingPlan(
                    sends: plan.sends,
                    stepCount: plan.stepCount,
                    span: plan.span,
                    sliceWidth: plan.sliceWidth,
                    tracks: tracks,
                    limits: limits,
                    outcomes: plan.outcomes
                )
                guard plan.tracks == tracks else {
                    throw try node["tracks"].mismatch("latency and serviceTime first, each once")
                }
                guard plan.limits == limits else {
                    throw try node["limits"].mismatch("each once")
                }
            }
        )
    }
}

extension RecordingPlan {
    /// `nil` for runs without journeys, so that the member is left out.
    fileprivate var storedStepCount: Int? {
        get { stepCount == 0 ? nil : stepCount }
        set { stepCount = min(newValue ?? 0, sends.count - 1) }
    }
}

extension SliceTrack {
    fileprivate static func table(of sendCount: Int) -> FieldTable<SliceTrack> {
        FieldTable(
            SliceTrack(.latency),
            [
                Field("clock", \.clock, .word),
                Field("send", optional: \.send, .index(below: sendCount)),
            ]
        )
    }
}

extension SliceLimit {
    fileprivate static func table(of sendCount: Int) -> FieldTable<SliceLimit> {
        FieldTable(
            SliceLimit(send: nil, limit: Fraction(0), isInclusive: false),
            [
                Field("send", optional: \.send, .index(below: sendCount)),
                Field("limit", \.limit, .fraction),
                Field("inclusive", \.isInclusive, .bool),
            ],
            finish: { (limit, _) throws(RunResultError) in
                // Derives the rest from the members.
                limit = SliceLimit(
                    send: limit.send,
                    limit: limit.limit,
                    isInclusive: limit.isInclusive
                )
            }
        )
    }
}

extension Form where Value == Int64 {
    /// The counted time of a run, in nanoseconds.
    fileprivate static var span: Form {
        Form(
            { .nanoseconds($0) },
            { (node) throws(RunResultError) in try node.integer(in: 1...1_000_000_000_000_000) }
        )
    }

    fileprivate static var sliceWidth: Form {
        Form(
            { .nanoseconds($0) },
            { (node) throws(RunResultError) in
                guard let width = try? node.nanoseconds, SliceWidth.all.contains(width) else {
                    let seconds = SliceWidth.all.map { "\($0 / 1_000_000_000)" }
                    throw node.mismatch("\(Words.alternatives(seconds)) s in nanoseconds")
                }
                return width
            }
        )
    }
}

extension OutcomeCell {
    /// Members for a run with `sendCount` sends.
    fileprivate static func table(of sendCount: Int) -> FieldTable<OutcomeCell> {
        FieldTable(
            OutcomeCell(Key(send: 0, outcome: "", isGood: false)),
            [
                Field("send", \.key.send, .index(below: sendCount)),
                Field("outcome", \.key.outcome, .text),
                Field("good", \.key.isGood, .bool),
                Field("unfinished", \.unfinishedCount, .count),
                Field("ages", \.ages, .sliceHistogram, unless: SliceHistogram()),
                Field(
                    write: { cell, object in object["latency"] = cell.latency.json },
                    read: { (node, cell) throws(RunResultError) in
                        let layout = Self.layout(isGood: cell.key.isGood)
                        cell.latency = try Histogram(try node["latency"], layout)
                    }
                ),
                Field("latencyWithoutOwn", \.latencyWithoutOwn, .histogram(.total)),
            ],
            finish: { (cell, node) throws(RunResultError) in try cell.check(node) }
        )
    }

    private func check(_ node: ResultNode) throws(RunResultError) {
        let cleaned = try node["latencyWithoutOwn"]
        try cleaned.expect(
            latencyWithoutOwn.count,
            toBe: key.isGood ? latency.count : 0,
            "values"
        )
        guard latencyWithoutOwn.sum <= latency.sum else {
            throw cleaned.mismatch("no more than latency", got: "a greater sum")
        }
        let known = ages.histogram.count
        guard known <= unfinishedCount, known == 0 || isCutOff else {
            throw try node["ages"].mismatch(
                "those of arrivals that were cut off, each at most once"
            )
        }
        if key.isGood {
            try node["unfinished"].expect(unfinishedCount, toBe: 0, "in a good outcome")
        }
    }
}

extension Slice {
    /// Members for a run with this plan.
    ///
    /// - Parameters:
    ///   - plan: Defines the contents of slices.
    ///   - keys: Keys of the recording's cells; needed for reading.
    /// - Returns: The members of a slice.
    static func table(_ plan: RecordingPlan, cells keys: [OutcomeCell.Key]) -> FieldTable<Slice> {
        FieldTable(
            Slice(plan),
            [
                // Derived from the position of the slice in its series.
                Field(derived: "startSeconds") { _ in nil },
                Field("good", \.goodCount, .count),
                Field("failed", \.failedCount, .count),
                Field("cutOff", \.cutOffCount, .count, unless: 0),
                Field("cells", \.cellCounts, .list(.count)),
                Field("connectionWait", \.connectionWait, .record(Gauge.table)),
                Field("generatorLag", \.generatorLag, .record(Gauge.table)),
                Field("histograms", \.histograms, .list(.sliceHistogram)),
                Field("withoutOwn", \.tallies, .list(.record(LimitTally.table))),
                Field("completed", \.completedCount, .count),
                Field("completedWithoutOwn", \.completedWithoutOwn, .count),
                Field("events", \.eventCount, .count, unless: 0),
                Field("bytesSent", \.bytesSent, .count),
                Field("bytesReceived", \.bytesReceived, .count),
            ],
            finish: { (slice, node) throws(RunResultError) in
                try slice.check(node, cells: keys, plan)
            }
        )
    }

    /// Checks that its parts match the plan, and have consistent counts.
    private func check(
        _ node: ResultNode,
        cells keys: [OutcomeCell.Key],
        _ plan: RecordingPlan
    ) throws(RunResultError) {
        let (lists, tallyList) = (try node["histograms"], try node["withoutOwn"])
        guard cellCounts.count <= keys.count else {
            throw try node["cells"].mismatch("at most \(keys.count) numbers")
        }
        guard histograms.count == plan.tracks.count else {
            throw lists.mismatch("\(plan.tracks.count) histograms", got: "\(histograms.count)")
        }
        guard tallies.count == plan.limits.count else {
            throw tallyList.mismatch("one for each of recording.plan.limits")
        }
        let elements = try lists.elements
        let most = try elements[0].arrivalCount
        for (tally, node) in zip(tallies, try tallyList.elements) {
            try tally.check(node, most: most)
        }
        let arrivals = zip(cellCounts, keys).filter { !plan.isStep($0.1.send) }
        let good = arrivals.reduce(UInt64(0)) { $0 + ($1.1.isGood ? $1.0 : 0) }
        try node["good"].expect(goodCount, toBe: good, "good arrivals, as cells has")
        let failed = arrivals.reduce(UInt64(0)) { $0 + $1.0 } - good
        let cutOff = arrivals.reduce(UInt64(0)) { $0 + ($1.1.isCutOff ? $1.0 : 0) }
        guard cutOffCount <= cutOff else {
            throw try node["cutOff"].mismatch("at most \(cutOff) arrivals, as cells has")
        }
        try node["failed"].expect(
            failedCount,
            toBe: failed - cutOffCount,
            "failed arrivals, as cells has"
        )
        for (track, element) in zip(plan.tracks, elements) where track.send == nil {
            try element.expect(try element.arrivalCount, toBe: goodCount, "values")
        }
    }
}

extension ResultNode {
    /// Declared number of values of a slice's histogram.
    fileprivate var arrivalCount: UInt64 {
        get throws(RunResultError) { value == .null ? 0 : try self["count"].count }
    }
}

extension LimitTally {
    fileprivate static let table = FieldTable(
        LimitTally(),
        [
            Field("low", \.lowCount, .count),
            Field("sum", \.sum, .sum),
            Field("greatest", \.greatest, .nanoseconds),
            Field("old", \.oldCount, .count, unless: 0),
        ]
    )

    fileprivate func check(_ node: ResultNode, most: UInt64) throws(RunResultError) {
        guard lowCount <= most else {
            throw try node["low"].mismatch("at most the \(most) good arrivals")
        }
        guard sum <= UInt128(most) * UInt128(greatest) else {
            throw try node["sum"].mismatch("a sum of \(most) values up to greatest")
        }
    }
}

extension Slice.Gauge {
    fileprivate static let table = FieldTable(
        Slice.Gauge(),
        [
            Field("count", \.count, .count),
            Field("sum", \.sum, .sum),
            Field("greatest", \.greatest, .nanoseconds),
        ],
        finish: { (gauge, node) throws(RunResultError) in
            guard gauge.sum <= UInt128(gauge.count) * UInt128(gauge.greatest) else {
                throw try node["sum"].mismatch("a sum of \(gauge.count) values up to greatest")
            }
        }
    )
}

extension Form where Value == Histogram<UInt64> {
    /// `null` when empty.
    static func histogram(_ layout: HistogramLayout) -> Form {
        Form(
            { $0.json },
            { (node) throws(RunResultError) in try Histogram(node, layout) }
        )
    }
}

extension Form where Value == SliceHistogram {
    fileprivate static var sliceHistogram: Form {
        Form(
            { $0.isEmpty ? .null : $0.histogram.json },
            { (node) throws(RunResultError) in SliceHistogram(try Histogram(node, .slice)) }
        )
    }
}

extension Histogram {
    /// The counters in HdrHistogram's version 2, with the exact figures; `null` when empty.
    package var json: JSONValue {
        guard !isEmpty else { return .null }
        return [
            "count": .count(count),
            "overflow": .count(overflowCount),
            "sum": .string(String(sum)),
            "smallest": .nanoseconds(smallest),
            "greatest": .nanoseconds(greatest),
            "encoded": .string(encodedText),
        ]
    }
}
