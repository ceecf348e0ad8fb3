import Contract
import HTTP
import JSON
import JSONPaths

/// Promises of a client library that requests can show, learnt from the contract's own cases.
///
/// A case that asserts something about a request of a call, and covers a promise with it, shows the promise at that
/// place of the request. A case that counts the requests of a call shows it in whether something is sent.
struct RequestPromises {
    /// A step's statement about one place of a request.
    struct Entry {
        let promise: Promise
        /// The call that the promise is of.
        let owner: ClientCall
        /// A place as `LearntRefusal` names it.
        let place: String
        /// Whether exactly one value is required there, including its form.
        let isStrict: Bool
        /// Calls that the case makes before and that change the client's state, with their arguments.
        let earlier: MadeCalls
        /// Arguments of the call itself.
        let given: [String: JSONValue]
        /// For the client's state in the case, whether each name has a value.
        let state: [String: Bool]
    }

    /// By the call that sends the request.
    private var entries: [String: [Entry]] = [:]
    /// By the call that sends requests, or none.
    private var sent: [String: [Entry]] = [:]
    private var unsent: [String: [Entry]] = [:]
    /// Where cases check promises that requests cannot show, by promise.
    private(set) var elsewhere: [String: String] = [:]
    /// Changes of the client's state by each call, with the names that they depend on.
    private var updates: [String: [String: Set<String>]] = [:]
    /// By call, places that must be absent, and that no request of the call has.
    private(set) var absent: [String: Set<String>] = [:]

    /// - Parameter contracts: Contracts with the calls of one client library, whose cases count.
    init(_ contracts: [ContractDocument]) {
        for contract in contracts {
            let index = ContractIndex(contract)
            for call in contract.calls {
                updates[call.id] = Dictionary(
                    call.updates.map { ($0.name, Set($0.value.templates.flatMap(\.names))) }
                ) { $0.union($1) }
            }
            for one in contract.cases { add(one, index) }
        }
    }

    private mutating func add(_ one: Case, _ index: ContractIndex) {
        var earlier = MadeCalls()
        for step in one.setup + one.steps {
            noteElsewhere(step, index)
            guard let call = step.call else { continue }
            if step.fault == nil {
                let state = one.state(before: step).filter { name, _ in
                    !earlier.calls.keys.contains { updates[$0]?[name] != nil }
                }
                add(step, of: call, earlier, state, index)
            }
            if !call.updates.isEmpty { earlier.calls[call.id] = step.constantArguments }
        }
    }

    /// Records where a step checks something other than a request.
    private mutating func noteElsewhere(_ step: Step, _ index: ContractIndex) {
        for id in step.covers {
            guard let promise = index.callPromises[id], elsewhere[id] == nil else { continue }
            elsewhere[id] =
                promise.error != nil
                ? "no request shows the error that the app is given" : step.shownPlace
        }
    }

    private mutating func add(
        _ step: Step,
        of call: ClientCall,
        _ earlier: MadeCalls,
        _ state: [String: Bool],
        _ index: ContractIndex
    ) {
        guard let expectation = step.expectation else { return }
        for id in step.covers {
            guard let promise = index.callPromises[id], promise.error == nil,
                let owner = index.calls[String(id.prefix { $0 != "/" })]
            else { continue }
            let entry = { (place: String, isStrict: Bool) in
                Entry(
                    promise: promise,
                    owner: owner,
                    place: place,
                    isStrict: isStrict,
                    earlier: earlier,
                    given: step.constantArguments,
                    state: state
                )
            }
            for assertion in expectation.asserts {
                for place in assertion.places {
                    entries[call.id, default: []].append(
                        entry(place, assertion.predicate.isEquality)
                    )
                    guard assertion.predicate.asksForNothing else { continue }
                    absent[call.id, default: []].insert(place)
                }
            }
            // The app's final result does not show what was sent.
            guard expectation.asserts.allSatisfy({ $0.query.resultPath == nil }) else { continue }
            guard let count = expectation.requests else { continue }
            if case .ready(.equals(0)) = count.predicate {
                unsent[call.id, default: []].append(entry("requests", true))
            } else {
                sent[call.id, default: []].append(entry("requests", true))
            }
        }
    }

    /// Whether some promise shows in a place of the requests of a call.
    func has(_ place: String, of call: String) -> Bool {
        entries[call]?.contains { $0.isAt(place) } ?? false
    }

