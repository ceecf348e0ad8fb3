/// Runs automata over one text, with all states in parallel: the time is linear in the length of the text, for any
/// expression.
struct Matcher {
    let text: [Unicode.Scalar]
    /// For every look-around, its result at each position from 0 to the text's length.
    private(set) var looks: [[Bool]] = []

    init(text: String, looks programs: [MatchProgram]) {
        self.text = Array(text.unicodeScalars)
        for program in programs {
            var places = [Bool](repeating: false, count: self.text.count + 1)
            run(program, startsAnywhere: true) { place in
                places[place] = true
                return false
            }
            looks.append(places)
        }
    }

    func matchesWhole(_ program: MatchProgram) -> Bool {
        var isWhole = false
        run(program, startsAnywhere: false) { place in
            isWhole = place == text.count
            return isWhole
        }
        return isWhole
    }

    func containsMatch(of program: MatchProgram) -> Bool {
        var isFound = false
        run(program, startsAnywhere: true) { _ in
            isFound = true
            return true
        }
        return isFound
    }

    /// Calls `accepted` with every place where a match ends, in reading order, until it returns
    /// true.
    private func run(
        _ program: MatchProgram,
        startsAnywhere: Bool,
        accepted: (Int) -> Bool
    ) {
        var now = StateSet(capacity: program.steps.count)
        var next = StateSet(capacity: program.steps.count)
        for index in 0...text.count {
            let place = program.isReversed ? text.count - index : index
            if index == 0 || startsAnywhere { follow(0, of: program, at: place, into: &now) }
            if now.holdsAccept, accepted(place) { return }
            if now.isEmpty, !startsAnywhere { return }
            guard index < text.count else { return }
            let scalar = text[program.isReversed ? place - 1 : place]
            let placeAfter = program.isReversed ? place - 1 : place + 1
            next.removeAll()
            for state in now.members {
                guard case .take(let set) = program.steps[state], set.contains(scalar) else {
                    continue
                }
                follow(state + 1, of: program, at: placeAfter, into: &next)
            }
            swap(&now, &next)
        }
    }

    /// Adds a state and all that can be reached from it without taking a code point.
    private func follow(
        _ state: Int,
        of program: MatchProgram,
        at place: Int,
        into states: inout StateSet
    ) {
        states.pending.append(state)
        while let state = states.pending.popLast() {
            guard states.insert(state) else { continue }
            switch program.steps[state] {
            case .take: break
            case .accept: states.holdsAccept = true
            case .jump(let target): states.pending.append(target)
            case .save: states.pending.append(state + 1)
            case .fork(let first, let second): states.pending += [first, second]
            case .assert(let assertion):
                if assertion.holds(at: place, in: text) { states.pending.append(state + 1) }
            case .look(let index, let isTrue):
                if looks[index][place] == isTrue { states.pending.append(state + 1) }
            }
        }
    }
}

/// A set of states that is emptied in constant time and iterated in order of insertion.
private struct StateSet {
    private(set) var members: [Int] = []
    /// States to follow; used only while one is added.
    var pending: [Int] = []
    var holdsAccept = false
    /// The round in which a state was last inserted.
    private var insertedIn: [Int]
    private var round = 1

    init(capacity: Int) {
        insertedIn = Array(repeating: 0, count: capacity)
    }

    var isEmpty: Bool { members.isEmpty }

    mutating func insert(_ state: Int) -> Bool {
        guard insertedIn[state] != round else { return false }
        insertedIn[state] = round
        members.append(state)
        return true
    }

    mutating func removeAll() {
        members.removeAll(keepingCapacity: true)
        holdsAccept = false
        round += 1
    }
}
