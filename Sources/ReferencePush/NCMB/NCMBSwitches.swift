/// What provider states have switched on.
///
/// Each is counted, so that two cases that need it at the same time do not end it for each other.
struct NCMBSwitches: Sendable {
    /// A state without parameters.
    enum Name: String, Hashable, Sendable, CaseIterable {
        case pushPermissionOff = "push-permission-off"
        case installationSearchForbidden = "installation-search-forbidden"
        case installationCreateForbidden = "installation-create-forbidden"
        case quotaUsedUp = "quota-used-up"
        case wrongResponseSignature = "wrong-response-signature"
        case payloadLimitOn = "payload-limit-on"
        case noIOSCertificate = "no-ios-certificate"
        case noAndroidConfiguration = "no-android-configuration"
        case tooManyConnections = "too-many-connections"
        case systemError = "system-error"
        case maintenance
    }

    private var counts: [Name: Int] = [:]
    /// What the push services answer for single devices.
    var failures = DeviceFailures()
}

extension NCMBSwitches {
    subscript(_ name: Name) -> Bool { counts[name] != nil }

    mutating func change(_ name: Name, _ action: StateAction) {
        let count = max(0, counts[name, default: 0] + (action == .setup ? 1 : -1))
        counts[name] = count == 0 ? nil : count
    }
}
