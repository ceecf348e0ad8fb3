/// What a request asks for, by path and method.
enum NCMBRoute: Hashable, Sendable {
    case createInstallation
    case searchInstallations
    case getInstallation(String)
    case updateInstallation(String)
    case deleteInstallation(String)
    case createPush
    case searchPushes
    case getPush(String)
    case updatePush(String)
    case deletePush(String)
    case registerOpen(String)
    /// The class API is not the way to installations.
    case prohibited
}

extension NCMBRoute {
    private static let version = "2013-09-01"

    /// - Throws: `E404002` for an unknown path, `E405001` for a method that is not offered there.
    init(method: String, path: String) throws(NCMBError) {
        guard let offers = Self.offers(at: path) else { throw .noService }
        guard let route = offers.first(where: { $0.method == method })?.route else {
            throw .method
        }
        self = route
    }

    private typealias Offer = (method: String, route: NCMBRoute)

    /// What is offered at a path, with or without "/" at its end; `nil` when it is unknown.
    private static func offers(at path: String) -> [Offer]? {
        var segments = path.split(separator: "/", omittingEmptySubsequences: false)
        if segments.count > 3, segments.last == "" { segments.removeLast() }
        guard segments.count >= 3, segments[0] == "", segments[1] == version,
            !segments[2...].contains("")
        else { return nil }
        return offers(Array(segments[2...]))
    }

    private static func offers(_ segments: [Substring]) -> [Offer]? {
        switch (segments[0], segments.count) {
        case ("installations", 1):
            return [("POST", .createInstallation), ("GET", .searchInstallations)]
        case ("installations", 2):
            let id = String(segments[1])
            return [
                ("GET", .getInstallation(id)), ("PUT", .updateInstallation(id)),
                ("DELETE", .deleteInstallation(id)),
            ]
        case ("push", 1):
            return [("POST", .createPush), ("GET", .searchPushes)]
        case ("push", 2):
            let id = String(segments[1])
            return [("GET", .getPush(id)), ("PUT", .updatePush(id)), ("DELETE", .deletePush(id))]
        case ("push", 3) where segments[2] == "openNumber":
            return [("POST", .registerOpen(String(segments[1])))]
        case ("classes", 2) where segments[1] == "installation":
            return [("POST", .prohibited), ("GET", .prohibited)]
        case ("classes", 3) where segments[1] == "installation":
            return [("GET", .prohibited), ("PUT", .prohibited), ("DELETE", .prohibited)]
        default:
            return nil
        }
    }
}
