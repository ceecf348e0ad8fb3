import HTTP
import JSON
import ReferencePush

/// One exchange with a sink that has a defect.
struct SinkExchange {
    let request: ServerRequest
    let service: any ReferenceService

    /// What the sink answers.
    func answer() -> ServerResponse { service.handle(request) }

    /// What it answers to a request that was changed on its way in.
    func changing(_ change: (inout ServerRequest) -> Void) -> ServerResponse {
        var request = request
        change(&request)
        return service.handle(request)
    }

    /// What it answers with another value in a header field; `nil` takes the field away.
    func setting(_ name: String, to value: String?) -> ServerResponse {
        changing { request in
            request.headers.remove(name)
            if let value { request.headers.append(name, value) }
        }
    }
}

extension Defect {
    /// A defect of a sink, named without the sink.
    static func sink(
        _ service: String,
        _ name: String,
        _ summary: String,
        breaks: [String],
        _ alteration: @escaping @Sendable (SinkExchange) -> ServerResponse
    ) -> Defect {
        Defect(name: "\(service)-\(name)", service: service, summary: summary, breaks: breaks) {
            alteration(SinkExchange(request: $0, service: $1))
        }
    }
}

extension ServerResponse {
    /// The answer without a header field.
    func without(_ name: String) -> ServerResponse {
        var response = self
        response.headers.remove(name)
        return response
    }
}
