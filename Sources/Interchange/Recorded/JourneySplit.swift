import Base
import JSON

/// Splits traffic into journeys: exchanges about the same object stay together, in order.
struct JourneySplit {
    private(set) var journeys: [ObservedJourney] = []

    /// A name that replaces a value.
    private struct Substitute {
        let value: String
        let name: String
        /// Whether the value has this meaning wherever it occurs.
        let isStrong: Bool
    }

    /// The number of exchanges beyond which a value, if more than a quarter of all have it, does not connect them: it
    /// belongs to the application.
    private static let most = 50

    /// - Parameters:
    ///   - exchanges: All, in order.
    ///   - values: The values that pass between them.
    ///   - credentials: Their credentials.
    ///   - moments: When each was sent.
    init(
        _ exchanges: [ObservedExchange],
        _ values: ValueFlows,
        _ credentials: CredentialTemplates,
        moments: [Timestamp]
    ) {
        var groups = ConnectedNumbers(count: exchanges.count)
        let limit = max(Self.most, exchanges.count / 4)
        var flows: [ValueFlow] = []
        for flow in values.flows where Set(flow.uses).count <= limit {
            flows.append(flow)
            for use in flow.uses { groups.connect(flow.source, use) }
        }
        for tie in values.ties where Set(tie).count <= limit {
            for number in tie.dropFirst() { groups.connect(tie[0], number) }
        }
        let bySource = Dictionary(grouping: flows, by: \.source)
        for numbers in groups.groups {
            let own = numbers.flatMap { bySource[$0] ?? [] }
            journeys.append(Self.journey(numbers, exchanges, own, credentials, moments))
        }
    }

    private static func journey(
        _ numbers: [Int],
        _ exchanges: [ObservedExchange],
        _ flows: [ValueFlow],
        _ credentials: CredentialTemplates,
        _ moments: [Timestamp]
    ) -> ObservedJourney {
        var names = UniqueNames(reserved: DraftVariableNames.reserved.union(credentials.names))
        var captures: [(flow: ValueFlow, name: String, query: JSONValue)] = []
        for flow in flows {
            let variables = credentials.variables(of: flow.value)
            for variable in variables {
                captures.append((flow, variable.name, flow.query(for: variable.base)))
            }
            if variables.isEmpty {
                let name = names.unique(RequestDrafter.variableName(flow.field))
                captures.append((flow, name, flow.places[0].query))
            }
        }
        var data = JSONObject()
        var made: [Substitute] = []
        for (field, value) in numbers.flatMap({ credentials.data(in: exchanges[$0].request) })
        where !captures.contains(where: { $0.flow.value == value })
            && !made.contains(where: { $0.value == value })
        {
            let name = names.unique(field)
            data[name] = .string(CredentialTemplates.chance(value))
            made.append(Substitute(value: value, name: name, isStrong: true))
        }
        // Several requests with the same time must agree on it.
        var moment: [String: Int] = [:]
        for number in numbers {
            for text in Set(exchanges[number].request.texts.map(\.text)) {
                moment[text, default: 0] += 1
            }
        }
        var journey = ObservedJourney(exchanges: [])
        journey.bindings = data
        for number in numbers {
            var exchange = exchanges[number]
            let known =
                made
                + captures.filter { $0.flow.source < number }.map {
                    Substitute(value: $0.flow.value, name: $0.name, isStrong: $0.flow.isStrong)
                }
            if exchange.request.holdsTemplates {
                exchange.request.mapTexts { text, place in
                    if credentials.isCredential(text, place) { return nil }
                    if let changed = Self.text(text, place, known) { return changed }
                    guard moment[text] == 1 else { return nil }
                    switch place {
                    case .header, .segment: return nil
                    case .query, .form, .member, .text:
                        return MomentText.template(for: text, sent: moments[number])
                    }
                }
            }
            let bindings = credentials.rewrite(&exchange.request)
            if !bindings.isEmpty {
                let known = exchange.keys["let"]?.objectValue ?? JSONObject()
                exchange.keys["let"] = .object(JSONObject(known.members + bindings.members))
            }
            exchange.captures = captures.filter { $0.flow.source == number }
                .map { ($0.name, $0.query) }
            journey.exchanges.append(exchange)
        }
        return journey.withoutPolling
    }

