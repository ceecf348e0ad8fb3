import JSON

/// A message that was sent, or is going to be.
struct NHNMessage: Sendable {
    enum Status: String, Hashable, Sendable {
        case ready = "READY"
        case processing = "PROCESSING"
        case complete = "COMPLETE"
        case noTarget = "CANCEL_NO_TARGET"
        case invalidCertificate = "CANCEL_INVALID_CERTIFICATE"
        case invalidMessage = "CANCEL_INVALID_MESSAGE"
        case unsupportedType = "CANCEL_UNSUPPORTED_MESSAGE_TYPE"
        case unauthorized = "CANCEL_UNAUTHORIZED"
        case unknown = "CANCEL_UNKNOWN"
    }

    /// Source of the message.
    enum Origin: Hashable, Sendable {
        /// A client of this API: not listed.
        case api
        case console
        /// A reservation, by its id.
        case reservation(Int)
    }

    /// Kind of delivery in lists.
    enum DeliveryType: String, Hashable, Sendable {
        case instant = "INSTANT"
        case reservation = "RESERVATION"
    }

    let id: Int
    let settings: NHNMessageSettings
    let origin: Origin
    /// Minutes ahead of UTC, when it is limited to devices in such zones.
    var zoneOffset: Int?
    let created: Instant
    var completed: Instant?
    var status = Status.ready
    var targetCount = 0
    var sentCount = 0
}

extension NHNMessage {
    /// After it the message is not sent any more.
    var expiration: Instant { created + .seconds(settings.timeToLiveMinutes * 60) }

    /// As it is listed.
    func json(at now: Instant, countsSent: Bool) -> JSONValue {
        var object = JSONObject()
        object["messageId"] = .integer(id)
        object["messageIdString"] = .string("\(id)")
        for member in settings.members { object[member.name] = member.value }
        object["createdDateTime"] = .string(NHNTime.text(created))
        object["completedDateTime"] = .string(NHNTime.text(completed ?? now))
        object["targetCount"] = .integer(targetCount)
        if countsSent { object["sentCount"] = .integer(sentCount) }
        object["messageStatus"] = .string(status.rawValue)
        return .object(object)
    }
}

/// Why a message did not reach a token.
enum NHNErrorCause: String, Hashable, Sendable, CaseIterable {
    case unsupportedType = "UNSUPPORTED_MESSAGE_TYPE"
    case invalidMessage = "INVALID_MESSAGE"
    case invalidCertificate = "INVALID_CERTIFICATE"
    case unauthorized = "UNAUTHORIZED"
    case expired = "EXPIRED_TIME_OUT"
    case apns = "APNS_ERROR"
    case fcm = "FCM_ERROR"
    case tencent = "TENCENT_ERROR"
    case agent = "AGENT_ERROR"
    case adm = "ADM_ERROR"
    case duplicate = "DUPLICATED_MESSAGE_TOKEN"

    /// Side that caused the error.
    enum Kind: String, Hashable, Sendable {
        case client = "CLIENT_ERROR"
        case external = "EXTERNAL_ERROR"
        case `internal` = "INTERNAL_ERROR"
    }

    var kind: Kind {
        switch self {
        case .unsupportedType, .invalidMessage, .invalidCertificate, .unauthorized, .duplicate:
            .client
        case .apns, .fcm, .tencent, .adm: .external
        case .expired, .agent: .internal
        }
    }
}

/// The messages of an application in progress or in lists.
struct NHNMessageStore: Sendable {
    /// Messages of clients: never listed, and removed after sending.
    private var underWay = BoundedStore<Int, NHNMessage>()
    private var others = BoundedStore<Int, NHNMessage>(limit: 10_000)

    subscript(_ id: Int) -> NHNMessage? { underWay[id] ?? others[id] }

    /// All but those of clients, the newest first.
    var listed: some Sequence<NHNMessage> { others.newestFirst }

    mutating func insert(_ message: NHNMessage) {
        if message.origin == .api {
            underWay.insert(message, for: message.id)
        } else {
            others.insert(message, for: message.id)
        }
    }

    /// Stores the result of a message.
    mutating func finish(_ id: Int, _ change: (inout NHNMessage) -> Void) {
        if underWay.remove(id) == nil { others.update(id, change) }
    }
}
