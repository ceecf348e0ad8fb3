import JSON
import LoadModel

extension Recording {
    /// Reads what `json` gives, with its slices from elsewhere; refuses what cannot have been recorded.
    init(_ node: ResultNode, slices: ResultNode) throws(RunResultError) {
        self.init(try RecordingPlan(try node["plan"]))
        let cells = try node["cells"]
        let completed = try node["completedWithinSpan"].count
        self.restore(
            cells: try cells.elements.mapped { (node) throws(RunResultError) in
                try OutcomeCell(node, sendCount: plan.sends.count)
            },
            serviceTime: try Histogram(try node["serviceTime"], .total),
            connectionWait: try Histogram(try node["connectionWait"], .total),
            generatorLag: try Histogram(try node["generatorLag"], .total),
            completedWithinSpan: completed,
            completedWithoutOwn: try node.optional("completedWithoutOwn")?.count ?? completed,
            answeredCount: try node["answered"].count,
            sentCount: try node["sent"].count
        )
        let first = try node["firstSlice"].integer(in: -1_000_000...1_000_000)
        restore(
            firstSlice: Int(first),
            try slices.elements.mapped { (node) throws(RunResultError) in
                try Slice(node, cells: self.cells.map(\.key), plan)
            }
        )
        try check(node, slices: slices)
    }

    /// What adds up in every recording.
    private func check(_ node: ResultNode, slices list: ResultNode) throws(RunResultError) {
        let keys = Set(cells.map(\.key))
        guard keys.count == cells.count else {
            throw try node["cells"].mismatch(
                "each outcome of a send once",
                got: "one of them twice"
            )
        }
        let ended = cells.reduce(UInt64(0)) { $0 + $1.latency.count }
        try node["serviceTime"].expect(serviceTime.count, toBe: goodCount, "good arrivals")
        try node["connectionWait"].expect(connectionWait.count, toBe: ended, "arrivals that ended")
        try node["generatorLag"].expect(generatorLag.count, toBe: ended, "arrivals that ended")
        guard sentCount >= ended && sentCount <= dueCount else {
            throw try node["sent"].mismatch("\(ended) to \(dueCount) arrivals")
        }
        guard answeredCount >= goodCount && answeredCount <= ended else {
            throw try node["answered"].mismatch("\(goodCount) to \(ended) arrivals")
        }
        let counted = slices.slices.dropFirst(max(-slices.first, 0))
        let due = counted.reduce(UInt64(0)) { $0 + $1.dueCount }
        guard due >= dueCount else {
            throw list.mismatch(
                "\(dueCount) arrivals in all, as the outcomes have",
                got: "\(due)"
            )
        }
    }
}

extension RecordingPlan {
    fileprivate init(_ node: ResultNode) throws(RunResultError) {
        let sends = try node["sends"]
        let names = try sends.elements.mapped { (node) throws(RunResultError) in try node.text }
        guard !names.isEmpty else { throw sends.mismatch("at least one send") }
        let width = try node["sliceWidth"]
        guard let nanoseconds = try? width.nanoseconds, SliceWidth.all.contains(nanoseconds)
        else { throw width.mismatch("1, 5, 10 or 60 s in nanoseconds") }
        let tracks = try node["tracks"].elements.mapped { (node) throws(RunResultError) in
            try SliceTrack(node, sendCount: names.count)
        }
        let limits = try node["limits"].elements.mapped { (node) throws(RunResultError) in
            try SliceLimit(node, sendCount: names.count)
        }
        self.init(
            sends: names,
            span: try node["span"].integer(in: 1...1_000_000_000_000_000),
            sliceWidth: nanoseconds,
            tracks: tracks,
            limits: limits
        )
        guard self.tracks == tracks else {
            throw try node["tracks"].mismatch("latency and serviceTime first, each once")
        }
        guard self.limits == limits else { throw try node["limits"].mismatch("each once") }
    }
}

extension SliceTrack {
    fileprivate init(_ node: ResultNode, sendCount: Int) throws(RunResultError) {
        let send = try node.optional("send")?.integer(in: 0...Int64(sendCount - 1))
        self.init(try node["clock"].word(), send: send.map { Int($0) })
    }
}

extension SliceLimit {
    fileprivate init(_ node: ResultNode, sendCount: Int) throws(RunResultError) {
        let send = try node.optional("send")?.integer(in: 0...Int64(sendCount - 1))
        self.init(
            send: send.map { Int($0) },
            limit: try Fraction(try node["limit"]),
            isInclusive: try node["inclusive"].bool
        )
    }
}

