/// What provider states have switched on.
struct NHNSwitches: Sendable {
    /// A state without parameters.
    enum Name: String, Hashable, Sendable, CaseIterable {
        case noCertificate = "no-certificate"
        case invalidCertificate = "invalid-certificate"
        case tagSystemDown = "tag-system-down"
        case loggingOff = "logging-off"
        case singleToken = "single-token"
        case duplicatesPrevented = "duplicates-prevented"
        case deliveryLate = "delivery-late"
        case night = "night"
        case day = "day"
    }

    var named = CountedStates<Name>()
    /// The code of the internal error that every request is answered with.
    var internalError = StackedState<Int>()
    /// What becomes of a message to a token, unless it arrives.
    var fates = DeviceStates<NHNTokenFate>()

    subscript(_ name: Name) -> Bool { named[name] }
}

/// What becomes of a message that does not arrive.
enum NHNTokenFate: Hashable, Sendable {
    /// The token is dead: it is removed, and listed as invalid.
    case invalid
    case failed(NHNErrorCause)
}
