/// What provider states have switched on.
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

    var named = CountedStates<Name>()
    /// What the push services answer for single devices.
    var failures = DeviceStates<DeliveryFailure>()

    subscript(_ name: Name) -> Bool { named[name] }
}
