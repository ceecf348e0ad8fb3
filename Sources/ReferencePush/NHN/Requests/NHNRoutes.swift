import Contract
import HTTP
import JSON

/// Operation of a request, with its permissions.
struct NHNOperation: Sendable {
    typealias Body = @Sendable (NHNService) -> (NHNTurn) throws(NHNError) -> JSONObject

    let body: Body
    /// Whether apps may call it, which have no secret key.
    let isOpen: Bool
    /// Whether it belongs to the tag API, which has only two result codes.
    let isTagged: Bool

    static func app(_ body: @escaping Body) -> NHNOperation {
        NHNOperation(body: body, isOpen: true, isTagged: false)
    }

    static func server(_ body: @escaping Body) -> NHNOperation {
        NHNOperation(body: body, isOpen: false, isTagged: false)
    }

    static func appTags(_ body: @escaping Body) -> NHNOperation {
        NHNOperation(body: body, isOpen: true, isTagged: true)
    }

    static func serverTags(_ body: @escaping Body) -> NHNOperation {
        NHNOperation(body: body, isOpen: false, isTagged: true)
    }
}

extension NHNService {
    /// Routes of a host below `/push/{version}/appkeys/{appkey}`.
    private static func routes(of face: NHNFace.Kind) -> RouteTable<NHNOperation> {
        switch face {
        case .api: apiRoutes
        case .collector: collectorRoutes
        }
    }

    private static let apiRoutes: RouteTable<NHNOperation> = [
        "POST /tokens": .app(NHNService.registerToken),
        "GET /tokens": .server(NHNService.tokensOfUID),
        "GET /tokens/{token}": .app(NHNService.getToken),
        "DELETE /tokens/{token}": .app(NHNService.deleteToken),
        "GET /tokens-by-cursor": .server(NHNService.tokensByCursor),
        "GET /invalid-tokens": .server(NHNService.invalidTokens),
        "POST /messages": .server(NHNService.sendMessage),
        "GET /messages": .server(NHNService.listMessages),
        "GET /messages/{id}": .server(NHNService.getMessage),
        "GET /message-errors": .server(NHNService.messageErrors),
        "GET /logs/message": .server(NHNService.messageLogs),
        "POST /schedules": .server(NHNService.computeSchedules),
        "POST /reservations": .server(NHNService.createReservation),
        "GET /reservations": .server(NHNService.listReservations),
        "DELETE /reservations": .server(NHNService.deleteReservations),
        "GET /reservations/{id}": .server(NHNService.getReservation),
        "PUT /reservations/{id}": .server(NHNService.updateReservation),
        "GET /reservations/{id}/messages": .server(NHNService.reservationMessages),
        "POST /tags": .serverTags(NHNService.createTag),
        "GET /tags": .serverTags(NHNService.listTags),
        "GET /tags/{id}": .serverTags(NHNService.getTag),
        "PUT /tags/{id}": .serverTags(NHNService.renameTag),
        "DELETE /tags/{id}": .serverTags(NHNService.deleteTag),
        "POST /tags/{id}/uids": .serverTags(NHNService.appendUIDs),
        "GET /tags/{id}/uids": .serverTags(NHNService.uidsOfTag),
        "DELETE /tags/{id}/uids": .serverTags(NHNService.removeUIDs),
        "POST /uids": .serverTags(NHNService.setTags),
        "DELETE /uids": .serverTags(NHNService.deleteUIDs),
        "GET /uids/{uid}": .serverTags(NHNService.getUID),
        "POST /uids/{uid}/tag-ids": .appTags(NHNService.addTagIDs),
        "GET /uids/{uid}/tag-ids": .appTags(NHNService.tagIDs),
        "PUT /uids/{uid}/tag-ids": .appTags(NHNService.setTagIDs),
        "DELETE /uids/{uid}/tag-ids": .appTags(NHNService.removeTagIDs),
        "GET /stats": .server(NHNService.statistics),
        "GET /stats/total": .server(NHNService.statisticsTotal),
    ]

    private static let collectorRoutes: RouteTable<NHNOperation> = [
        "POST /events": .app(NHNService.collectEvents)
    ]

    private static let versions: Set<Substring> = ["v1.3", "v2.0", "v2.1", "v2.2", "v2.3", "v2.4"]

    /// Parses `/push/{version}/appkeys/{appkey}/…`.
    ///
    /// - Returns: The operation, the value of the name in its path, and the application.
    /// - Throws: `40011` for an unknown version, `40102` for an unknown key, `40401` for an unknown path or method.
    func operation(of request: ServerRequest, at face: NHNFace.Kind) -> String? {
        Self.routes(of: face).name(request.method, Self.parts(of: request).dropFirst(4))
    }

    /// The segments of the path, decoded.
    private static func parts(of request: ServerRequest) -> ArraySlice<Substring> {
        let parts = request.path.segments
        guard request.path.utf8.contains(UInt8(ascii: "%")) else { return parts }
        return parts.map { Substring(PercentEncoding.decoded(String($0))) }[...]
    }

    func route(
        _ request: ServerRequest,
        _ face: NHNFace.Kind
    ) throws(NHNError) -> (NHNOperation, id: String, NHNApplication) {
        let unknown = NHNError(.notFound, "path", request.path)
        var parts = Self.parts(of: request)
        guard parts.count >= 2, parts.popFirst() == "push", let version = parts.popFirst() else {
            throw unknown
        }
        guard Self.versions.contains(version) else {
            throw NHNError(.version, "version", String(version))
        }
        guard parts.popFirst() == "appkeys", let key = parts.popFirst() else { throw unknown }
        // A path of version 1.
        guard parts.first != "statistics" else {
            throw NHNError(.version, "version", String(version))
        }
        guard let application = application(String(key)) else {
            throw NHNError(.key, "appkey", String(key))
        }
        guard
            case .found(let operation, let names) = Self.routes(of: face)
                .match(request.method, parts)
        else { throw unknown }
        return (operation, names.first.map { String($0) } ?? "", application)
    }
}
