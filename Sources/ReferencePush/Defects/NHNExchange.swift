import Base
import Contract
import HTTP
import JSON
import Synchronization

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

    /// The answer to a request without some of its parameters.
    func dropping(_ names: String...) -> ServerResponse {
        changing { request in
            for name in names { request.replaceParameter(name, with: nil) }
        }
    }

    /// The answer to a registration with a member that is a text changed.
    func registering(_ name: String, as text: String) -> ServerResponse {
        changingBody(if: call == "POST tokens") { body in
            body.update(name) { $0.stringValue?.isEmpty == false ? .string(text) : $0 }
        }
    }

    /// The answer once the provider states are changed.
    func switching(_ change: (inout NHNSwitches) -> Void) -> ServerResponse {
        face.service.switches.withLock { change(&$0) }
        return answer()
    }

    /// The answer without a provider state.
    func switchingOff(_ name: NHNSwitches.Name) -> ServerResponse {
        switching { if $0[name] { $0.named.change(name, .teardown) } }
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

// MARK: - Requests of the defect's own

extension NHNExchange {
    /// The path up to the application key.
    var root: String { request.path.split(separator: "/").prefix(4).map { "/\($0)" }.joined() }

    /// What the service answers a server of the application.
    @discardableResult
    func ask(_ method: String, _ target: String, _ body: JSONValue? = nil) -> ServerResponse {
        let key = face.service.options.applications[0].secretKey
        return face.handle(
            ServerRequest(
                method: method,
                target: root + target,
                headers: HTTPFields([.init(name: "X-Secret-Key", value: key)]),
                body: body?.textBytes ?? []
            )
        )
    }

    /// Asks for the token of a registration; `nil` when it is none that fits into a path as it is.
    var lookAtToken: ServerRequest? {
        let body = request.json
        guard let token = body["token"]?.stringValue, let type = body["pushType"]?.stringValue,
            (token + type).utf8.allSatisfy({ $0.isASCIIDigit || $0.isASCIILetter || $0 == 0x5F })
        else { return nil }
        return ServerRequest(method: "GET", target: "\(root)/tokens/\(token)?pushType=\(type)")
    }

    /// A token of the user whose token the path names, and not this one.
    var anotherToken: String? {
        let token = path.split(separator: "/").last.map(String.init) ?? ""
        let uid = changing { $0.method = "GET" }.json["token"]?["uid"]?.stringValue
        let tokens = ask("GET", "/tokens?uid=\(uid ?? "")").json["tokens"]?.arrayValue ?? []
        return tokens.compactMap { $0["token"]?.stringValue }.first { $0 != token }
    }

    /// Gives a user exactly these tags.
    func setTags(of uid: String, to ids: [JSONValue]) {
        ask("PUT", "/uids/\(uid)/tag-ids", ["tagIds": .array(ids)])
    }

    /// Takes a tag away from every user who has it.
    func takeFromEverybody(tag id: String) {
        let users = ask("GET", "/tags/\(id)/uids").json["uids"]?.arrayValue ?? []
        let uids = users.compactMap { $0["uid"]?.stringValue }
        if !uids.isEmpty { ask("DELETE", "/tags/\(id)/uids?uids=\(uids.joined(separator: ","))") }
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
