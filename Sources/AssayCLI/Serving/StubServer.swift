import Base
import CommandLineTool
import Contract
import HTTP
import HTTPServer
import Stub

/// Contracts without a reference service, answered from what they say.
struct StubServer {
    private let stubs: [ContractStub]
    static let limits = ServerLimits(requestLineBytes: 65_536, bodyBytes: 16 << 20)

    /// - Parameters:
    ///   - contracts: Those to answer; the first that has an operation for a request does.
    ///   - now: The moment that templates in the contracts see.
    ///   - variables: From the command line and the environment.
    /// - Throws: A variable without a value.
    init(_ contracts: [ContractDocument], at now: Timestamp, variables: VariableResolver) throws {
        stubs = try contracts.map { contract in
            // A stub writes no report.
            var secrets: [String] = []
            let evaluator = try variables.evaluator(
                for: contract,
                seed: 0,
                at: now,
                noting: &secrets
            )
            return ContractStub(contract, evaluator: evaluator)
        }
    }

    /// How many different requests are answered.
    var routeCount: Int { Set(stubs.flatMap(\.labels)).count }

    /// What cannot be answered as the contracts want it.
    var remarks: [String] { stubs.flatMap(\.remarks) }

    /// A request that a client may send; `nil` when none can be made up.
    func example(at origin: String) -> HTTPRequest? {
        stubs.lazy.compactMap { $0.example(at: origin) }.first
    }

    /// Answers at an address from now on.
    func serve(
        at address: ListenAddress,
        _ options: ServerOptions,
        _ log: RequestLog? = nil
    ) throws(ServerError) -> HTTPDaemon {
        let stubs = stubs
        return try HTTPDaemon(
            host: address.host,
            port: Int(address.port),
            limits: Self.limits,
            options: options
        ) { request in
            let answer = Self.answer(request, stubs)
            if let log {
                let received = HTTPRequest(received: request)
                let operation = stubs.lazy.compactMap { $0.operation(of: received) }.first
                log.note(request, as: operation, answer)
            }
            return answer
        }
    }

    /// Answers with the first stub that has an operation for a request.
    static func answer(_ request: ServerRequest, _ stubs: [ContractStub]) -> ServerResponse {
        if let problem = request.problem {
            let status =
                switch problem {
                case .targetTooLong: 414
                case .bodyTooLarge: 413
                case .hostMissing: 400
                }
            return ServerResponse(status: status)
        }
        let received = HTTPRequest(received: request)
        let stub = stubs.first { $0.answers(received) } ?? stubs.first
        guard let answer = stub?.answer(received) else { return ServerResponse(status: 404) }
        return ServerResponse(status: answer.status, headers: answer.headers, body: answer.body)
    }
}

extension HTTPRequest {
    /// A request as it came to a server of ours.
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
