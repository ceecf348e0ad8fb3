import Base
package import Contract
package import HTTP
import JSON

/// A stateless server that responds as a contract describes.
///
/// Every request that matches an operation gets the success response, generated from the contract, unless a case of
/// the contract shows a refusal. `Prefer: code=E400008` requests an error of the catalogue, `Prefer: code=201`
/// another success. Requests that violate the `accepts` of an operation are refused. `KeepingStub` adds state.
package struct ContractStub: Sendable {
    let contract: ContractDocument
    let evaluator: Evaluator
    let routes: RouteTable
    /// Whether keys and signatures are looked at.
    let checksCredentials: Bool
    /// By operation.
    let refusals: [String: [LearntRefusal]]
    let shown: [String: [ShownResponse]]

    /// The name of the response field with the reason of a refusal.
    package static let reasonField = "Assay-Refusal"

    /// - Parameters:
    ///   - contract: The contract.
    ///   - evaluator: The contract's variables, bound.
    ///   - checksCredentials: Whether requests without valid keys and signatures are refused.
    package init(
        _ contract: ContractDocument,
        evaluator: Evaluator,
        checksCredentials: Bool = false
    ) {
        self.checksCredentials = checksCredentials
        self.contract = contract
        self.evaluator = evaluator
        routes = RouteTable(StubRoute.all(of: contract, using: evaluator))
        refusals = LearntRefusal.all(of: contract)
        shown = ShownResponse.all(of: contract)
    }

    /// The operations: `GET /notes/{id}`, in file order, each once.
    package var labels: [String] { routes.labels }

    /// The operation of a request; `nil` for none.
    package func operation(of request: HTTPRequest) -> String? {
        guard case .operation(let route, _) = routes.match(request) else { return nil }
        return route.operation.id
    }

    /// Whether any operation is at the path of a request.
    package func answers(_ request: HTTPRequest) -> Bool { routes.answers(request) }

    /// Responds to one request; the same request always gets the same response.
    package func answer(_ request: HTTPRequest) -> HTTPResponse {
        switch routes.match(request) {
        case .nowhere(let nearest): return unknown(request, nearest?.label)
        case .otherMethod(let allowed): return otherMethod(request, allowed)
        case .operation(let route, let fields):
            return refusal(of: request, fields, route)
                ?? success(of: route.operation, request, fields)
        }
    }

    /// Operations without a valid response, one line each.
    package var remarks: [String] {
        contract.operations.compactMap { operation in
            guard let rule = Self.success(of: operation) else { return nil }
            let request = HTTPRequest(method: "GET", origin: "http://stub.invalid", path: "/")
            var maker = maker(request, JSONObject())
            do {
                let draft = try maker.success(rule)
                return try maker.defect(of: draft, rule).map { "\(operation.id): \($0)" }
            } catch {
                return "\(operation.id): \(error)"
            }
        }
    }
}

extension ContractStub {
    func maker(_ request: HTTPRequest, _ given: JSONObject) -> ResponseMaker {
        ResponseMaker(contract: contract, request: request, given: given, evaluator: evaluator)
    }

    /// The success response of an operation.
    func success(
        of operation: Operation,
        _ request: HTTPRequest,
        _ fields: RequestFields
    ) -> HTTPResponse {
        guard let rule = Self.success(of: operation) else { return HTTPResponse(status: 200) }
        var maker = maker(request, fields.all)
        do {
            return try draft(of: operation, rule, fields, using: &maker).response
        } catch {
            return StubProblem.response(500, "\(operation.id): \(error)")
        }
    }

    func preferred(
        _ code: String,
        _ operation: Operation,
        _ maker: inout ResponseMaker
    ) throws(TemplateError) -> HTTPResponse {
        if let entry = contract.errors.first(where: { $0.id == code || $0.hasCode(code) }) {
            let promise = operation.promises.first { $0.error?.id == entry.id }
            return try maker.failure(entry, of: promise).response
        }
        if let status = Int(code) {
            if let rule = operation.response(for: status) {
                var draft = try maker.success(rule)
                draft.status = status
                return draft.response
            }
            if let (entry, promise) = error(of: status, operation) {
                var draft = try maker.failure(entry, of: promise)
                draft.status = status
                return draft.response
            }
        }
        let own = operation.responses.map(\.status.description)
        let known = contract.errors.map(\.id) + own
        let hint =
            NearestName.suggestion(for: code, among: known).map { "; did you mean \($0)?" } ?? ""
        return StubProblem.response(
            400,
            "Prefer: expected an error of the contract or a response of \(operation.id) "
                + "(\(Words.list(own, limit: 6))), got \"\(code)\"\(hint)",
            ["codes": .array(known.map { .string($0) })]
        )
    }

