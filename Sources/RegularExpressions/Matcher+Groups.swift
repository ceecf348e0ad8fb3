extension Matcher {
    /// One path through the automaton, and its stored positions.
    private struct Path {
        let state: Int
        /// By number; -1 for none.
        var places: [Int]
    }

    /// The first match; among those with the same start, the preferred one.
    ///
    /// All paths are followed in parallel, in order of preference, and each state once for each code point: the
    /// time is linear in the length of the text.
    ///
    /// Source: Russ Cox, "Regular Expression Matching: the Virtual Machine Approach" (Pike's).
    ///
    /// - Parameters:
    ///   - program: The automaton, for reading from left to right.
    ///   - groupCount: Number of its groups.
    /// - Returns: The ranges of the match and its groups; `nil` for a group that did not take part.
    func firstMatch(of program: MatchProgram, groupCount: Int) -> [Range<Int>?]? {
        var now: [Path] = []
        var found: [Int]?
        for place in 0...text.count {
            var seen = [Bool](repeating: false, count: program.steps.count)
            var ready: [Path] = []
            for path in now { follow(path, of: program, at: place, &seen, into: &ready) }
            if found == nil {
                var places = [Int](repeating: -1, count: 2 * (groupCount + 1))
                places[0] = place
                let start = Path(state: 0, places: places)
                follow(start, of: program, at: place, &seen, into: &ready)
            }
            now = []
            for path in ready {
                if case .accept = program.steps[path.state] {
                    found = path.places
                    found?[1] = place
                    // The remaining paths have a lower preference.
                    break
                }
                guard place < text.count, case .take(let set) = program.steps[path.state],
                    set.contains(text[place])
                else { continue }
                now.append(Path(state: path.state + 1, places: path.places))
            }
            if found != nil, now.isEmpty { break }
        }
        return found.map { places in
            stride(from: 0, to: places.count, by: 2).map { index in
                places[index] >= 0 && places[index + 1] >= places[index]
                    ? places[index]..<places[index + 1] : nil
            }
        }
    }

    /// Adds the states reachable without a code point, in order of preference.
    private func follow(
        _ path: Path,
        of program: MatchProgram,
        at place: Int,
        _ seen: inout [Bool],
        into ready: inout [Path]
    ) {
        var pending = [path]
        while var path = pending.popLast() {
            guard !seen[path.state] else { continue }
            seen[path.state] = true
            switch program.steps[path.state] {
            case .take, .accept: ready.append(path)
            case .jump(let target): pending.append(Path(state: target, places: path.places))
            case .fork(let first, let second):
                pending.append(Path(state: second, places: path.places))
                pending.append(Path(state: first, places: path.places))
            case .save(let number):
                path.places[number] = place
                pending.append(Path(state: path.state + 1, places: path.places))
            case .assert(let assertion):
                guard assertion.holds(at: place, in: text) else { continue }
                pending.append(Path(state: path.state + 1, places: path.places))
            case .look(let index, let isTrue):
                guard looks[index][place] == isTrue else { continue }
                pending.append(Path(state: path.state + 1, places: path.places))
            }
        }
    }
}
