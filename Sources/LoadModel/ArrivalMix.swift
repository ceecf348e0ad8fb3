/// Kinds of arrivals with their weights; an arrival is a request, or a journey of several.
///
/// Shared by the profile, the engine and the result.
package struct ArrivalMix: Hashable, Sendable {
    /// One kind of arrival.
    package struct Kind: Hashable, Sendable {
        package let name: String
        /// Relative frequency, compared with the other weights; at least 1.
        package let weight: UInt64
        /// Indices of its requests among all, in the order of sending; at least one.
        package let sends: Range<Int>
        /// Whether its requests are counted each for itself too.
        package let isJourney: Bool

        package init(name: String, weight: UInt64, sends: Range<Int>, isJourney: Bool = false) {
            precondition(weight > 0 && !sends.isEmpty, "an arrival without requests")
            self.name = name
            self.weight = weight
            self.sends = sends
            self.isJourney = isJourney
        }
    }

    /// At least one; their requests are consecutive.
    package let kinds: [Kind]
    /// Rows of figures: the kinds, then the steps of journeys as `join/getInstallation`.
    package let rows: [String]
    /// The row of each request.
    private let rowBySend: [Int]
    /// The kind of each request.
    private let kindBySend: [Int]

    /// - Parameters:
    ///   - kinds: In the order of the profile.
    ///   - names: Names of all requests in rows.
    package init(_ kinds: [Kind], names: [String]) {
        precondition(kinds.last?.sends.upperBound == names.count, "requests of no arrival")
        self.kinds = kinds
        var rows = kinds.map(\.name)
        var rowBySend: [Int] = []
        for (index, kind) in kinds.enumerated() {
            for send in kind.sends {
                rowBySend.append(kind.isJourney ? rows.count : index)
                if kind.isJourney { rows.append(names[send]) }
            }
        }
        self.rows = rows
        self.rowBySend = rowBySend
        kindBySend = kinds.enumerated().flatMap { index, kind in kind.sends.map { _ in index } }
    }

    /// Arrivals with one request each.
    ///
    /// - Parameter requests: The name and the weight of each.
    package init(requests: [(name: String, weight: UInt64)]) {
        let kinds = requests.enumerated().map { index, request in
            Kind(name: request.name, weight: request.weight, sends: index..<index + 1)
        }
        self.init(kinds, names: requests.map(\.name))
    }

    /// Number of rows that are steps of journeys.
    package var stepCount: Int { rows.count - kinds.count }

    /// The row of a request.
    package func row(ofSend send: Int) -> Int { rowBySend[send] }

    /// The kind of arrival that sends a request.
    package func kind(ofSend send: Int) -> Kind { kinds[kindBySend[send]] }

    /// The requests of some kinds.
    package func sends(of kinds: Range<Int>) -> Range<Int> {
        self.kinds[kinds.lowerBound].sends
            .lowerBound..<self.kinds[kinds.upperBound - 1].sends.upperBound
    }

    /// The kind of arrival of a row, or of the journey that the row is a step of.
    package func kind(ofRow row: Int) -> Kind {
        guard row >= kinds.count, let send = rowBySend.firstIndex(of: row) else {
            return kinds[row]
        }
        return kind(ofSend: send)
    }
}

/// Time that a user waits between a response and the next request: constant, or uniformly distributed.
package struct ThinkTime: Hashable, Sendable {
    /// In nanoseconds.
    package let shortest: Int64
    /// In nanoseconds; at least `shortest`.
    package let longest: Int64

    package init(from shortest: Int64, to longest: Int64) {
        precondition(
            shortest >= 0 && longest >= shortest,
            "a think time that ends before it begins"
        )
        self.shortest = shortest
        self.longest = longest
    }
}
