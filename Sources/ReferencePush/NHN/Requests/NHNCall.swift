import Contract
import HTTP
import HTTPServer

/// A request to one application, taken apart.
struct NHNCall {
    let request: ServerRequest
    let appKey: String
    let route: NHNRoute
}

extension NHNCall {
    private static let versions: Set<String> = ["v1.3", "v2.0", "v2.1", "v2.2", "v2.3", "v2.4"]

    /// Reads `/push/{version}/appkeys/{appkey}/…`.
    ///
    /// - Throws: `40011` for an unknown version, `40401` for an unknown path or method.
    init(
        _ request: ServerRequest,
        face: NHNFace.Kind,
        isKnown: (String) -> Bool
    ) throws(NHNError) {
        let parts = request.path.split(separator: "/", omittingEmptySubsequences: false)
            .dropFirst().map { PercentEncoding.decoded(String($0)) }
        let unknown = NHNError(.notFound, "path", request.path)
        guard parts.count >= 2, parts[0] == "push" else { throw unknown }
        guard Self.versions.contains(parts[1]) else {
            throw NHNError(.version, "version", parts[1])
        }
        guard parts.count >= 4, parts[2] == "appkeys" else { throw unknown }
        guard parts.count == 4 || parts[4] != "statistics" else {
            throw NHNError(.version, "version", parts[1])
        }
        guard isKnown(parts[3]) else { throw NHNError(.key, "appkey", parts[3]) }
        let route = NHNRoute(method: request.method, Array(parts[4...]), face: face)
        guard let route else { throw unknown }
        self.request = request
        appKey = parts[3]
        self.route = route
    }
}