    /// The promises that show in a place of a request.
    ///
    /// - Parameters:
    ///   - place: As named by `LearntRefusal`.
    ///   - call: The call that sends the request.
    ///   - names: Names of the client's state that the value depends on.
    ///   - mentioned: Names of that state, and of the call's arguments, that may have affected it.
    ///   - state: The known part of that state.
    ///   - made: The calls that the client reported; `nil` without reports.
    ///   - isOfForm: Whether only the form of the value differs.
    /// - Returns: Each once, the most certain first.
    func promises(
        at place: String,
        of call: String,
        from names: Set<String>,
        among mentioned: Set<String>,
        knowing state: [String: JSONValue],
        after made: MadeCalls?,
        isOfForm: Bool = false
    ) -> [Promise] {
        let fits = { (entry: Entry) in entry.isAt(place) && entry.isLike(state) }
        let fitting = nearest((entries[call] ?? []).filter(fits), made, mentioned)
        let isDecisive = { (entry: Entry) in
            entry.owner.updates.contains { names.contains($0.name) }
                && made.map { $0.has(entry.owner.id) == entry.earlier.has(entry.owner.id) } ?? true
        }
        var chosen = fitting.filter(isDecisive)
        // A call's effect on the state shows in later requests, also where the cases check another call.
        if chosen.isEmpty, made != nil, !fitting.contains(where: { $0.owner.id == call }) {
            let others = entries.values.joined().filter(fits)
            chosen = nearest(Array(others), made, mentioned).filter(isDecisive)
        }
        if chosen.isEmpty {
            chosen = fitting.filter { $0.owner.id == call || $0.owner.updates.isEmpty }
            // State set by another call counts only if it was set.
            if made == nil, chosen.isEmpty, isOfForm { chosen = fitting }
            if chosen.isEmpty {
                chosen = fitting.filter { !$0.owner.performs.isEmpty }
            }
        }
        if isOfForm, chosen.contains(where: \.isStrict) {
            let loose = Set(chosen.filter { !$0.isStrict }.map(\.promise.id))
            let strict = chosen.filter(\.isStrict)
            let kept = strict.filter { !loose.contains($0.promise.id) }
            chosen = kept.isEmpty ? strict : kept
        }
        return Self.sorted(chosen)
    }

    /// The promises that show in whether a call sends requests.
    ///
    /// - Parameters:
    ///   - isSent: Whether the promises require a request.
    ///   - call: The call.
    ///   - mentioned: Names of the client's state, and of the call's arguments, that decide over it.
    ///   - state: The known part of that state.
    ///   - made: The calls that were made.
    /// - Returns: Each once, the most certain first; among equals, that of the case with most calls before.
    func promises(
        ofSending isSent: Bool,
        by call: String,
        among mentioned: Set<String>,
        knowing state: [String: JSONValue],
        after made: MadeCalls
    ) -> [Promise] {
        let all = ((isSent ? sent : unsent)[call] ?? []).filter { $0.isLike(state) }
        let near = nearest(all, made, mentioned)
        let own = near.filter { $0.owner.id == call }
        let pool = own.isEmpty ? near.filter { made.has($0.owner.id) } : own
        let most = pool.map(\.earlier.calls.count).max()
        return Self.sorted(pool.filter { $0.earlier.calls.count == most })
    }

    /// The entries with the most similar case.
    private func nearest(
        _ entries: [Entry],
        _ made: MadeCalls?,
        _ mentioned: Set<String>
    ) -> [Entry] {
        guard let made else { return entries }
        let likenesses = entries.map { entry -> Int? in
            let deciding = entry.earlier.calls.compactMap { call, given in
                decisive(given, of: call, mentioned).map { (call, $0) }
            }
            let given = entry.given.filter { mentioned.contains($0.key) }
            guard
                let earlier = made.likeness(
                    to: MadeCalls(calls: Dictionary(uniqueKeysWithValues: deciding))
                ),
                let own = MadeCalls.likeness(made.given, given)
            else { return nil }
            return earlier + own
        }
        let greatest = likenesses.compactMap(\.self).max()
        return zip(entries, likenesses).filter { $1 != nil && $1 == greatest }.map(\.0)
    }

    /// Arguments of a call that some of the client's state depends on; `nil` for a call that changes none of it.
    private func decisive(
        _ given: [String: JSONValue],
        of call: String,
        _ mentioned: Set<String>
    ) -> [String: JSONValue]? {
        let changed = updates[call]?.filter { mentioned.contains($0.key) } ?? [:]
        guard !changed.isEmpty else { return nil }
        return given.filter { name, _ in changed.values.contains { $0.contains(name) } }
    }

    /// All promises that some request can show.
    var all: Set<String> {
        let listed = [entries, sent, unsent].flatMap { $0.values.flatMap { $0 } }
        return Set(listed.map(\.promise.id))
    }

    private static func sorted(_ entries: [Entry]) -> [Promise] {
        var seen: Set<String> = []
        let promises = entries.map(\.promise).filter { seen.insert($0.id).inserted }
        // Sorting is not stable, so equal elements are numbered.
        let numbered = promises.enumerated().sorted {
            ($0.element.basis, $0.offset) < ($1.element.basis, $1.offset)
        }
        return numbered.map(\.element)
    }
}

