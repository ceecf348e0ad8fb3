/// What a request asks for, by path and method.
enum NHNRoute: Hashable, Sendable {
    case registerToken, tokensOfUID, tokensByCursor, invalidTokens
    case getToken(String), deleteToken(String)
    case sendMessage, listMessages, getMessage(String), messageErrors, messageLogs
    case computeSchedules
    case createReservation, listReservations, deleteReservations
    case getReservation(String), updateReservation(String), reservationMessages(String)
    case createTag, listTags, getTag(String), renameTag(String), deleteTag(String)
    case appendUIDs(String), uidsOfTag(String), removeUIDs(String)
    case setTags, getUID(String), deleteUIDs
    case addTagIDs(String), tagIDs(String), setTagIDs(String), removeTagIDs(String)
    case statistics, statisticsTotal
    case collectEvents
}

extension NHNRoute {
    /// `nil` for a path or a method that is not offered.
    init?(method: String, _ path: [String], face: NHNFace.Kind) {
        let offers: [String: NHNRoute]
        switch face {
        case .api:
            offers =
                switch path.count {
                case 1: Self.offers(at: path[0])
                case 2: Self.offers(at: path[0], path[1])
                case 3: Self.offers(at: path[0], path[1], path[2])
                default: [:]
                }
        case .collector:
            offers = path == ["events"] ? ["POST": .collectEvents] : [:]
        }
        guard !path.contains(""), let route = offers[method] else { return nil }
        self = route
    }

    private static func offers(at name: String) -> [String: NHNRoute] {
        switch name {
        case "tokens": ["POST": .registerToken, "GET": .tokensOfUID]
        case "tokens-by-cursor": ["GET": .tokensByCursor]
        case "invalid-tokens": ["GET": .invalidTokens]
        case "messages": ["POST": .sendMessage, "GET": .listMessages]
        case "message-errors": ["GET": .messageErrors]
        case "schedules": ["POST": .computeSchedules]
        case "reservations":
            ["POST": .createReservation, "GET": .listReservations, "DELETE": .deleteReservations]
        case "tags": ["POST": .createTag, "GET": .listTags]
        case "uids": ["POST": .setTags, "DELETE": .deleteUIDs]
        case "stats": ["GET": .statistics]
        default: [:]
        }
    }

    private static func offers(at name: String, _ id: String) -> [String: NHNRoute] {
        switch (name, id) {
        case ("tokens", _): ["GET": .getToken(id), "DELETE": .deleteToken(id)]
        case ("messages", _): ["GET": .getMessage(id)]
        case ("logs", "message"): ["GET": .messageLogs]
        case ("reservations", _): ["GET": .getReservation(id), "PUT": .updateReservation(id)]
        case ("tags", _): ["GET": .getTag(id), "PUT": .renameTag(id), "DELETE": .deleteTag(id)]
        case ("uids", _): ["GET": .getUID(id)]
        case ("stats", "total"): ["GET": .statisticsTotal]
        default: [:]
        }
    }

    private static func offers(
        at name: String,
        _ id: String,
        _ part: String
    ) -> [String: NHNRoute] {
        switch (name, part) {
        case ("reservations", "messages"): ["GET": .reservationMessages(id)]
        case ("tags", "uids"):
            ["POST": .appendUIDs(id), "GET": .uidsOfTag(id), "DELETE": .removeUIDs(id)]
        case ("uids", "tag-ids"):
            [
                "POST": .addTagIDs(id), "GET": .tagIDs(id), "PUT": .setTagIDs(id),
                "DELETE": .removeTagIDs(id),
            ]
        default: [:]
        }
    }
}

extension NHNRoute {
    /// Whether an app may call it, which has no secret key.
    var isOpen: Bool {
        switch self {
        case .registerToken, .getToken, .deleteToken, .addTagIDs, .tagIDs, .setTagIDs,
            .removeTagIDs, .collectEvents:
            true
        default: false
        }
    }

    /// Whether it belongs to the tag API, which has two result codes for everything.
    var isTagged: Bool {
        switch self {
        case .createTag, .listTags, .getTag, .renameTag, .deleteTag, .appendUIDs, .uidsOfTag,
            .removeUIDs, .setTags, .getUID, .deleteUIDs, .addTagIDs, .tagIDs, .setTagIDs,
            .removeTagIDs:
            true
        default: false
        }
    }
}
