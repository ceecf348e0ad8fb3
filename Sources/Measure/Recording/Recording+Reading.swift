import JSON

extension Recording {
    /// Reads the output of `json`, with the slices from another node; rejects impossible values.
    init(_ node: ResultNode, slices list: ResultNode) throws(RunResultError) {
        let planNode = try node["plan"]
        let sends = try planNode["sends"]
        guard try !sends.texts.isEmpty else { throw sends.mismatch("at least one send") }
        let plan = try RecordingPlan.table(of: try sends.texts.count).record(planNode)
        self = try Self.table(plan).record(node)
        let table = Slice.table(plan, cells: cells.map(\.key))
        slices.restore(first: slices.first, try Form.list(.record(table)).value(list))
        try check(node, slices: list)
    }

    /// Checks sums that agree in every recording.
    private func check(_ node: ResultNode, slices list: ResultNode) throws(RunResultError) {
        let keys = Set(cells.map(\.key))
        guard keys.count == cells.count else {
            throw try node["cells"].mismatch(
                "each outcome of a send once",
                got: "one of them twice"
            )
        }
        guard weight <= Self.mostWeight else {
            throw node.mismatch("counts of at most \(Self.mostWeight) in all", got: "\(weight)")
        }
        let ended = arrivalCells.reduce(UInt64(0)) { $0 + $1.latency.count }
        try node["serviceTime"].expect(serviceTime.count, toBe: goodCount, "good arrivals")
        try node["connectionWait"].expect(connectionWait.count, toBe: ended, "arrivals that ended")
        try node["generatorLag"].expect(generatorLag.count, toBe: ended, "arrivals that ended")
        guard sentCount >= ended && sentCount <= dueCount else {
            throw try node["sent"].mismatch("\(ended) to \(dueCount) arrivals")
        }
        guard answeredCount >= goodCount && answeredCount <= ended else {
            throw try node["answered"].mismatch("\(goodCount) to \(ended) arrivals")
        }
        guard events.isEmpty || events.count == plan.sends.count else {
            throw try node["events"].mismatch("one number for each of recording.plan.sends")
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