extension OutcomeCell {
    fileprivate init(_ node: ResultNode, sendCount: Int) throws(RunResultError) {
        let key = Key(
            send: Int(try node["send"].integer(in: 0...Int64(sendCount - 1))),
            outcome: try node["outcome"].text,
            isGood: try node["good"].bool
        )
        self.init(
            key,
            latency: try Histogram(try node["latency"], .total),
            latencyWithoutOwn: try Histogram(try node["latencyWithoutOwn"], .total),
            unfinishedCount: try node["unfinished"].count
        )
        let cleaned = key.isGood ? latency.count : 0
        try node["latencyWithoutOwn"].expect(latencyWithoutOwn.count, toBe: cleaned, "values")
        guard latencyWithoutOwn.sum <= latency.sum else {
            throw try node["latencyWithoutOwn"].mismatch(
                "no more than latency",
                got: "a greater sum"
            )
        }
        if key.isGood {
            try node["unfinished"].expect(unfinishedCount, toBe: 0, "in a good outcome")
        }
    }
}

extension Slice {
    fileprivate init(
        _ node: ResultNode,
        cells keys: [OutcomeCell.Key],
        _ plan: RecordingPlan
    ) throws(RunResultError) {
        let cells = try node["cells"]
        let histograms = try node["histograms"]
        let tallies = try node["withoutOwn"]
        let counts = try cells.elements.mapped { (node) throws(RunResultError) in try node.count }
        guard counts.count <= keys.count else {
            throw cells.mismatch("at most \(keys.count) numbers")
        }
        let completed = try node["completed"].count
        let list = try histograms.elements
        guard list.count == plan.tracks.count else {
            throw histograms.mismatch("\(plan.tracks.count) histograms", got: "\(list.count)")
        }
        guard try tallies.elements.count == plan.limits.count else {
            throw tallies.mismatch("one for each of recording.plan.limits")
        }
        self.init(
            goodCount: try node["good"].count,
            failedCount: try node["failed"].count,
            cellCounts: counts,
            connectionWait: try Gauge(try node["connectionWait"]),
            generatorLag: try Gauge(try node["generatorLag"]),
            histograms: try list.mapped { (node) throws(RunResultError) in
                SliceHistogram(try Histogram(node, .slice))
            },
            tallies: try tallies.elements.mapped { (node) throws(RunResultError) in
                try LimitTally(node, most: try list[0].arrivalCount)
            },
            completedCount: completed,
            completedWithoutOwn: try node.optional("completedWithoutOwn")?.count ?? completed,
            bytesSent: try node["bytesSent"].count,
            bytesReceived: try node["bytesReceived"].count
        )
        try check(node, cells: keys, plan)
    }

    /// Whether its parts count the same arrivals.
    private func check(
        _ node: ResultNode,
        cells keys: [OutcomeCell.Key],
        _ plan: RecordingPlan
    ) throws(RunResultError) {
        let good = zip(cellCounts, keys).reduce(UInt64(0)) { $0 + ($1.1.isGood ? $1.0 : 0) }
        try node["good"].expect(goodCount, toBe: good, "good arrivals, as cells has")
        let failed = cellCounts.reduce(0, +) - good
        try node["failed"].expect(failedCount, toBe: failed, "failed arrivals, as cells has")
        let histograms = try node["histograms"].elements
        for (track, element) in zip(plan.tracks, histograms) where track.send == nil {
            try element.expect(try element.arrivalCount, toBe: goodCount, "values")
        }
    }
}

extension ResultNode {
    /// How many values a histogram of a slice says it has.
    fileprivate var arrivalCount: UInt64 {
        get throws(RunResultError) { value == .null ? 0 : try self["count"].count }
    }
}

extension LimitTally {
    fileprivate init(_ node: ResultNode, most: UInt64) throws(RunResultError) {
        self.init(
            lowCount: try node["low"].count,
            sum: try node["sum"].sum,
            greatest: try node["greatest"].nanoseconds
        )
        guard lowCount <= most else {
            throw try node["low"].mismatch("at most the \(most) good arrivals")
        }
        guard sum <= UInt128(most) * UInt128(greatest) else {
            throw try node["sum"].mismatch("a sum of \(most) values up to greatest")
        }
    }
}

extension Slice.Gauge {
    fileprivate init(_ node: ResultNode) throws(RunResultError) {
        self.init(
            count: try node["count"].count,
            sum: try node["sum"].sum,
            greatest: try node["greatest"].nanoseconds
        )
        guard sum <= UInt128(count) * UInt128(greatest) else {
            throw try node["sum"].mismatch("a sum of \(count) values up to greatest")
        }
    }
}
