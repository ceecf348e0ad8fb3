import Base

/// Settings common to the reference services.
package struct ReferenceOptions: Sendable {
    /// Keys other than the documented ones, by the variable of the contracts: `appKey`.
    package var keys: [String: String] = [:]
    /// Delay before an immediate push is delivered, of services that plan pushes.
    package var deliveryDelay = Duration.milliseconds(30)
    /// Where listeners may be that provider states connect.
    package var downstreamHosts = DownstreamHosts()
    /// Delivery to push services.
    package var providers = ProviderOptions()
    /// The current time.
    var now: @Sendable () -> Instant = { Instant.now() }
    /// Whether pushes are delivered in the background; otherwise by `deliverDue` or before the response.
    var deliversInBackground = true
    /// Seed of keys and ids; `nil` for a random one.
    var seed: UInt64?

    /// The documented settings.
    package init() {}

    /// Seeds of the applications.
    var seeds: SplitMix64 {
        var system = SystemRandomNumberGenerator()
        return SplitMix64(seed: seed ?? system.next())
    }
}
