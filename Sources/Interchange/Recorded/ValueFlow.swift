import HTTP
import JSON
import JSONPaths

/// A value from a response that later requests sent.
struct ValueFlow {
    let value: String
    /// The number of the exchange with the response.
    let source: Int
    /// Its places in the response, the best first.
    let places: [Place]
    /// The numbers of the exchanges that sent it, in order.
    let uses: [Int]
    /// Whether it is replaced wherever it occurs, not only where an object is identified.
    let isStrong: Bool
}

extension ValueFlow {
    /// A place of a value in a response.
    struct Place {
        /// As `captures` expresses it.
        let query: JSONValue
        /// The name of the value there.
        let field: String
    }

    /// The name of the value in the best place.
    var field: String { places[0].field }

    /// Where a credential is captured: in the place with its name, else in the body, as places that have the same
    /// value now can differ the next time.
    func query(for credential: String) -> JSONValue {
        let own = places.first { RequestDrafter.variableName($0.field) == credential }
        return (own ?? places.first { $0.query["cookie"] == nil } ?? places[0]).query
    }
}

/// Finds values that pass from responses to requests, and values that requests share.
struct ValueFlows {
    private(set) var flows: [ValueFlow] = []
    /// Exchanges about the same object, in addition to those that a flow connects.
    private(set) var ties: [[Int]] = []

    /// A place in a response where a value was found.
    private struct Origin {
        let exchange: Int
        let query: JSONValue
        let field: String
        /// Whether it is in a list, where another run may find another.
        let isInList: Bool
        let depth: Int
    }

    private struct Use {
        let exchange: Int
        let namesOneThing: Bool
        let isCredential: Bool
    }

    /// - Parameters:
    ///   - exchanges: All, in order.
    ///   - credentials: Their credentials.
    ///   - isFailure: Whether the response of one is a failure, whose values are not used.
    init(
        _ exchanges: [ObservedExchange],
        _ credentials: CredentialTemplates,
        isFailure: (ObservedExchange) -> Bool
    ) {
        var uses: [String: [Use]] = [:]
        var origins: [String: [Origin]] = [:]
        var order: [String] = []
        for (number, exchange) in exchanges.enumerated() {
            for (text, place) in exchange.request.texts {
                let isCredential = credentials.isCredential(text, place)
                for (position, token) in TellingValue.tokens(of: text).enumerated() {
                    if uses[token] == nil { order.append(token) }
                    uses[token, default: []].append(
                        Use(
                            exchange: number,
                            namesOneThing: position == 0 && Self.namesOneThing(place),
                            isCredential: isCredential
                        )
                    )
                }
            }
            guard !isFailure(exchange) else { continue }
            for (value, origin) in Self.origins(in: exchange, number) {
                origins[value, default: []].append(origin)
            }
        }
        for value in order {
            let found = uses[value] ?? []
            if let flow = Self.flow(of: value, found, origins[value] ?? []) {
                flows.append(flow)
            } else if TellingValue.isRandom(value) {
                let tied = found.filter { !$0.isCredential }.map(\.exchange)
                if tied.count > 1 { ties.append(tied) }
            }
        }
    }

    private static func flow(of value: String, _ found: [Use], _ origins: [Origin]) -> ValueFlow? {
        guard !value.isEmpty, !origins.isEmpty else { return nil }
        let isStrong = TellingValue.isStrong(value)
        let uses = isStrong ? found : found.filter(\.namesOneThing)
        let fitting =
            isStrong
            ? origins
            : origins.filter { TellingValue.isIdentifier($0.field) || $0.field == tag }
        guard let first = uses.first?.exchange else { return nil }
        // A value that a request sent before any response had it was made by the client.
        let earlier = fitting.filter { $0.exchange < first }
        let sorted = earlier.sorted { left, right in
            (left.isInList ? 1 : 0, left.exchange, left.depth)
                < (right.isInList ? 1 : 0, right.exchange, right.depth)
        }
        guard let best = sorted.first else { return nil }
        return ValueFlow(
            value: value,
            source: best.exchange,
            places: sorted.filter { $0.exchange == best.exchange }
                .map { ValueFlow.Place(query: $0.query, field: $0.field) },
            uses: uses.map(\.exchange).filter { $0 > best.exchange },
            isStrong: isStrong
        )
    }

