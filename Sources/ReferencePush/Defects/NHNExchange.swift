import Contract
import HTTP
import JSON

/// One exchange with NHN Cloud Push at one of its hosts.
struct NHNExchange {
    let request: ServerRequest
    let face: NHNFace

    /// The path behind the application key, without "/" at either end: `tags/12345678`.
    var path: String { request.path.split(separator: "/").dropFirst(4).joined(separator: "/") }

    /// The first part of the path: `tags`.
    var collection: String { String(path.prefix { $0 != "/" }) }

    /// How many parts the path has.
    var depth: Int { path.split(separator: "/").count }

    /// The method and the first part of the path, as far as the path has no further: `POST tokens`.
    var call: String { depth == 1 ? "\(request.method) \(collection)" : "" }

    /// Whether the request carries a message.
    var isMessage: Bool {
        call == "POST messages" || request.method != "GET" && collection == "reservations"
    }

    /// What the service answers.
    func answer() -> ServerResponse { face.handle(request) }

    /// What the service answers with members of the object changed.
    func rewriting(_ change: (inout JSONObject) -> Void) -> ServerResponse {
        answer().rewriting(change)
    }

    /// What the service answers with members of its verdict changed.
    func rewritingHeader(_ change: @escaping (inout JSONObject) -> Void) -> ServerResponse {
        rewriting { $0.updateObject("header", change) }
    }

    /// The answer to a changed request.
    func changing(_ change: (inout ServerRequest) -> Void) -> ServerResponse {
        var changed = request
        change(&changed)
        return face.handle(changed)
    }

    /// The answer to a request with members of its object changed, if it is one to change.
    func changingBody(
        if isMeant: Bool = true,
        _ change: (inout JSONObject) -> Void
    ) -> ServerResponse {
        guard isMeant, let rewritten = request.rewriting(change) else { return answer() }
        return changing { $0 = rewritten }
    }

    /// The answer to a message whose target is changed.
    func changingTarget(_ change: (inout JSONObject) -> Void) -> ServerResponse {
        changingBody(if: isMessage) { $0.updateObject("target", change) }
    }

    /// The answer to a message whose words for everybody are changed.
    func changingWords(_ change: (inout JSONObject) -> Void) -> ServerResponse {
        changingBody(if: isMessage) { body in
            body.updateObject("content") { $0.updateObject("default", change) }
        }
    }

    /// The answer to a request without one of its parameters.
    func dropping(_ name: String) -> ServerResponse {
        changing { $0.replaceParameter(name, with: nil) }
    }

    /// Takes a tag away from every user who has it.
    func takeFromEverybody(tag id: String) {
        let path = request.path.split(separator: "/").prefix(4).map { "/\($0)" }.joined()
        let users = changing { look in
            look = ServerRequest(method: "GET", target: "\(path)/tags/\(id)/uids", headers: secret)
        }
        let uids = users.json["uids"]?.arrayValue?.compactMap { $0["uid"]?.stringValue } ?? []
        guard !uids.isEmpty else { return }
        let list = uids.joined(separator: ",")
        _ = changing { removal in
            removal = ServerRequest(
                method: "DELETE",
                target: "\(path)/tags/\(id)/uids?uids=\(list)",
                headers: secret
            )
        }
    }

    /// What a server of the application sends along.
    private var secret: HTTPFields {
        let key = face.service.options.applications[0].secretKey
        return HTTPFields([.init(name: "X-Secret-Key", value: key)])
    }

    /// A success without anything done where a look, which is refused for the same reasons, finds what
    /// is meant.
    func pretended(_ look: (inout ServerRequest) -> Void = { $0.method = "GET" }) -> ServerResponse
    {
        let isThere = changing(look).json["header"]?["isSuccessful"] == true
        return isThere ? success : answer()
    }

    /// A success without anything done.
    var success: ServerResponse {
        let message = face.service.options.generation.successMessage
        let body: JSONValue = [
            "header": ["isSuccessful": true, "resultCode": 0, "resultMessage": .string(message)]
        ]
        var answer = ServerResponse(status: 200)
        answer.headers.append("Content-Type", "application/json;charset=UTF-8")
        answer.body = body.textBytes
        return answer
    }
}

extension JSONObject {
    /// Changes a member that is an object, when it is there.
    mutating func updateObject(_ name: String, _ change: (inout JSONObject) -> Void) {
        update(name) { value in
            guard var object = value.objectValue else { return value }
            change(&object)
            return .object(object)
        }
    }

    /// Changes every element of a member that is an array of objects.
    mutating func updateElements(_ name: String, _ change: (inout JSONObject) -> Void) {
        update(name) { value in
            guard let elements = value.arrayValue else { return value }
            return .array(
                elements.map { element in
                    guard var object = element.objectValue else { return element }
                    change(&object)
                    return .object(object)
                }
            )
        }
    }
}

extension Defect {
    /// A defect of NHN Cloud Push.
    static func nhn(
        _ name: String,
        _ summary: String,
        breaks: [String] = [],
        _ alteration: @escaping @Sendable (NHNExchange) -> ServerResponse
    ) -> Defect {
        Defect(
            name: "nhn-push-\(name)",
            service: "nhn-push",
            summary: summary,
            breaks: breaks
        ) { request, service in
            guard let face = service as? NHNFace else { return service.handle(request) }
            return alteration(NHNExchange(request: request, face: face))
        }
    }
}
