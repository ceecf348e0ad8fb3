package import HTTP
import JSON

/// An operation in a description of an API, such as an OpenAPI document, and how often a run covered its parts.
package struct DescribedOperation: Hashable, Sendable {
    /// A named part of the description.
    package struct Part: Hashable, Sendable {
        /// `200`, `4XX` or `default`; `query limit`; `/owner/name`.
        package let name: String
        /// The number of times it was seen.
        package internal(set) var count = 0

        package init(_ name: String) { self.name = name }
    }

    /// A parameter, and the request fields in which it can occur.
    package struct Parameter: Hashable, Sendable {
        package var part: Part
        /// `path`, `query`, `header` or `cookie`.
        let place: String
        /// For a query also prefixes of fields, which end with `[`.
        let fields: [String]

        package init(_ name: String, in place: String, fields: [String]) {
            part = Part("\(place) \(name)")
            self.place = place
            self.fields = fields
        }
    }

    package let method: String
    /// As the description writes it: `/pets/{petId}`.
    package let path: String
    /// Its place in the description.
    package let place: String
    /// The number of its requests.
    package internal(set) var sent = 0
    /// The described statuses, with the number of responses.
    package internal(set) var statuses: [Part]
    package internal(set) var parameters: [Parameter]
    /// The members of its body, by JSON Pointers in which `*` stands for every element.
    package internal(set) var members: [Part]
    /// The number of responses with a status that is not described, by status.
    package internal(set) var undeclared: [Int: Int] = [:]
    fileprivate let pattern: PathPattern

    /// An operation without any exchange.
    package init(
        _ method: String,
        _ path: String,
        at place: String,
        statuses: [String],
        parameters: [Parameter],
        members: [String]
    ) {
        self.method = method
        self.path = path
        self.place = place
        self.statuses = statuses.map(Part.init)
        self.parameters = parameters
        self.members = members.map(Part.init)
        pattern = PathPattern(path)
    }

    /// `GET /pets/{petId}`.
    package var label: String { "\(method) \(path)" }
}

extension DescribedOperation {
    fileprivate mutating func note(_ request: SeenRequest, status: Int?) {
        sent += 1
        if let status { note(status) }
        for index in parameters.indices where request.has(parameters[index]) {
            parameters[index].part.count += 1
        }
        for index in members.indices where request.has(member: members[index].name) {
            members[index].count += 1
        }
    }

    private mutating func note(_ status: Int) {
        let names = ["\(status)", "\(status / 100)XX", "default"]
        for name in names {
            guard
                let index = statuses.firstIndex(where: { $0.name.uppercased() == name.uppercased() }
                )
            else { continue }
            statuses[index].count += 1
            return
        }
        undeclared[status, default: 0] += 1
    }
}

/// The part of an API description that a run covered.
package struct DescriptionUse: Hashable, Sendable {
    /// The document.
    package let file: String
    package internal(set) var operations: [DescribedOperation]
    /// Requests that match no operation, by method and path, with their number; a hundred at most.
    package internal(set) var strangers: [String: Int] = [:]
    /// Prefixes of the document's paths in requests, the longest first.
    private let bases: [String]
    private let paths: PathTable
    private static let mostStrangers = 100
    /// The maximum shown length of a path.
    private static let longestPath = 100

    /// A description without any exchange.
    ///
    /// - Parameters:
    ///   - file: The document.
    ///   - operations: In its order.
    ///   - bases: Prefixes of its paths in requests.
    package init(_ file: String, _ operations: [DescribedOperation], bases: [String]) {
        self.file = file
        self.operations = operations
        paths = PathTable(operations.map(\.pattern))
        self.bases = Set(bases + [""]).sorted {
            ($0.utf8.count, $0) > ($1.utf8.count, $1)
        }
    }

    /// The description with more prefixes of its paths: each of these before each known one.
    package func found(behind prefixes: [String], orAt others: [String]) -> DescriptionUse {
        let known = bases + others
        return DescriptionUse(
            file,
            operations,
            bases: known
                + prefixes.flatMap { prefix in
                    known.map { prefix + $0 }
                }
        )
    }

    /// Records a request that was sent.
    ///
    /// - Parameters:
    ///   - request: As sent.
    ///   - status: Of the response; `nil` when there was none.
    package mutating func note(_ request: HTTPRequest, status: Int?) {
        for base in bases where request.path.hasPrefix(base) {
            let rest = String(request.path.dropFirst(base.count))
            let fitting = fitting(rest).filter { operations[$0].method == request.method }
            guard let best = most(fitting) else { continue }
            operations[best].note(SeenRequest(request), status: status)
            return
        }
        let name = "\(request.method) \(shape(of: request.path).prefix(Self.longestPath))"
        guard strangers[name] != nil || strangers.count < Self.mostStrangers else { return }
        strangers[name, default: 0] += 1
    }
}

