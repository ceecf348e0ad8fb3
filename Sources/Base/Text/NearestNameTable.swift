/// Index of many names for finding the nearest one without comparing all of them.
package struct NearestNameTable: Sendable {
    private let names: [String]
    /// Positions of names by the pairs of letters that are in them.
    private var byPair: [UInt64: [Int]] = [:]

    /// Of fewer names, all are measured.
    private static let fewest = 64
    /// Number of rare pairs that select candidates; `mostMeasured` is the number of candidates.
    private static let mostPairs = 6
    private static let mostMeasured = 16
    /// Pairs in more names than this are not selective.
    private static let longestList = 256

    /// - Parameter names: In order of preference among equally near ones.
    package init(_ names: [String]) {
        self.names = names
        guard names.count > Self.fewest else { return }
        for (position, name) in names.enumerated() {
            for pair in Self.pairs(of: name) { byPair[pair, default: []].append(position) }
        }
    }

    /// The nearest name; `nil` without one similar enough to be a typing error.
    ///
    /// Among many names, at most 16 are compared: those that share most rare pairs of letters with `name`.
    package func suggestion(for name: String) -> String? {
        guard names.count > Self.fewest else {
            return NearestName.suggestion(for: name, among: names)
        }
        let lists = Self.pairs(of: name).compactMap { byPair[$0] }
            .sorted { ($0.count, $0[0]) < ($1.count, $1[0]) }
        var shared: [Int: Int] = [:]
        for list in lists.prefix(Self.mostPairs) {
            for position in list.prefix(Self.longestList) { shared[position, default: 0] += 1 }
        }
        var likely: [Int] = []
        for count in stride(from: Self.mostPairs, to: 0, by: -1)
        where likely.count < Self.mostMeasured {
            let positions = shared.filter { $0.value == count }.keys.sorted()
            likely += positions.prefix(Self.mostMeasured - likely.count)
        }
        return NearestName.suggestion(for: name, among: likely.sorted().map { names[$0] })
    }

    private static func pairs(of name: String) -> Set<UInt64> {
        let letters = name.lowercased().unicodeScalars.map { UInt64($0.value) }
        return Set(zip(letters, letters.dropFirst()).map { $0 << 32 | $1 })
    }
}
