import Base
import JSON

/// Pairs elements without a difference, as many as possible: a maximum matching, by augmenting paths.
///
/// Elements are compared only if they share a distinguishing part, and only if it matters.
struct FittingPairs {
    private let wanted: [JSONValue]
    private let got: [JSONValue]
    /// The positions of elements, by hash of a part.
    private var places: [Int: [Int]] = [:]
    /// The partner of each actual element, and of each wanted one.
    private var mates: [Int?]
    private var partners: [Int?]
    /// By pair, whether it has no difference.
    private var known: [Int: Bool] = [:]
    /// Whether no other pairing has more pairs.
    private(set) var isSure = true

    init(_ wanted: [JSONValue], _ got: [JSONValue]) {
        self.wanted = wanted
        self.got = got
        mates = Array(repeating: nil, count: got.count)
        partners = Array(repeating: nil, count: wanted.count)
    }

    /// Positions in both lists.
    var pairs: [(Int, Int)] {
        partners.enumerated().compactMap { wanted, got in got.map { (wanted, $0) } }
    }

    /// Searches for pairs until none can be added, or the effort is used up.
    mutating func find(_ effort: inout Int, _ cost: ElementPairing.Cost) {
        for (position, value) in got.enumerated() {
            for part in Self.parts(of: value) { places[part, default: []].append(position) }
            effort -= 1
        }
        for position in wanted.indices {
            guard effort > 0 else {
                isSure = false
                return
            }
            augment(from: position, &effort, cost)
        }
    }

    /// Adds one pair, if necessary by changing others.
    private mutating func augment(
        from start: Int,
        _ effort: inout Int,
        _ cost: ElementPairing.Cost
    ) {
        var reached: [Int: Int] = [:]
        var queue = [start]
        var next = 0
        while next < queue.count {
            let wanted = queue[next]
            next += 1
            let candidates = candidates(for: wanted)
            // Visiting one is cheap, but there may be very many.
            effort -= candidates.count / 8
            // A free element ends the search, so free ones come first.
            for isFree in [true, false] {
                for got in candidates where (mates[got] == nil) == isFree && reached[got] == nil {
                    guard fits(wanted, got, &effort, cost) else {
                        if effort <= 0 {
                            isSure = false
                            return
                        }
                        continue
                    }
                    reached[got] = wanted
                    guard let mate = mates[got] else { return turn(from: got, reached) }
                    queue.append(mate)
                }
            }
        }
    }

    /// Changes the pairs on the path from the start to a free element.
    private mutating func turn(from end: Int, _ reached: [Int: Int]) {
        var place: Int? = end
        while let got = place, let wanted = reached[got] {
            place = partners[wanted]
            partners[wanted] = got
            mates[got] = wanted
        }
    }

    private mutating func fits(
        _ wanted: Int,
        _ got: Int,
        _ effort: inout Int,
        _ cost: ElementPairing.Cost
    ) -> Bool {
        let key = wanted * self.got.count + got
        if let response = known[key] { return response }
        effort -= 1
        guard effort > 0 else { return false }
        let difference = cost(self.wanted[wanted], self.got[got], &effort)
        // An undecided pair may fit.
        if difference == nil { isSure = false }
        known[key] = difference == 0
        return difference == 0
    }

    /// The positions of elements that share the rarest part of a wanted one.
    private func candidates(for position: Int) -> [Int] {
        let lists = Self.parts(of: wanted[position]).map { places[$0] ?? [] }
        return lists.min { $0.count < $1.count } ?? Array(got.indices)
    }

    /// Hashes of the parts that a matching element must share: a scalar itself, the scalar members of an object; none
    /// of an array.
    private static func parts(of value: JSONValue) -> [Int] {
        switch value {
        case .null, .bool, .number, .string: [value.hashValue]
        case .array: []
        case .object(let object):
            object.members.compactMap { member in
                switch member.value {
                case .array, .object: return nil
                case .null, .bool, .number, .string:
                    var hasher = Hasher()
                    member.name.hashCodePoints(into: &hasher)
                    hasher.combine(member.value)
                    return hasher.finalize()
                }
            }
        }
    }
}
