import HTTP
import JSON
import Synchronization

extension Defect {
    /// Defects of NHN Cloud Push that need several requests, or access to its data.
    static let nhnPush: [Defect] = [
        nhn(
            "tag-of-one-user",
            "A tag belongs to the user who got it last",
            breaks: ["sendMessage/tag-users"]
        ) { exchange in
            let ids = exchange.request.json["tagIds"]?.arrayValue ?? []
            for id in ids.compactMap(\.stringValue) where exchange.path.count == 3 {
                exchange.takeFromEverybody(tag: id)
            }
            return exchange.response()
        },
        nhn(
            "append-replaces",
            "One tag more is the only one",
            breaks: ["appendUids/appended"]
        ) { exchange in
            let uids = exchange.request.json["uids"]?.arrayValue?.compactMap(\.stringValue) ?? []
            if exchange.path.first == "tags", exchange.path.count == 3, uids.count < 3 {
                for uid in uids { exchange.ask("PUT", "/uids/\(uid)/tag-ids", ["tagIds": []]) }
            }
            return exchange.response()
        },
        nhn(
            "dead-tokens-failed",
            "A dead token is a failure",
            breaks: ["messageErrors/dead-token"]
        ) { exchange in
            guard exchange.request.method == "GET", exchange.path == ["message-errors"] else {
                return exchange.response()
            }
            let dead = exchange.response(at: "/invalid-tokens").json["invalidTokens"]
            guard let tokens = dead?.arrayValue, !tokens.isEmpty else { return exchange.response() }
            var response = exchange.response()
            guard var body = response.json.objectValue else { return response }
            body["messageErrors"] = .array(tokens)
            response.body = JSONValue.object(body).textBytes
            return response
        },
        nhn(
            "another-token-deleted",
            "Another token of the user is deleted",
            breaks: ["unregister/gone", "unregister/not-sent-to"]
        ) { exchange in
            guard exchange.request.method == "DELETE", exchange.path.first == "tokens",
                exchange.path.count == 2, let other = exchange.anotherToken
            else { return exchange.response() }
            return exchange.response(at: "/tokens/\(other)")
        },
        nhn(
            "night-late",
            "The night begins an hour late",
            breaks: ["sendMessage/night-hours"]
        ) { exchange in
            exchange.face.service.switches.withLock { switches in
                let isFirstHour = switches.timeOfDay.latest.map { $0 / 60 == 21 } ?? false
                if isFirstHour { switches.timeOfDay.change(12 * 60, .setup) }
            }
            return exchange.response()
        },
        nhn(
            "tag-by-name",
            of: "toast-push",
            "A tag is found by its name too",
            breaks: ["addTagIds/by-name"]
        ) { exchange in
            let names = exchange.request.json["tagIds"]?.arrayValue?.compactMap(\.stringValue) ?? []
            let ids = names.compactMap { name in
                exchange.face.service.applications.lazy.compactMap { application in
                    application.data.withLock { $0.tags.tag(named: name)?.id }
                }.first
            }
            guard !ids.isEmpty else { return exchange.response() }
            let tags = ids.map { JSONValue.string("\($0)") }
            return exchange.response(body: ["tagIds": .array(tags)])
        },
    ]

    private static func nhn(
        _ name: String,
        of service: String = "nhn-push",
        _ summary: String,
        breaks: [String],
        _ alteration: @escaping @Sendable (NHNExchange) -> ServerResponse
    ) -> Defect {
        Defect(name: "\(service)-\(name)", service: service, summary: summary, breaks: breaks) {
            guard let face = $1 as? NHNFace else { return $1.handle($0) }
            return alteration(NHNExchange(request: $0, face: face))
        }
    }
}

/// An exchange with NHN Cloud Push at one of its hosts.
private struct NHNExchange {
    let request: ServerRequest
    let face: NHNFace

    /// The segments of the path after the application key: `tags`, `12345678`.
    var path: [Substring] { Array(request.path.split(separator: "/").dropFirst(4)) }

    /// The service's response.
    func response() -> ServerResponse { face.handle(request) }

    /// The service's response at another path after the application key.
    func response(at path: String) -> ServerResponse {
        var changed = request
        changed.path = root + path
        return face.handle(changed)
    }

    /// The service's response to the request with another body.
    func response(body: JSONValue) -> ServerResponse {
        var changed = request
        changed.body = body.textBytes
        return face.handle(changed)
    }

    /// The service's response to an application server.
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

    /// Another token of the user whose token the path names.
    var anotherToken: String? {
        var look = request
        look.method = "GET"
        let uid = face.handle(look).json["token"]?["uid"]?.stringValue
        let tokens = ask("GET", "/tokens?uid=\(uid ?? "")").json["tokens"]?.arrayValue ?? []
        return tokens.compactMap { $0["token"]?.stringValue }.first { $0 != path.last ?? "" }
    }

    /// Removes a tag from all of its users.
    func takeFromEverybody(tag id: String) {
        let users = ask("GET", "/tags/\(id)/uids").json["uids"]?.arrayValue ?? []
        let uids = users.compactMap { $0["uid"]?.stringValue }
        if !uids.isEmpty { ask("DELETE", "/tags/\(id)/uids?uids=\(uids.joined(separator: ","))") }
    }

    /// The path up to the application key.
    private var root: String {
        request.path.split(separator: "/").prefix(4).map { "/\($0)" }.joined()
    }
}
