/// Requests of folders being turned into cases: those that use values of earlier ones in their folder stay together,
/// all others are independent.
struct JourneyPlan {
    private struct Unit {
        let exchange: ObservedExchange
        /// Names of variables that it refers to.
        let uses: [String]
        let folder: Int
        /// Lines above its case.
        let comment: [String]
    }

    /// The path of names to each folder.
    private var folders: [[String]] = []
    private var units: [Unit] = []

    /// A folder, by the path of names to it; one with the same name is a separate folder.
    mutating func folder(_ names: [String]) -> Int {
        folders.append(names)
        return folders.count - 1
    }

    /// Adds a request, in the order of execution.
    mutating func add(
        _ exchange: ObservedExchange,
        uses: [String],
        in folder: Int,
        above comment: [String] = []
    ) {
        units.append(Unit(exchange: exchange, uses: uses, folder: folder, comment: comment))
    }

    /// The cases, and the names that no case sets, in order.
    func journeys(named title: String) -> (journeys: [ObservedJourney], needed: [String]) {
        let groups = groups
        var journeyOfUnit = Array(repeating: 0, count: units.count)
        for (number, group) in groups.enumerated() {
            for unit in group { journeyOfUnit[unit] = number }
        }
        var names = UniqueNames()
        var journeys = groups.map { group -> ObservedJourney in
            let first = units[group[0]]
            let path = folders[first.folder]
            let own = path.isEmpty ? title : path.joined(separator: "-")
            let name = group.count > 1 ? own : first.exchange.name ?? own
            var journey = ObservedJourney(
                name: names.unique(DraftName.identifier(name)),
                exchanges: group.map { units[$0].exchange }
            )
            journey.tags = path.map(DraftName.identifier)
            journey.comment = group.flatMap { units[$0].comment }
            return journey
        }
        var edges: [Set<Int>] = Array(repeating: [], count: groups.count)
        var needed: [String] = []
        // The case that last set a name, and for each case the names that it has set.
        var givers: [String: Int] = [:]
        var given: [Set<String>] = Array(repeating: [], count: groups.count)
        for (index, unit) in units.enumerated() {
            let journey = journeyOfUnit[index]
            for name in unit.uses where !given[journey].contains(name) {
                if let giver = givers[name],
                    edges[journey].contains(giver) || !Self.reaches(journey, from: giver, edges)
                {
                    edges[journey].insert(giver)
                } else if !needed.contains(name) {
                    needed.append(name)
                }
            }
            for capture in unit.exchange.captures {
                givers[capture.name] = journey
                given[journey].insert(capture.name)
            }
        }
        for index in journeys.indices {
            journeys[index].needs = edges[index].sorted().compactMap { journeys[$0].name }
        }
        return (journeys, needed)
    }

    /// The units of each case.
    private var groups: [[Int]] {
        var members: [[Int]] = Array(repeating: [], count: folders.count)
        for (index, unit) in units.enumerated() { members[unit.folder].append(index) }
        let isChain = members.map { list in
            var given: Set<String> = []
            return list.contains { index in
                defer { given.formUnion(units[index].exchange.captures.map(\.name)) }
                return units[index].uses.contains(where: given.contains)
            }
        }
        var groups: [[Int]] = []
        for (index, unit) in units.enumerated() {
            if !isChain[unit.folder] {
                groups.append([index])
            } else if members[unit.folder].first == index {
                groups.append(members[unit.folder])
            }
        }
        return groups
    }

    /// Whether a case needs another, directly or through others.
    private static func reaches(_ goal: Int, from start: Int, _ edges: [Set<Int>]) -> Bool {
        var seen: Set<Int> = [start]
        var open = [start]
        while let next = open.popLast() {
            if next == goal { return true }
            for further in edges[next] where seen.insert(further).inserted { open.append(further) }
        }
        return false
    }
}
