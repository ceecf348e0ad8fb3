/// Target of a request's path.
///
/// Source: Apple, "Sending notification requests to APNs", "Sending broadcast push notification requests to APNs",
/// "Sending channel management requests to APNs".
enum APNsTarget {
    /// `/3/device/TOKEN`; empty without a token.
    case device(ArraySlice<UInt8>)
    /// `/4/broadcasts/apps/BUNDLE`
    case broadcast(ArraySlice<UInt8>)
    /// `/1/apps/BUNDLE/channels`
    case channels(ArraySlice<UInt8>)
    /// `/1/apps/BUNDLE/all-channels`
    case allChannels(ArraySlice<UInt8>)

    private static let device = Array("/3/device/".utf8)
    private static let broadcasts = Array("/4/broadcasts/apps/".utf8)
    private static let apps = Array("/1/apps/".utf8)

    /// `nil` for a path that APNs does not know.
    init?(path: [UInt8]) {
        if let rest = Self.rest(of: path, behind: Self.device) {
            self = .device(rest)
        } else if path.elementsEqual(Self.device.dropLast()) {
            self = .device([])
        } else if let rest = Self.rest(of: path, behind: Self.broadcasts), !rest.isEmpty {
            self = .broadcast(rest)
        } else {
            self.init(app: path)
        }
    }

    private init?(app path: [UInt8]) {
        guard path.starts(with: Self.apps), let end = path.lastIndex(of: UInt8(ascii: "/")),
            end > Self.apps.count
        else { return nil }
        let bundle = path[Self.apps.count..<end]
        guard !bundle.contains(UInt8(ascii: "/")) else { return nil }
        switch String(decoding: path[(end + 1)...], as: UTF8.self) {
        case "channels": self = .channels(bundle)
        case "all-channels": self = .allChannels(bundle)
        default: return nil
        }
    }

    /// A single segment after a prefix.
    private static func rest(of path: [UInt8], behind prefix: [UInt8]) -> ArraySlice<UInt8>? {
        guard path.starts(with: prefix) else { return nil }
        let rest = path[prefix.count...]
        return rest.contains(UInt8(ascii: "/")) ? nil : rest
    }

    /// Whether the path supports a method.
    func takes(_ method: [UInt8]) -> Bool {
        switch self {
        case .device, .broadcast: method.elementsEqual("POST".utf8)
        case .allChannels: method.elementsEqual("GET".utf8)
        case .channels:
            method.elementsEqual("POST".utf8) || method.elementsEqual("GET".utf8)
                || method.elementsEqual("DELETE".utf8)
        }
    }

    /// Name of the recipient in delivery reports: a device or a bundle.
    var recipient: ArraySlice<UInt8> {
        switch self {
        case .device(let name), .broadcast(let name), .channels(let name), .allChannels(let name):
            name
        }
    }

    /// Whether responses repeat `apns-request-id` where those to notifications have `apns-id`.
    var hasRequestID: Bool { if case .device = self { false } else { true } }

    /// Whether a success has `apns-unique-id`: a broadcast always, a notification in the development
    /// environment.
    func hasUniqueID(inSandbox isSandbox: Bool) -> Bool {
        switch self {
        case .device: isSandbox
        case .broadcast: true
        case .channels, .allChannels: false
        }
    }
}
