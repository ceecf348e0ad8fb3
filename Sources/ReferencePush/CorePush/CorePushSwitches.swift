/// What provider states have switched on.
struct CorePushSwitches: Sendable {
    /// What the push services answer for single devices.
    var failures = DeviceFailures()
    /// How often the development certificate of an app was taken away.
    private var missingCertificates: [String: Int] = [:]
}

extension CorePushSwitches {
    /// Whether an app has no development certificate.
    func lacksCertificate(_ configKey: String) -> Bool { missingCertificates[configKey] != nil }

    mutating func changeCertificate(of configKey: String, _ action: StateAction) {
        let count = missingCertificates[configKey, default: 0] + (action == .setup ? 1 : -1)
        missingCertificates[configKey] = count > 0 ? count : nil
    }
}
