import Contract
import HTTP
import JSON
import Synchronization

/// One exchange with NCMB, whose signatures stay good whatever a defect changes.
struct NCMBExchange {
    let request: ServerRequest
    let service: NCMBService

    /// The path behind the version, without "/" at either end: `push/AbC`.
    var path: String {
        request.path.split(separator: "/").dropFirst().joined(separator: "/")
    }

    /// The first part of the path: `installations` or `push`.
    var collection: String { String(path.prefix { $0 != "/" }) }

    /// Whether the path names one object.
    var isObject: Bool { path.split(separator: "/").count == 2 }

    /// Whether it creates something.
    var isCreation: Bool { request.method == "POST" && !path.contains("/") }

    var isPushCreation: Bool { isCreation && collection == "push" }

    /// Whether it looks for objects.
    var isSearch: Bool { request.method == "GET" && !path.contains("/") }

    /// What the service answers.
    func answer() -> ServerResponse { service.handle(request) }

    /// What the service answers with members of the object changed; signed again.
    func rewriting(_ change: (inout JSONObject) -> Void) -> ServerResponse {
        signed(answer().rewriting(change))
    }

    /// The answer to a changed request, which is good where the original is.
    func changing(_ change: (inout ServerRequest) -> Void) -> ServerResponse {
        guard isAuthentic else { return answer() }
        return forging(change)
    }

    /// The answer to a changed request, which is good where the original is not.
    func forging(_ change: (inout ServerRequest) -> Void) -> ServerResponse {
        var changed = request
        change(&changed)
        let call = NCMBCall(changed, applications: applications)
        if let application = call.application, let text = call.stringToSign {
            changed.headers.set("X-NCMB-Signature", text.signature(key: application.clientKey))
        }
        return signed(service.handle(changed))
    }

    /// The answer to a request with members of its object changed, if it is one to change.
    func changingBody(
        if isMeant: Bool = true,
        _ change: (inout JSONObject) -> Void
    ) -> ServerResponse {
        guard isMeant, let rewritten = request.rewriting(change) else { return answer() }
        return changing { $0 = rewritten }
    }

    /// The answer to a search without one of its parameters, or with another value for it.
    func replacing(_ name: String, with value: String? = nil) -> ServerResponse {
        changing { $0.replaceParameter(name, with: value) }
    }

    /// The answer to the request with a signature that is none.
    func refusingSignature() -> ServerResponse {
        var changed = request
        changed.headers.set("X-NCMB-Signature", "none")
        return signed(service.handle(changed))
    }

    /// The answer to a search with another condition, as far as it has one.
    func searching(_ change: (JSONObject) -> JSONObject) -> ServerResponse {
        guard isSearch, let text = FormQuery(request.query)["where"],
            let condition = try? JSONValue(parsing: Array(text.utf8)),
            let old = condition.objectValue
        else { return answer() }
        let new = JSONValue.object(change(old)).text
        return replacing("where", with: PercentEncoding.encoded(new))
    }

    /// The answer of a service that is no longer in some states when something is created.
    func forgetting(_ names: [NCMBSwitches.Name]) -> ServerResponse {
        if isCreation {
            service.switches.withLock { switches in
                for name in names { switches.named.change(name, .teardown) }
            }
        }
        return answer()
    }

    /// What is answered in place of a refusal.
    func answering(_ status: Int, _ body: JSONValue, not refusal: ServerResponse) -> ServerResponse
    {
        var changed = refusal.with(status: status)
        changed.body = body.textBytes
        return signed(changed)
    }

    /// The answer to the request with a time that nobody can read.
    func refusingTime() -> ServerResponse {
        changing { $0.headers.set("X-NCMB-Timestamp", "yesterday") }
    }

    /// What a deletion is answered with, and nothing done: a retrieval is checked in the same way.
    func withoutDeleting() -> ServerResponse {
        let answer = changing { $0.method = "GET" }
        guard answer.status == 200 else { return answer }
        var empty = answer
        empty.body = []
        return signed(empty)
    }

    /// What a change is answered with, in place of a refusal.
    func accepted(_ refusal: ServerResponse) -> ServerResponse {
        answering(200, ["updateDate": .string(Instant.now().iso)], not: refusal)
    }

    /// The answer signed for the request as it came, if the service signed it.
    ///
    /// - Parameters:
    ///   - response: The answer.
    ///   - reversingKey: Whether another key signs.
    ///   - body: What is signed in place of the body; `nil` for the body itself.
    /// - Returns: The answer with its new signature.
    func signed(
        _ response: ServerResponse,
        reversingKey: Bool = false,
        over body: [UInt8]? = nil
    ) -> ServerResponse {
        let call = NCMBCall(request, applications: applications)
        guard response.headers["X-NCMB-Response-Signature"] != nil,
            let application = call.application, let text = call.stringToSign
        else { return response }
        let key = reversingKey ? application.clientKey.reversed() : application.clientKey
        var response = response
        response.headers.set(
            "X-NCMB-Response-Signature",
            text.responseSignature(key: key, body: body ?? response.body)
        )
        return response
    }

    private var isAuthentic: Bool {
        var call = NCMBCall(request, applications: applications)
        return (try? call.authenticate(options: service.options)) != nil
    }

    private var applications: [String: NCMBApplication] {
        Dictionary(service.applications.map { ($0.applicationKey, $0) }) { first, _ in first }
    }
}

extension Defect {
    /// A defect of NCMB or its predecessor.
    static func ncmb(
        _ name: String,
        of service: String = "ncmb",
        _ summary: String,
        breaks: [String] = [],
        _ alteration: @escaping @Sendable (NCMBExchange) -> ServerResponse
    ) -> Defect {
        Defect(
            name: "\(service)-\(name)",
            service: service,
            summary: summary,
            breaks: breaks
        ) { request, service in
            guard let service = service as? NCMBService else { return service.handle(request) }
            return alteration(NCMBExchange(request: request, service: service))
        }
    }
}
