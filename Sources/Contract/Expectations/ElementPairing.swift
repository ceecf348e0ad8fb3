import Base
import JSON

/// The correspondence of elements of two arrays.
struct ElementPairing {
    /// The quality of a pairing.
    enum Quality: Hashable {
        /// No other pairing leaves fewer differences, except that elements without any were paired
        /// first.
        case cheapest
        /// As many as possible, but not all, are paired without a difference; the rest is in order.
        case fitting
        /// Equal elements are paired, as often as both sides have them; the rest is in order.
        case equalFirst
        /// Element by element, as there was no effort left.
        case inOrder
    }

    /// Positions in the example and in the actual array, in the order of the latter.
    private(set) var pairs: [(wanted: Int, got: Int)] = []
    /// Unpaired positions in the example.
    private(set) var missing: [Int] = []
    /// Unpaired positions in the actual array.
    private(set) var unexpected: [Int] = []
    private(set) var quality: Quality

    /// Counts the differences of two elements and subtracts its comparisons from the steps left; `nil` when these are
    /// too few.
    typealias Cost = (_ wanted: JSONValue, _ got: JSONValue, _ effort: inout Int) -> Int?

    /// Pairs equal elements, then the rest so that the sum of costs is minimal, within the effort.
    ///
    /// - Parameters:
    ///   - example: The elements that are wanted.
    ///   - actual: The actual elements.
    ///   - arrays: Whether the order of elements matters inside an element.
    ///   - effort: The number of steps left, reduced by those used. Equal elements are always found if any step is
    ///     left, whatever it costs.
    ///   - cost: Counts the differences of two elements.
    init(
        _ example: [JSONValue],
        _ actual: [JSONValue],
        arrays: BodyMatcher.ArrayOrder,
        effort: inout Int,
        cost: Cost
    ) {
        var wanted = Array(example.indices)
        var got = Array(actual.indices)
        quality = effort > 0 ? .equalFirst : .inOrder
        if effort > 0 { pairEqual(&wanted, &got, example, actual, arrays, &effort) }
        var fitting = FittingPairs(wanted.map { example[$0] }, got.map { actual[$0] })
        if effort > 0 { fitting.find(&effort, cost) }
        let fits = fitting.pairs.map { (wanted[$0], got[$1]) }
        if fits.count == min(wanted.count, got.count) {
            quality = .cheapest
            take(fits, of: wanted, got)
        } else if let chosen = Self.cheapest(wanted, got, example, actual, &effort, cost) {
            quality = .cheapest
            take(chosen, of: wanted, got)
        } else {
            if fitting.isSure, quality == .equalFirst { quality = .fitting }
            let (takenWanted, takenGot) = (Set(fits.map(\.0)), Set(fits.map(\.1)))
            let rest = zip(
                wanted.filter { !takenWanted.contains($0) },
                got.filter { !takenGot.contains($0) }
            )
            take(fits + rest, of: wanted, got)
        }
        pairs.sort { $0.got < $1.got }
    }
}

extension ElementPairing {
    /// Pairs every element with an equal one, as often as both sides have it.
    private mutating func pairEqual(
        _ wanted: inout [Int],
        _ got: inout [Int],
        _ example: [JSONValue],
        _ actual: [JSONValue],
        _ arrays: BodyMatcher.ArrayOrder,
        _ effort: inout Int
    ) {
        var digest = ValueDigest(arrays: arrays)
        var waiting: [Int: [Int]] = [:]
        waiting.reserveCapacity(wanted.count)
        for position in wanted.reversed() {
            waiting[digest.hash(of: example[position]), default: []].append(position)
        }
        var paired: Set<Int> = []
        got.removeAll { position in
            guard let match = waiting[digest.hash(of: actual[position])]?.popLast() else {
                return false
            }
            paired.insert(match)
            pairs.append((wanted: match, got: position))
            return true
        }
        wanted.removeAll { paired.contains($0) }
        effort -= digest.count
    }

