import Base
import JSON

/// Pairs elements that leave no difference, as many as can be: a maximum matching, by augmenting paths.
///
/// Only elements are compared that have a telling part in common, and only when it matters.
struct FittingPairs {
    private let wanted: [JSONValue]
    private let got: [JSONValue]
    /// By hash of a part of an element, where it came.
    private var places: [Int: [Int]] = [:]
    /// Of what came, what it is paired with, and the other way about.
    private var mates: [Int?]
    private var partners: [Int?]
    /// By pair, whether it leaves no difference.
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

    /// Looks for pairs until none can be added, or the effort is used up.
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

    /// Pairs one more, if need be by pairing others anew.
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
            // To look at one costs little, and there may be very many.
            effort -= candidates.count / 8
            // What is free ends the search, so it is looked at first.
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

    /// Pairs what the way from the start to a free element passes.
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
        if let answer = known[key] { return answer }
        effort -= 1
        guard effort > 0 else { return false }
        let difference = cost(self.wanted[wanted], self.got[got], &effort)
        // An undecided pair may fit.
        if difference == nil { isSure = false }
        known[key] = difference == 0
        return difference == 0
    }

    /// Where elements came that share the rarest part of one that is wanted.
    private func candidates(for position: Int) -> [Int] {
        let lists = Self.parts(of: wanted[position]).map { places[$0] ?? [] }
        return lists.min { $0.count < $1.count } ?? Array(got.indices)
    }

    /// Hashes of what an element needs to have in common with one that it fits: a scalar itself, the
    /// scalar members of an object; nothing of an array.
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