/// Calls that were made, with their latest known arguments.
struct MadeCalls: Sendable {
    var calls: [String: [String: JSONValue]] = [:]
    /// Arguments of the call after them.
    var given: [String: JSONValue] = [:]

    func has(_ call: String) -> Bool { calls[call] != nil }

    /// Number of values that agree with a case; `nil` for an incompatible case.
    func likeness(to other: MadeCalls) -> Int? {
        var sum = 0
        for (call, given) in other.calls {
            guard let own = calls[call], let one = Self.likeness(own, given) else { return nil }
            sum += one
        }
        return sum
    }

    /// Number of arguments of one call that agree; `nil` for incompatible ones.
    ///
    /// Booleans and null select a variant of the call, so they must agree; other values are examples.
    static func likeness(_ own: [String: JSONValue], _ other: [String: JSONValue]) -> Int? {
        var sum = 0
        for (name, value) in other {
            guard let mine = own[name] else { continue }
            if mine == value {
                sum += 1
            } else if mine.isMode || value.isMode {
                return nil
            }
        }
        return sum
    }
}

extension JSONValue {
    fileprivate var isMode: Bool {
        switch self {
        case .null, .bool: true
        default: false
        }
    }
}

extension Step {
    /// Where it looks, as the reason why no request shows it.
    fileprivate var shownPlace: String {
        if reception != nil { return "it shows in what a device or another server receives" }
        guard action.call != nil else { return "it shows in what the server makes of the request" }
        return "it shows in what the app is given, or what the client remembers"
    }

    /// The constant arguments of a call.
    fileprivate var constantArguments: [String: JSONValue] {
        var values: [String: JSONValue] = [:]
        for member in action.call?.arguments.members ?? [] {
            values[member.name] = member.value.constantValue
        }
        return values
    }
}

extension RequestPromises.Entry {
    /// Whether the names that have a value in the case have one in the known state, and the others none.
    fileprivate func isLike(_ known: [String: JSONValue]) -> Bool {
        state.allSatisfy { name, isThere in
            known[name].map { ($0 != .null) == isThere } ?? true
        }
    }

    /// Whether it concerns a place; an entry for the whole path concerns each of its gaps.
    fileprivate func isAt(_ place: String) -> Bool {
        self.place == place || (self.place == "path" && place.hasPrefix("path "))
            || (self.place == "query" && place.hasPrefix("query "))
    }
}

extension Case {
    /// For the client's state before a step, whether each name has a value.
    fileprivate func state(before step: Step) -> [String: Bool] {
        guard let name = step.action.call?.client,
            let use = clients.first(where: { $0.name == name })
        else { return [:] }
        return Dictionary(use.state.map { ($0.name, $0.value.constantValue != .null) }) { $1 }
    }
}

extension AssertionTemplate {
    /// The places of a call's request that it asserts; empty for any other assert.
    fileprivate var places: [String] {
        let query: QueryTemplate
        switch self.query {
        case .ready(.ofRequest(_, let inner)): query = .ready(inner)
        case .ofRequest(_, let inner): query = inner
        default: return []
        }
        guard case .ready(let ready) = query else {
            if case .open("form", let argument, _) = query, let name = argument.constantText {
                return [LearntRefusal.place("form", [name])]
            }
            return []
        }
        switch ready {
        case .form(let name): return [LearntRefusal.place("form", [name])]
        case .header(let name): return [LearntRefusal.place("headers", [name.lowercased()])]
        case .path: return ["path"]
        case .url: return ["path", "query"]
        case .jsonpath(let path):
            guard let steps = path.singularSteps else { return [] }
            let tokens = steps.map { step in
                switch step {
                case .name(let name): name
                case .index(let index): "\(index)"
                }
            }
            let names = predicate.members
            guard names.isEmpty else {
                return names.map { LearntRefusal.place("json", tokens + [$0]) }
            }
            return [LearntRefusal.place("json", tokens)]
        default: return []
        }
    }
}

extension PredicateTemplate {
    /// The members of an object that it asks for, as `contains` and `equals` do.
    fileprivate var members: [String] {
        switch self {
        case .ready(.contains(.object(let object))), .ready(.equals(.object(let object))):
            object.members.map(\.name)
        case .open(_, let value, _, _): value.members?.map(\.name) ?? []
        default: []
        }
    }

    fileprivate var isEquality: Bool {
        switch self {
        case .ready(.equals): true
        case .open(let form, _, _, _): form.name == "equals"
        default: false
        }
    }

    fileprivate var asksForNothing: Bool {
        if case .ready(.exists(false)) = self { true } else { false }
    }
}