extension DescriptionUse {
    /// The path as in the document for other methods, else unchanged.
    private func shape(of path: String) -> String {
        for base in bases where path.hasPrefix(base) {
            let rest = String(path.dropFirst(base.count))
            if let best = most(fitting(rest)) { return operations[best].path }
        }
        return path
    }

    /// The positions of operations at a path.
    private func fitting(_ path: String) -> [Int] { paths.matches(path).map(\.position) }

    /// The operation with the most specific path.
    private func most(_ positions: [Int]) -> Int? {
        positions.max {
            operations[$0].pattern.literalCount < operations[$1].pattern.literalCount
        }
    }

    /// The number of described parts of a kind, and of those that were seen.
    package struct Share: Hashable, Sendable {
        /// `operations`, `statuses`, `parameters` or `members of bodies`.
        package let kind: String
        package let seen: Int
        package let all: Int
    }

    /// The shares of everything that is described.
    package var shares: [Share] {
        func share(_ kind: String, _ counts: [Int]) -> Share {
            Share(kind: kind, seen: counts.count { $0 > 0 }, all: counts.count)
        }
        return [
            share("operations", operations.map(\.sent)),
            share("statuses", operations.flatMap(\.statuses).map(\.count)),
            share("parameters", operations.flatMap(\.parameters).map(\.part.count)),
            share("members of bodies", operations.flatMap(\.members).map(\.count)),
        ]
    }
}

/// The named values of a request.
private struct SeenRequest {
    private let request: HTTPRequest
    private let query: [String]
    private let body: JSONValue?
    private let cookies: [String]

    /// The size above which a body is not searched.
    private static let largestBody = 1 << 20

    init(_ request: HTTPRequest) {
        self.request = request
        query = FormDecoding.fields(in: Array((request.query ?? "").utf8)).map(\.name)
        cookies = request.headers[all: "Cookie"].flatMap { $0.split(separator: ";") }
            .map { String($0.drop { $0 == " " }.prefix { $0 != "=" }) }
        let bytes = request.body ?? []
        let type = request.headers["Content-Type"]?.lowercased() ?? ""
        guard !bytes.isEmpty, bytes.count <= Self.largestBody else {
            body = nil
            return
        }
        if type.hasPrefix("application/x-www-form-urlencoded") {
            var object = JSONObject()
            for field in FormDecoding.fields(in: bytes) {
                object[field.name] = .string(field.value)
            }
            body = .object(object)
        } else {
            do {
                body = try JSONValue(parsing: bytes)
            } catch {
                body = nil
            }
        }
    }

    func has(_ parameter: DescribedOperation.Parameter) -> Bool {
        switch parameter.place {
        case "path": true
        case "header": parameter.fields.contains { request.headers[$0] != nil }
        case "cookie": parameter.fields.contains(where: cookies.contains)
        default:
            parameter.fields.contains { field in
                query.contains { $0 == field || field.hasSuffix("[") && $0.hasPrefix(field) }
            }
        }
    }

    func has(member: String) -> Bool {
        guard let body else { return false }
        do {
            return Self.has(try JSONPointer(member).tokens[...], in: body)
        } catch {
            return false
        }
    }

    private static func has(_ tokens: ArraySlice<String>, in value: JSONValue) -> Bool {
        guard let token = tokens.first else { return true }
        if token == "*", let elements = value.arrayValue {
            return elements.contains { has(tokens.dropFirst(), in: $0) }
        }
        return value[token].map { has(tokens.dropFirst(), in: $0) } ?? false
    }
}
