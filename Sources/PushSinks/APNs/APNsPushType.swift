/// Purpose of a notification, from `apns-push-type`.
///
/// Source: Apple, "Sending notification requests to APNs".
enum APNsPushType: String, Hashable, Sendable, CaseIterable {
    case alert, background, complication, controls, fileprovider, liveactivity, location, mdm
    case pushtotalk, voip, widgets

    init?(_ bytes: ArraySlice<UInt8>) {
        guard let type = Self.allCases.first(where: { bytes.elementsEqual($0.rawValue.utf8) })
        else { return nil }
        self = type
    }

    /// Suffix of the topic after the bundle identifier; may be empty.
    var topicSuffix: String {
        switch self {
        case .alert, .background, .mdm: ""
        case .complication: ".complication"
        case .controls: ".push-type.controls"
        case .fileprovider: ".pushkit.fileprovider"
        case .liveactivity: ".push-type.liveactivity"
        case .location: ".location-query"
        case .pushtotalk: ".voip-ptt"
        case .voip: ".voip"
        case .widgets: ".push-type.widgets"
        }
    }

    /// The longest payload, in bytes.
    var payloadLimit: Int { self == .voip ? 5_120 : 4_096 }
}
