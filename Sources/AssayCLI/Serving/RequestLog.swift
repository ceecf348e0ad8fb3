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

    func note(_ request: ServerRequest, as operation: String?, _ answer: ServerResponse) {
        console.print(Self.line(request, as: operation, answer))
    }

    /// `POST /v1/notes: createNote, 201, 13 bytes`.
    static func line(
        _ request: ServerRequest,
        as operation: String?,
        _ answer: ServerResponse
    ) -> String {
        let target = request.query.map { "\(request.path)?\($0)" } ?? request.path
        let head = PrintableText.line("\(request.method) \(target)", limit: bodyLimit)
        let line = "\(head): \(operation ?? "no operation"), \(answer.status)"
        guard answer.status >= 400, !answer.body.isEmpty else {
            let reason = answer.headers[ContractStub.reasonField].map { " (\($0))" } ?? ""
            return "\(line), \(answer.body.count) bytes\(reason)"
        }
        let body = String(decoding: answer.body, as: UTF8.self)
        let reason = answer.headers[ContractStub.reasonField].map { " (\($0))" } ?? ""
        return "\(line), \(PrintableText.line(body, limit: bodyLimit))\(reason)"
    }
}

extension InterceptedService {
    /// A service whose requests are logged.
    init(_ base: any ReferenceService, loggingTo log: RequestLog) {
        self.init(base) { request, base in
            let answer = base.handle(request)
            log.note(request, as: base.operation(of: request), answer)
            return answer
        }
    }
}
