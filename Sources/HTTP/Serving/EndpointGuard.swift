/// Protects our endpoints from pages of other sites.
///
/// A browser lets any page send a form to any address, and a page whose own name now resolves to this machine may
/// read responses (DNS rebinding). Neither can make a browser use an address in place of a name, omit its `Origin`,
/// or send JSON without permission.
///
/// Source: Fetch Standard, "`Origin` header" and "CORS-safelisted request-header".
package struct EndpointGuard: Hashable, Sendable {
    /// Why a request is rejected.
    package struct Refusal: Hashable, Sendable {
        /// 403 or 415.
        package let status: Int
        /// A sentence without capital letter and full stop.
        package let reason: String
    }

    /// The host that was listened at, in lower case.
    private let given: String

    /// - Parameter host: A name or a numeric address, without brackets, as the command line has it.
    package init(host: String) { given = host.lowercased() }

    /// Why a request is rejected, whatever it asks for; `nil` for an allowed one.
    ///
    /// Must be called first, so that a page of another site cannot even learn which endpoints exist.
    package func refusal(of request: ServerRequest) -> Refusal? {
        let host = request.hostname
        guard allows(host) else {
            return Refusal(
                status: 403,
                reason: "expected an address, localhost or \(given) as the host, got \"\(host)\"; "
                    + "another name has to be the one that is listened at"
            )
        }
        if let origin = request.headers["Origin"], !isOwn(origin, request) {
            return Refusal(status: 403, reason: "a page of \"\(origin)\" may not ask for this")
        }
        return nil
    }

    /// Why a request may not change anything: any method that can change state needs a JSON body.
    package func refusal(ofChange request: ServerRequest) -> Refusal? {
        guard !Self.asking.contains(request.method), !request.hasJSON else { return nil }
        let type = request.headers["Content-Type"].map { "\"\($0)\"" } ?? "none"
        return Refusal(
            status: 415,
            reason: "expected a Content-Type of application/json, got \(type)"
        )
    }

    /// Whether requests for this host are allowed: an address, `localhost`, or the configured name.
    ///
    /// - Parameter host: In lower case, without port and brackets; empty for a request without one.
    /// - Returns: Whether it is one of these.
    func allows(_ host: String) -> Bool {
        host == "localhost" || !host.isEmpty && host == given || Self.isAddress(host)
    }

    /// Whether the configured address is reachable from this machine only.
    package var isLoopback: Bool {
        given == "localhost" || given == "::1" || Self.isIPv4(given) && given.hasPrefix("127.")
    }

    /// Methods that forms cannot use, or that change nothing.
    private static let asking = ["GET", "HEAD", "OPTIONS", "DELETE"]

    /// Whether a page belongs to the requested address.
    private func isOwn(_ origin: String, _ request: ServerRequest) -> Bool {
        guard let host = request.headers["Host"]?.lowercased() else { return false }
        return ["http://\(host)", "https://\(host)"].contains(origin.lowercased())
    }

    /// No name has a colon in it.
    private static func isAddress(_ host: String) -> Bool { host.contains(":") || isIPv4(host) }

    private static func isIPv4(_ host: String) -> Bool {
        let parts = host.split(separator: ".", omittingEmptySubsequences: false)
        return parts.count == 4 && parts.allSatisfy { UInt8($0) != nil && $0.first != "+" }
    }
}

extension ServerRequest {
    fileprivate var hasJSON: Bool {
        headers["Content-Type"].map(HTTPFields.mediaType) == "application/json"
    }
}
