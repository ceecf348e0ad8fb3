import JSON

/// Which element of one array answers to which element of another.
struct ElementPairing {
    /// Positions in the example and in the actual array, in the order of the latter.
    private(set) var pairs: [(wanted: Int, got: Int)] = []
    /// Positions in the example that nothing is paired with.
    private(set) var missing: [Int] = []
    /// Positions in the actual array that nothing is paired with.
    private(set) var unexpected: [Int] = []

    /// Counts the differences of two elements.
    typealias Cost = (_ wanted: JSONValue, _ got: JSONValue) -> Int

    /// The longest side for which the exact method is tried: it costs the cube of it.
    private static let longestExact = 200

    /// Pairs so that the sum of costs is least, as long as the effort lasts.
    ///
    /// - Parameters:
    ///   - example: The elements that are wanted.
    ///   - actual: The elements that came.
    ///   - effort: How many pairs of nodes may still be compared; what was used is taken off.
    ///   - cost: Counts the differences of two elements.
    init(
        _ example: [JSONValue],
        _ actual: [JSONValue],
        effort: inout Int,
        cost: Cost
    ) {
        var wanted = Array(example.indices)
        var got = Array(actual.indices)
        var work = Self.work(wanted, got, example, actual, most: effort)
        if work == nil {
            pairEqual(&wanted, &got, example, actual)
            work = Self.work(wanted, got, example, actual, most: effort)
        }
        if let work {
            effort -= work
            pairCheapest(wanted, got, example, actual, cost: cost)
        } else {
            take(Array(zip(wanted, got)), of: wanted, got)
        }
        pairs.sort { $0.got < $1.got }
    }
}

extension ElementPairing {
    /// How many pairs of nodes have to be compared for the exact method; `nil` when it is too many.
    ///
    /// It bounds nested pairings too: each pair of nodes meets at most once for each level.
    private static func work(
        _ wanted: [Int],
        _ got: [Int],
        _ example: [JSONValue],
        _ actual: [JSONValue],
        most: Int
    ) -> Int? {
        guard max(wanted.count, got.count) <= longestExact else { return nil }
        let wantedNodes = wanted.reduce(0) { $0 + nodeCount(of: example[$1], most: most) }
        let gotNodes = got.reduce(0) { $0 + nodeCount(of: actual[$1], most: most) }
        let (work, overflow) = wantedNodes.multipliedReportingOverflow(by: gotNodes)
        return overflow || work > most ? nil : work
    }

    /// Stops counting once there are more than `most`.
    private static func nodeCount(of value: JSONValue, most: Int) -> Int {
        var count = 1
        switch value {
        case .null, .bool, .number, .string: break
        case .array(let elements):
            for element in elements where count <= most {
                count += nodeCount(of: element, most: most - count)
            }
        case .object(let object):
            for member in object.members where count <= most {
                count += nodeCount(of: member.value, most: most - count)
            }
        }
        return count
    }

    /// Pairs every element with an equal one, as often as both sides have it.
    private mutating func pairEqual(
        _ wanted: inout [Int],
        _ got: inout [Int],
        _ example: [JSONValue],
        _ actual: [JSONValue]
    ) {
        var waiting: [JSONValue: [Int]] = [:]
        for position in wanted.reversed() {
            waiting[example[position], default: []].append(position)
        }
        var paired: Set<Int> = []
        got.removeAll { position in
            guard let match = waiting[actual[position]]?.popLast() else { return false }
            paired.insert(match)
            pairs.append((wanted: match, got: position))
            return true
        }
        wanted.removeAll { paired.contains($0) }
    }

    private mutating func pairCheapest(
        _ wanted: [Int],
        _ got: [Int],
        _ example: [JSONValue],
        _ actual: [JSONValue],
        cost: Cost
    ) {
        let costs = wanted.map { wanted in got.map { cost(example[wanted], actual[$0]) } }
        guard wanted.count > got.count else {
            let columns = Assignment(costs: costs).columns
            return take(zip(wanted, columns).map { ($0, got[$1]) }, of: wanted, got)
        }
        let turned = got.indices.map { column in costs.map { $0[column] } }
        let columns = Assignment(costs: turned).columns
        take(zip(got, columns).map { (wanted[$1], $0) }, of: wanted, got)
    }

    private mutating func take(_ chosen: [(Int, Int)], of wanted: [Int], _ got: [Int]) {
        let takenWanted = Set(chosen.map(\.0))
        let takenGot = Set(chosen.map(\.1))
        for (wanted, got) in chosen { pairs.append((wanted: wanted, got: got)) }
        missing += wanted.filter { !takenWanted.contains($0) }
        unexpected += got.filter { !takenGot.contains($0) }
    }
}
