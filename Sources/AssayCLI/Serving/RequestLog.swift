import CommandLineTool
import HTTP
import JSON
import ReferencePush
import ReportText
import Stub

/// Writes a line for each request to a server: the operation, and the response.
struct RequestLog: Sendable {
    let console: Console

    /// The number of characters shown of an unsuccessful response.
    private static let bodyLimit = 200

    func note(_ request: ServerRequest, as operation: String?, _ response: ServerResponse) {
        console.print(Self.line(request, as: operation, response))
    }

    /// `POST /v1/notes: createNote, 201, 13 bytes`.
    static func line(
        _ request: ServerRequest,
        as operation: String?,
        _ response: ServerResponse
    ) -> String {
        let target = request.query.map { "\(request.path)?\($0)" } ?? request.path
        let head = PrintableText.line("\(request.method) \(target)", limit: bodyLimit)
        let line = "\(head): \(operation ?? "no operation"), \(response.status)"
        guard response.status >= 400, !response.body.isEmpty else {
            let reason = response.headers[ContractStub.reasonField].map { " (\($0))" } ?? ""
            return "\(line), \(response.body.count) bytes\(reason)"
        }
        let body = String(decoding: response.body, as: UTF8.self)
        let reason = response.headers[ContractStub.reasonField].map { " (\($0))" } ?? ""
        return "\(line), \(PrintableText.line(body, limit: bodyLimit))\(reason)"
    }
}

extension InterceptedService {
    /// A service whose requests are logged.
    init(_ base: any ReferenceService, loggingTo log: RequestLog) {
        self.init(base) { request, base in
            let response = base.handle(request)
            log.note(request, as: base.operation(of: request), response)
            return response
        }
    }
}