    /// The pairs with the lowest total cost; `nil` when finding them is too expensive.
    private static func cheapest(
        _ wanted: [Int],
        _ got: [Int],
        _ example: [JSONValue],
        _ actual: [JSONValue],
        _ effort: inout Int,
        _ cost: Cost
    ) -> [(Int, Int)]? {
        if wanted.isEmpty || got.isEmpty { return [] }
        guard isWithin(effort, wanted, got, example, actual) else { return nil }
        effort -= assignmentSteps(wanted.count, got.count)
        var costs: [[Int]] = []
        for wanted in wanted {
            var row: [Int] = []
            for got in got {
                guard let cost = cost(example[wanted], actual[got], &effort) else { return nil }
                row.append(cost)
            }
            costs.append(row)
        }
        guard wanted.count > got.count else {
            return zip(wanted, Assignment(costs: costs).columns).map { ($0, got[$1]) }
        }
        let turned = got.indices.map { column in costs.map { $0[column] } }
        return zip(got, Assignment(costs: turned).columns).map { (wanted[$1], $0) }
    }

    /// Whether each pair of nodes can be compared once, and the assignment be solved.
    private static func isWithin(
        _ effort: Int,
        _ wanted: [Int],
        _ got: [Int],
        _ example: [JSONValue],
        _ actual: [JSONValue]
    ) -> Bool {
        // Ensures that no product below overflows.
        guard effort > 0, max(wanted.count, got.count) < 1 << 16 else { return false }
        let left = effort - assignmentSteps(wanted.count, got.count)
        guard left > 0 else { return false }
        let wantedNodes = wanted.reduce(0) { $0 + nodeCount(of: example[$1], most: left) }
        let gotNodes = got.reduce(0) { $0 + nodeCount(of: actual[$1], most: left) }
        let (work, overflow) = wantedNodes.multipliedReportingOverflow(by: gotNodes)
        return !overflow && work <= left
    }

    /// The cost of the assignment: each of its steps is a quarter of a comparison.
    private static func assignmentSteps(_ wanted: Int, _ got: Int) -> Int {
        let fewer = min(wanted, got)
        return fewer * fewer * max(wanted, got) / 4
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

    private mutating func take(_ chosen: [(Int, Int)], of wanted: [Int], _ got: [Int]) {
        let takenWanted = Set(chosen.map(\.0))
        let takenGot = Set(chosen.map(\.1))
        for (wanted, got) in chosen { pairs.append((wanted: wanted, got: got)) }
        missing += wanted.filter { !takenWanted.contains($0) }
        unexpected += got.filter { !takenGot.contains($0) }
    }
}

/// Hashes of values: equal values have equal hashes, and different ones collide only by chance.
private struct ValueDigest {
    /// Whether the order of elements matters for equality, at every depth.
    let arrays: BodyMatcher.ArrayOrder
    /// The number of hashed values, including nested ones.
    private(set) var count = 0

    init(arrays: BodyMatcher.ArrayOrder) { self.arrays = arrays }

    mutating func hash(of value: JSONValue) -> Int {
        count += 1
        var hasher = Hasher()
        switch value {
        case .null, .bool, .number, .string:
            hasher.combine(value)
        case .array(let elements) where arrays == .ordered:
            hasher.combine("ordered")
            for element in elements { hasher.combine(hash(of: element)) }
        case .array(let elements):
            // Order must not matter, so the hashes are added.
            hasher.combine("unordered")
            hasher.combine(elements.count)
            hasher.combine(elements.reduce(0) { $0 &+ hash(of: $1) })
        case .object(let object):
            hasher.combine("object")
            hasher.combine(object.count)
            hasher.combine(object.members.reduce(0) { $0 &+ hash(of: $1) })
        }
        return hasher.finalize()
    }

    private mutating func hash(of member: JSONObject.Member) -> Int {
        var hasher = Hasher()
        member.name.hashCodePoints(into: &hasher)
        hasher.combine(hash(of: member.value))
        return hasher.finalize()
    }
}