    /// An error with a status: one that the operation promises, otherwise the first in the catalogue.
    private func error(
        of status: Int,
        _ operation: Operation
    ) -> (entry: ErrorEntry, promise: Promise?)? {
        let entries = contract.errors.filter { $0.statuses.contains(status) }
        for promise in operation.promises {
            if let entry = entries.first(where: { $0.id == promise.error?.id }) {
                return (entry, promise)
            }
        }
        return entries.first.map { ($0, nil) }
    }

    /// Whether an operation promises an error for an unknown object.
    func promisesUnknown(_ operation: Operation) -> Bool {
        operation.promises.contains { $0.error.map { isUnknown($0.id) } ?? false }
    }

    private func isUnknown(_ error: String) -> Bool {
        contract.errors.contains { $0.id == error && $0.statesUnknown }
    }

    /// The first response with a success status, otherwise the first.
    static func success(of operation: Operation) -> ResponseRule? {
        operation.responses.first { rule in
            switch rule.status {
            case .exactly(let status): (200..<300).contains(status)
            case .class(let hundred): hundred == 2
            case .any: true
            }
        } ?? operation.responses.first
    }

    private func unknown(_ request: HTTPRequest, _ nearest: String?) -> HTTPResponse {
        StubProblem.response(
            404,
            "no operation of the contract is at \(request.method) \(request.path)"
                + (nearest.map { "; did you mean \($0)?" } ?? ""),
            Self.list(labels)
        )
    }

    /// The existing operations; for many, the first ones and the number of others.
    private static func list(_ labels: [String]) -> JSONValue {
        let shown = JSONValue.array(labels.prefix(50).map { .string($0) })
        guard labels.count > 50 else { return ["operations": shown] }
        return ["operations": shown, "more": .integer(labels.count - 50)]
    }

    /// Responds to a method without an operation at its path; OPTIONS lists the methods.
    private func otherMethod(_ request: HTTPRequest, _ methods: [String]) -> HTTPResponse {
        // Methods that the stub handles itself, without an operation of the contract.
        let own = methods.contains("GET") ? ["HEAD", "OPTIONS"] : ["OPTIONS"]
        let allowed = Set(methods + own).sorted().joined(separator: ", ")
        var response =
            request.method == "OPTIONS"
            ? HTTPResponse(status: 204)
            : StubProblem.response(
                405,
                "\(request.path) is there for \(allowed), got \(request.method)"
            )
        response.headers.append("Allow", allowed)
        return response
    }
}

extension ErrorEntry {
    /// Whether it is the error for an object that does not exist.
    var statesUnknown: Bool { statuses.contains(404) || statuses.contains(410) }

    fileprivate func hasCode(_ text: String) -> Bool {
        code.exact == text
    }
}

/// The stub's own error for a request outside the contract.
enum StubProblem {
    static func response(
        _ status: Int,
        _ problem: String,
        _ more: JSONValue = [:]
    ) -> HTTPResponse {
        var body = JSONObject()
        body["stub"] = .string(problem)
        for member in more.objectValue?.members ?? [] { body[member.name] = member.value }
        return ResponseDraft(status: status, body: .object(body)).response
    }
}

/// A client's `Prefer` (RFC 7240): `code=E400008`, `code=201`.
struct Preference: Hashable {
    /// A code of the error catalogue, or a status of the operation; `nil` for none.
    let code: String?

    init(_ request: HTTPRequest) {
        let preferences = request.headers[all: "Prefer"].flatMap {
            $0.split { $0 == "," || $0 == ";" }
        }
        var code: String?
        for preference in preferences {
            let parts = preference.split(separator: "=", maxSplits: 1).map { part in
                String(part.drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
            }
            guard parts.count == 2, parts[0].lowercased() == "code" else { continue }
            code = code ?? parts[1].filter { $0 != "\"" }
        }
        self.code = code
    }
}
