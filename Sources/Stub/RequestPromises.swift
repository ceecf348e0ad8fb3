import Contract
import HTTP
import JSON
import JSONPaths

/// Which promises of a client library a request can show, as the contract's own cases tell.
///
/// A case that asserts something of a request of a call, and covers a promise by that, says that the promise
/// shows in that place of the request. One that asks how many requests a call sends says that it shows in whether
/// something is sent.
struct RequestPromises {
    /// What one step says of one place of a request.
    struct Entry {
        let promise: Promise
        /// The call that the promise is of.
        let owner: ClientCall
        /// A place as `LearntRefusal` names it.
        let place: String
        /// Whether exactly one value is asked for there, form and all.
        let isStrict: Bool
        /// The calls that the case makes before and that change what a client remembers, with what they are
        /// given.
        let earlier: MadeCalls
        /// What the call itself is given.
        let given: [String: JSONValue]
        /// Of what the case says that the client remembers, whether there is a value.
        let state: [String: Bool]
    }

    /// By the call whose request it is.
    private var entries: [String: [Entry]] = [:]
    /// By the call that sends something, or nothing.
    private var sent: [String: [Entry]] = [:]
    private var unsent: [String: [Entry]] = [:]
    /// Where the cases look for what no request shows, by promise.
    private(set) var elsewhere: [String: String] = [:]
    /// What each call changes of the client's state, with the names that each change comes from.
    private var updates: [String: [String: Set<String>]] = [:]
    /// By the call, the places that must not be there, and that no request of the call has.
    private(set) var absent: [String: Set<String>] = [:]

    /// - Parameter contracts: Those with the calls of one client library, whose cases count.
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

    /// Notes where else than in a request a step looks.
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
            // What the app is given in the end says nothing of what is sent.
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
    ///   - place: As `LearntRefusal` names it.
    ///   - call: The call that sends the request.
    ///   - names: What of the client's state the value comes from.
    ///   - mentioned: What of that state, and of what the call is given, could have decided over it.
    ///   - state: What is known of that state.
    ///   - made: The calls that the client was told to have made; `nil` when it tells nothing.
    ///   - isOfForm: Whether the parts of the value are right, and its form alone is not.
    /// - Returns: Each once, the surest first.
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
        // What a call sets shows in whatever is sent then, also where the cases look at another call.
        if chosen.isEmpty, made != nil, !fitting.contains(where: { $0.owner.id == call }) {
            let others = entries.values.joined().filter(fits)
            chosen = nearest(Array(others), made, mentioned).filter(isDecisive)
        }
        if chosen.isEmpty {
            chosen = fitting.filter { $0.owner.id == call || $0.owner.updates.isEmpty }
            // What another call sets decides there only when it was set.
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

    /// The promises that show in whether a call sends something.
    ///
    /// - Parameters:
    ///   - isSent: Whether the promises say that it sends something.
    ///   - call: The call.
    ///   - mentioned: What of the client's state, and of what the call is given, decides over that.
    ///   - state: What is known of that state.
    ///   - made: The calls that were made.
    /// - Returns: Each once, the surest first; of those as sure, that of the case with most calls before.
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

    /// Those whose cases are like what a client did, of these the nearest.
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

    /// What a call was given that some of the client's state comes from; `nil` for a call that changes none
    /// of it.
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
        // A sort of this library keeps no order among equals.
        let numbered = promises.enumerated().sorted {
            ($0.element.basis, $0.offset) < ($1.element.basis, $1.offset)
        }
        return numbered.map(\.element)
    }
}

/// Calls that were made, with what is known of what they were given the last time.
struct MadeCalls: Sendable {
    var calls: [String: [String: JSONValue]] = [:]
    /// What the call is given that comes after them.
    var given: [String: JSONValue] = [:]

    func has(_ call: String) -> Bool { calls[call] != nil }

    /// How many values are the same as in a case; `nil` when the case is about something else.
    func likeness(to other: MadeCalls) -> Int? {
        var sum = 0
        for (call, given) in other.calls {
            guard let own = calls[call], let one = Self.likeness(own, given) else { return nil }
            sum += one
        }
        return sum
    }

    /// The same of what one call is given.
    ///
    /// What is true, false or null says how a call is meant, and has to be the same; other values are examples.
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

    /// What a call is given, as far as it is constant.
    fileprivate var constantArguments: [String: JSONValue] {
        var values: [String: JSONValue] = [:]
        for member in action.call?.arguments.members ?? [] {
            values[member.name] = member.value.constantValue
        }
        return values
    }
}

extension RequestPromises.Entry {
    /// Whether a client remembers something where the case says so, and nothing where it says that.
    fileprivate func isLike(_ known: [String: JSONValue]) -> Bool {
        state.allSatisfy { name, isThere in
            known[name].map { ($0 != .null) == isThere } ?? true
        }
    }

    /// Whether it is about a place; one about the whole path is about every gap in it.
    fileprivate func isAt(_ place: String) -> Bool {
        self.place == place || self.place == "path" && place.hasPrefix("path ")
    }
}

extension Case {
    /// Of what it says that the client of a step remembers, whether there is a value.
    fileprivate func state(before step: Step) -> [String: Bool] {
        guard let name = step.action.call?.client,
            let use = clients.first(where: { $0.name == name })
        else { return [:] }
        return Dictionary(use.state.map { ($0.name, $0.value.constantValue != .null) }) { $1 }
    }
}

extension AssertionTemplate {
    /// The places in a request of a call that it asks for; empty for anything else.
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