    private static func namesOneThing(_ place: RequestPlace) -> Bool {
        switch place {
        case .segment: true
        case .query(let name), .form(let name), .member(let name): TellingValue.isIdentifier(name)
        case .header(let name): isPrecondition(name)
        case .text: false
        }
    }

    /// Whether a field refers to a certain state of an object.
    static func isPrecondition(_ name: String) -> Bool {
        VolatileFields.preconditions.contains(name.lowercased())
    }

    /// The name for the value of an `ETag`.
    private static let tag = "etag"

    static func isCredential(_ place: RequestPlace) -> Bool {
        switch place {
        case .segment, .text: false
        case .header(let name): SecretNames.isSecretHeader(name)
        case .query(let name): SecretNames.isSecretQueryField(name)
        case .form(let name), .member(let name): SecretNames.isSecretField(name)
        }
    }
}

// MARK: - Responses

extension ValueFlows {
    /// The number of elements of a list that are examined.
    private static let elements = 100

    private static func origins(
        in exchange: ObservedExchange,
        _ number: Int
    ) -> [(String, Origin)] {
        var found: [(String, Origin)] = []
        func add(_ value: JSONValue, _ path: String, _ field: String, _ depth: Int, inList: Bool) {
            switch value {
            case .null, .bool: return
            case .number, .string:
                let text = value.stringValue ?? value.text
                let origin = Origin(
                    exchange: number,
                    query: ["jsonpath": .string(path)],
                    field: field,
                    isInList: inList,
                    depth: depth
                )
                found.append((text, origin))
            case .array(let items):
                for (index, item) in items.prefix(elements).enumerated() {
                    add(item, "\(path)[\(index)]", field, depth + 1, inList: true)
                }
            case .object(let object):
                for member in object.members {
                    let path = path + JSONPath.segment(member.name)
                    add(member.value, path, member.name, depth + 1, inList: inList)
                }
            }
        }
        if let json = exchange.response?.json { add(json, "$", "value", 0, inList: false) }
        return found + fields(of: exchange.response, number)
    }

    /// Values of header fields: the last segment of a `Location`, and cookies.
    private static func fields(of response: ObservedResponse?, _ number: Int) -> [(String, Origin)]
    {
        var found: [(String, Origin)] = []
        if let location = response?.header("Location"),
            let last = location.prefix(while: { $0 != "?" && $0 != "#" }).split(separator: "/").last
        {
            let query: JSONValue = [
                "header": "Location", "filters": [["regex": "([^/?#]+)/?([?#].*)?$"]],
            ]
            found.append(
                (
                    PercentEncoding.decoded(String(last)),
                    Origin(exchange: number, query: query, field: "id", isInList: false, depth: 9)
                )
            )
        }
        for (name, field) in [("ETag", tag), ("Last-Modified", "lastModified")] {
            guard let value = response?.header(name) else { continue }
            found.append(
                (
                    value,
                    Origin(
                        exchange: number,
                        query: ["header": .string(name)],
                        field: field,
                        isInList: false,
                        depth: 0
                    )
                )
            )
        }
        let set = (response?.headers ?? []).filter { $0.name.lowercased() == "set-cookie" }
        for cookie in set.compactMap({ Cookie($0.value) }) {
            let query: JSONValue = ["cookie": .string(cookie.name)]
            found.append(
                (
                    cookie.value,
                    Origin(
                        exchange: number,
                        query: query,
                        field: cookie.name,
                        isInList: false,
                        depth: 0
                    )
                )
            )
        }
        return found
    }
}