    /// A text with captures in place of their values; `nil` when it has none of them.
    private static func text(
        _ text: String,
        _ place: RequestPlace,
        _ known: [Substitute]
    ) -> String? {
        let isName: Bool =
            switch place {
            case .segment: true
            case .query(let name), .form(let name), .member(let name):
                TellingValue.isIdentifier(name)
            case .header(let name): ValueFlows.isPrecondition(name)
            case .text: false
            }
        if let whole = known.first(where: { $0.value == text && ($0.isStrong || isName) }) {
            return "{{\(whole.name)}}"
        }
        guard place != .segment else { return nil }
        var changed = text
        for other in known where other.isStrong {
            changed = changed.replacingToken(other.value, with: "{{\(other.name)}}")
        }
        return changed == text ? nil : changed
    }
}

extension ObservedJourney {
    /// The journey with one step in place of repeated identical requests.
    fileprivate var withoutPolling: ObservedJourney {
        var kept: [ObservedExchange] = []
        var journey = self
        for exchange in exchanges {
            guard let last = kept.last, ["GET", "HEAD"].contains(exchange.request.method),
                exchange.isSameRequest(as: last)
            else {
                kept.append(exchange)
                continue
            }
            var next = exchange
            next.keys = last.keys
            if last.status != exchange.status {
                next.keys["eventually"] = ["within": "10s"]
                next.comment = ["Answered \(last.status ?? 0) at first."]
            }
            // The first request with a value captures it for later ones.
            next.captures = last.captures + exchange.captures
            next.doc = last.doc
            kept[kept.count - 1] = next
        }
        journey.exchanges = kept
        return journey
    }
}

extension ObservedExchange {
    fileprivate func isSameRequest(as other: ObservedExchange) -> Bool {
        func lines(_ request: ObservedRequest) -> [String] {
            request.headers.map { "\($0.name): \($0.value)" }
        }
        guard case nil = request.body, case nil = other.request.body else { return false }
        return request.method == other.request.method && request.url.path == other.request.url.path
            && request.url.query == other.request.url.query && keys == other.keys
            && request.url.origin == other.request.url.origin
            && lines(request) == lines(other.request)
    }
}

extension String {
    /// The text with another in place of each `token` that is not part of a longer word.
    fileprivate func replacingToken(_ token: String, with other: String) -> String {
        guard contains(token) else { return self }
        func isWord(_ character: Character?) -> Bool {
            character.map { $0.isLetter || $0.isNumber || $0 == "_" } ?? false
        }
        var result = ""
        var rest = self[...]
        while let found = rest.firstRange(of: token) {
            let before = rest[..<found.lowerBound]
            result += before
            let isWhole =
                !isWord(before.last ?? result.last) && !isWord(rest[found.upperBound...].first)
            result += isWhole ? other : token
            rest = rest[found.upperBound...]
        }
        return result + rest
    }
}

/// Connected numbers.
private struct ConnectedNumbers {
    private var parents: [Int]

    init(count: Int) { parents = Array(0..<count) }

    mutating func connect(_ left: Int, _ right: Int) {
        let (left, right) = (root(left), root(right))
        // The first stays the root, so that groups are in the order of their first numbers.
        parents[max(left, right)] = min(left, right)
    }

    private mutating func root(_ number: Int) -> Int {
        var root = number
        while parents[root] != root { root = parents[root] }
        parents[number] = root
        return root
    }

    /// Each in ascending order, in the order of their first numbers.
    var groups: [[Int]] {
        var copy = self
        var groups: [Int: [Int]] = [:]
        for number in parents.indices { groups[copy.root(number), default: []].append(number) }
        return groups.sorted { $0.key < $1.key }.map(\.value)
    }
}
