import Base
import CommandLineTool
import Contract
import HTTP
import HTTPServer
import Stub

/// A stub for contracts without a reference service.
struct StubServer {
    private let stubs: [ContractStub]
    /// A stub for each contract, with its stored objects.
    private let keepers: [KeepingStub]
    /// Removes values of the environment from examples.
    private let redactor: Redactor
    /// Whether pages of any origin may read the responses.
    private let allowsOrigins: Bool
    static let limits = ServerLimits(requestLineBytes: 65_536, bodyBytes: 16 << 20)

    /// - Parameters:
    ///   - contracts: The contracts; the first with an operation for a request responds.
    ///   - now: The moment that templates in the contracts see.
    ///   - variables: From the command line and the environment.
    ///   - checksCredentials: Whether requests without the right keys and signatures are refused.
    ///   - allowsOrigins: Whether pages of any origin may read the responses.
    ///   - kept: The number of objects that each contract's stub stores.
    ///   - notice: Called when the oldest objects are evicted.
    /// - Throws: A variable without a value.
    init(
        _ contracts: [ContractDocument],
        at now: Timestamp,
        variables: VariableResolver,
        checksCredentials: Bool,
        allowingOrigins allowsOrigins: Bool = false,
        keeping kept: Int,
        notice: @escaping @Sendable (String) -> Void
    ) throws {
        var names: [String: String] = [:]
        stubs = try contracts.map { contract in
            var secrets: [String] = []
            let evaluator = try variables.evaluator(
                for: contract,
                seed: 0,
                at: now,
                needed: contract.namesNotCaptured,
                noting: &secrets
            )
            names.merge(evaluator.secretNames(of: contract, in: variables.environment)) {
                first,
                _ in
                first
            }
            return ContractStub(
                contract,
                evaluator: evaluator,
                checksCredentials: checksCredentials
            )
        }
        redactor = Redactor(longSecrets: Array(names.keys), names: names)
        keepers = stubs.map { KeepingStub($0, limit: kept, notice: notice) }
        self.allowsOrigins = allowsOrigins
    }

    /// Which objects are stored and which are not, a line each.
    var guide: [String] { keepers.flatMap(\.guide) }

    /// The number of different requests with a response.
    var routeCount: Int { Set(stubs.flatMap(\.labels)).count }

    /// Responses that the contracts ask for and the stub cannot make.
    var remarks: [String] { stubs.flatMap(\.remarks) }

    /// A request that a client can send, without secrets of the environment; `nil` when none can be
    /// made up.
    func example(at origin: String) -> HTTPRequest? {
        stubs.lazy.compactMap { $0.example(at: origin) }.first?.redacted(by: redactor)
    }

    /// Starts to respond at an address.
    func serve(
        at address: ListenAddress,
        _ options: ServerOptions,
        _ log: RequestLog? = nil
    ) throws(ServerError) -> HTTPDaemon {
        let (stubs, keepers, allowsOrigins) = (stubs, keepers, allowsOrigins)
        return try HTTPDaemon(
            host: address.host,
            port: Int(address.port),
            limits: Self.limits,
            options: options
        ) { request in
            var response = Self.answer(request, stubs) { keepers[$0].answer($1) }
            if allowsOrigins { response.allow(request) }
            if let log {
                let received = HTTPRequest(received: request)
                let operation = stubs.lazy.compactMap { $0.operation(of: received) }.first
                log.note(request, as: operation, response)
            }
            return response
        }
    }

    /// Responds with the first stub that has an operation for a request.
    ///
    /// - Parameters:
    ///   - request: The request as received.
    ///   - stubs: The stubs to choose from.
    ///   - make: Makes the response of the stub at a position.
    /// - Returns: The response.
    static func answer(
        _ request: ServerRequest,
        _ stubs: [ContractStub],
        _ make: (_ position: Int, _ request: HTTPRequest) -> HTTPResponse
    ) -> ServerResponse {
        if let problem = request.problem { return ServerResponse(status: problem.status) }
        let received = HTTPRequest(received: request)
        guard !stubs.isEmpty else { return ServerResponse(status: 404) }
        let response = make(stubs.firstIndex { $0.answers(received) } ?? 0, received)
        return ServerResponse(
            status: response.status,
            headers: response.headers,
            body: response.body
        )
    }
}

extension ServerResponse {
    /// Lets the page that sent a request read the response, and responds to its preflight request.
    ///
    /// Source: the Fetch standard, CORS protocol.
    fileprivate mutating func allow(_ request: ServerRequest) {
        guard let origin = request.headers["Origin"] else { return }
        headers.append("Vary", "Origin")
        headers.set("Access-Control-Allow-Origin", origin)
        headers.set("Access-Control-Allow-Credentials", "true")
        guard request.method == "OPTIONS",
            let method = request.headers["Access-Control-Request-Method"]
        else {
            let names = Set(headers.fields.map(\.name)).sorted()
            headers.set("Access-Control-Expose-Headers", names.joined(separator: ", "))
            return
        }
        headers.set("Access-Control-Allow-Methods", headers["Allow"] ?? method)
        if let names = request.headers["Access-Control-Request-Headers"] {
            headers.set("Access-Control-Allow-Headers", names)
        }
        headers.set("Access-Control-Max-Age", "600")
    }
}

extension HTTPRequest {
    /// A request as one of our servers received it.
    init(received request: ServerRequest) {
        self.init(
            method: request.method,
            origin: "http://\(request.headers["Host"] ?? "localhost")",
            path: request.path,
            query: request.query,
            headers: request.headers,
            body: request.body.isEmpty ? nil : request.body
        )
    }
}

extension ContractDocument {
    /// The variables and bindings that no case captures from a response: captured ones need no value.
    fileprivate var namesNotCaptured: Set<String> {
        let steps =
            setup + shared.flatMap(\.setup)
            + cases.flatMap { $0.setup + $0.steps }
        return Set(variables.map(\.name) + bindings.map(\.name))
            .subtracting(steps.flatMap(\.captures).map(\.name))
    }
}
