import HTTP

/// Push services that a service delivers to, the rate, and a defect.
package struct ProviderOptions: Sendable {
    /// Addresses until a provider state names others; `nil` for none.
    package var addresses: ProviderAddresses?
    /// A file with the certificates that may sign those of push services, in PEM form.
    package var authorities: String?
    /// Notifications per second; `nil` for no limit.
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

    /// `nil` when an address is not the URL of a host.
    ///
    /// - Parameter urls: By push service; omitted ones receive nothing.
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
