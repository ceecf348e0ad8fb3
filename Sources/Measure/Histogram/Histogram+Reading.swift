import JSON

extension Histogram {
    /// Reads the output of `json` in the expected layout; `null` is empty.
    init(_ node: ResultNode, _ layout: HistogramLayout) throws(RunResultError) {
        if case .null = node.value {
            self.init(withoutRoomFor: layout)
            return
        }
        let encoded = try node["encoded"]
        let text = try encoded.text
        let extremes = HistogramExtremes(
            sum: try node["sum"].sum,
            smallest: try node["smallest"].nanoseconds,
            greatest: try node["greatest"].nanoseconds,
            overflowCount: try node["overflow"].count
        )
        do throws(HistogramTextError) {
            try self.init(encodedText: text, extremes: extremes)
        } catch {
            throw encoded.mismatch("a stored histogram", got: "a text that is none: \(error)")
        }
        try check(node, layout)
    }

    /// Checks that the exact figures match the counters.
    private func check(_ node: ResultNode, _ wanted: HistogramLayout) throws(RunResultError) {
        guard layout == wanted else {
            throw try node["encoded"].mismatch(
                "a histogram from \(wanted.lowest) ns with \(wanted.digits) digits",
                got: "one from \(layout.lowest) with \(layout.digits) digits"
            )
        }
        try node["count"].expect(try node["count"].count, toBe: count, "values, as encoded has")
        guard let used = counters.usedEnds else {
            throw try node["encoded"].mismatch("values", got: "an empty histogram")
        }
        guard smallest <= greatest,
            layout.index(of: min(smallest, layout.highest)) == used.lowerBound
        else {
            throw try node["smallest"].mismatch("a value of the first counter in use")
        }
        guard layout.index(of: min(greatest, layout.highest)) == used.upperBound else {
            throw try node["greatest"].mismatch("a value of the last counter in use")
        }
        let possible = UInt128(smallest) * UInt128(count)...UInt128(greatest) * UInt128(count)
        guard possible.contains(sum) else {
            throw try node["sum"].mismatch("a sum of \(count) values between the extremes")
        }
    }
}
