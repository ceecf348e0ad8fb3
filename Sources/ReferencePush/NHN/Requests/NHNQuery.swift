import JSON

/// Reads the parameters of a query; faults are added to `faults`.
///
/// An empty parameter counts as missing.
struct NHNQuery {
    private let query: FormQuery
    let faults: NHNFaults

    init(_ query: String?, _ faults: NHNFaults) {
        self.query = FormQuery(query)
        self.faults = faults
    }
}

extension NHNQuery {
    func text(_ name: String, required: Bool = false) -> String? {
        if let text = query[name], !text.isEmpty { return text }
        if required { faults.note(.empty, name) }
        return nil
    }

    /// An integer in a range.
    func integer(_ name: String, in range: ClosedRange<Int> = 0...Int.max) -> Int? {
        guard let text = text(name) else { return nil }
        guard let number = Int(text) else {
            faults.note(.format, name, text)
            return nil
        }
        if range.contains(number) { return number }
        faults.note(.invalid, name, text)
        return nil
    }

    /// A word of an enumeration.
    func choice<Choice: RawRepresentable<String>>(
        _ name: String,
        required: Bool = false
    ) -> Choice? {
        text(name, required: required).flatMap { faults.choice($0, of: name) }
    }

    /// A comma-separated list; `nil` when it is missing.
    func list(_ name: String, required: Bool = false) -> [String]? {
        guard let text = text(name, required: required) else { return nil }
        let elements = text.split(separator: ",").map(String.init)
        if elements.isEmpty, required { faults.note(.empty, name, text) }
        return elements
    }

    /// Words that a type knows, between commas.
    func choices<Choice: RawRepresentable<String>>(_ name: String) -> [Choice]? {
        list(name).map { words in words.compactMap { faults.choice($0, of: name) } }
    }

    func time(_ name: String) -> Instant? {
        guard let text = text(name) else { return nil }
        if let time = NHNTime.instant(text) { return time }
        faults.note(.format, name, text)
        return nil
    }
}

/// The times between which something was created, as far back as lists reach.
struct NHNPeriod: Hashable, Sendable {
    /// At or after it; `nil` for no bound.
    var from: Instant?
    /// At or before it; `nil` for no bound.
    var to: Instant?

    /// Longest period of lists.
    fileprivate static let longest = Duration.seconds(30 * 86_400)

    func contains(_ time: Instant) -> Bool {
        (from.map { $0 <= time } ?? true) && (to.map { time <= $0 } ?? true)
    }
}

extension NHNQuery {
    /// `from` and `to`, not further back than the data reach, and in this order.
    func period(at now: Instant) -> NHNPeriod {
        let period = NHNPeriod(from: time("from"), to: time("to"))
        // A request that names the very limit took a moment to arrive.
        let earliest = now - NHNPeriod.longest - .seconds(60)
        for (name, time) in [("from", period.from), ("to", period.to)] {
            if let time, time < earliest { faults.note(.invalid, name, text(name) ?? "") }
        }
        if let from = period.from, let to = period.to, from > to {
            faults.note(.invalid, "from", text("from") ?? "")
        }
        return period
    }

    /// `pageIndex` and `pageSize`.
    func page() -> NHNPage {
        let index = integer("pageIndex") ?? 0
        let size = integer("pageSize", in: 1...100) ?? 25
        return NHNPage(index: index, size: size)
    }

    /// `pageNumber`, from 1, and `limit`.
    func numberedPage() -> NHNPage {
        let number = integer("pageNumber", in: 1...Int.max) ?? 1
        let limit = integer("limit", in: 1...100) ?? 100
        return NHNPage(index: number - 1, size: limit)
    }
}

/// One page of a list.
struct NHNPage: Hashable, Sendable {
    /// From 0.
    let index: Int
    let size: Int

    func of<Element>(_ elements: [Element]) -> [Element] {
        let (start, isTooFar) = index.multipliedReportingOverflow(by: size)
        return isTooFar ? [] : Array(elements.dropFirst(start).prefix(size))
    }
}
