/// What provider states have switched on.
struct CorePushSwitches: Sendable {
    /// What the push services answer for single devices.
    var failures = DeviceStates<DeliveryFailure>()
    /// The keys of the apps that have no development certificate.
    var missingCertificates = CountedStates<String>()
}
