/// By which service a token is reached.
enum NHNPushType: String, Hashable, Sendable, CaseIterable {
    case fcm = "FCM"
    case apns = "APNS"
    case apnsSandbox = "APNS_SANDBOX"
    case tencent = "TENCENT"
    case apnsVoIP = "APNS_VOIP"
    case apnsSandboxVoIP = "APNS_SANDBOXVOIP"
    case adm = "ADM"
}

extension NHNPushType {
    /// Whether it is for incoming calls, which are apart from notifications.
    var isVoIP: Bool { self == .apnsVoIP || self == .apnsSandboxVoIP }

    /// Default types of a message.
    static let defaults = allCases.filter { !$0.isVoIP }

    /// The error cause for failures of its push service.
    var errorCause: NHNErrorCause {
        switch self {
        case .fcm: .fcm
        case .apns, .apnsSandbox, .apnsVoIP, .apnsSandboxVoIP: .apns
        case .tencent: .tencent
        case .adm: .adm
        }
    }
}
