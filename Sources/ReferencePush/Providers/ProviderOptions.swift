import HTTP

/// What a service delivers to as real ones do, at what pace, and what it does wrong.
package struct ProviderOptions: Sendable {
    /// Where it delivers until a provider state names others; `nil` for nowhere.
    package var addresses: ProviderAddresses?
    /// A file with the certificates that may sign those of push services, in PEM form.
    package var authorities: String?
    /// How many notifications leave in a second; `nil` as many as can.
    package var rate: Double?
    package var defect: DeliveryDefect?

    package init() {}
}

/// The push services of the systems.
package enum Provider: String, Hashable, Sendable, CaseIterable {
    case apns, fcm
}

/// Where push services are.
package struct ProviderAddresses: Hashable, Sendable {
    /// `http://HOST[:PORT]`, with HTTP/2 from the first byte, or `https://HOST[:PORT]`.
    let origins: [Provider: String]

    /// `nil` when one of the addresses is no URL of a host alone.
    ///
    /// - Parameter urls: By push service; those left out get nothing.
    package init?(_ urls: [Provider: String]) {
        var origins: [Provider: String] = [:]
        for (provider, url) in urls {
            guard let parts = URLParts(url), parts.path == "/", parts.query == nil else {
                return nil
            }
            origins[provider] = parts.origin
        }
        self.origins = origins
    }
}
