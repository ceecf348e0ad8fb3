import Base
import HTTP2Serving

/// A request with its APNs fields.
struct APNsRequest {
    /// A known field, by index.
    enum Name: Int {
        case authorization, id, expiration, priority, collapseID, pushType, topic, requestID
        case channelID

        init?(_ name: ArraySlice<UInt8>) {
            switch name.count {
            case 13 where name.elementsEqual("authorization".utf8): self = .authorization
            case 13 where name.elementsEqual("apns-priority".utf8): self = .priority
            case 7 where name.elementsEqual("apns-id".utf8): self = .id
            case 15 where name.elementsEqual("apns-expiration".utf8): self = .expiration
            case 16 where name.elementsEqual("apns-collapse-id".utf8): self = .collapseID
            case 14 where name.elementsEqual("apns-push-type".utf8): self = .pushType
            case 10 where name.elementsEqual("apns-topic".utf8): self = .topic
            case 15 where name.elementsEqual("apns-request-id".utf8): self = .requestID
            case 15 where name.elementsEqual("apns-channel-id".utf8): self = .channelID
            default: return nil
            }
        }
    }

    let exchange: ServedExchange
    /// Target of the path; `nil` for an unknown path.
    let target: APNsTarget?
    /// Index of each known field; negative for a missing one.
    private var places = SIMD16<Int32>(repeating: -1)
    /// Whether one of these fields occurs twice.
    private(set) var hasDuplicates = false

    init(_ exchange: ServedExchange) {
        self.exchange = exchange
        target = APNsTarget(path: exchange.target)
        for index in 0..<exchange.fieldCount {
            guard let name = Name(exchange.name(index)) else { continue }
            if places[name.rawValue] >= 0 { hasDuplicates = true }
            places[name.rawValue] = Int32(index)
        }
    }

    subscript(_ name: Name) -> ArraySlice<UInt8>? {
        let place = places[name.rawValue]
        return place < 0 ? nil : exchange.value(Int(place))
    }

    /// Error in a field that is independent of the topic; `nil` for none.
    var faultOfFields: APNsReason? {
        if hasDuplicates { return .duplicateHeaders }
        if let id = self[.id], !Self.isUUID(id) { return .badMessageId }
        if let moment = self[.expiration], !Self.isMoment(moment) { return .badExpirationDate }
        if let id = self[.collapseID], id.count > 64 { return .badCollapseId }
        return nil
    }

    /// The push type; `nil` when the field is not there.
    func pushType() throws(APNsRefusal) -> APNsPushType? {
        guard let text = self[.pushType] else { return nil }
        guard let type = APNsPushType(text) else { throw APNsRefusal(.invalidPushType) }
        return type
    }

    /// Error in the priority, whose valid values depend on the push type; `nil` for none.
    func faultOfPriority(_ type: APNsPushType?) -> APNsReason? {
        guard let priority = self[.priority] else { return nil }
        if priority.elementsEqual("5".utf8) { return nil }
        let isKnown = priority.elementsEqual("10".utf8) || priority.elementsEqual("1".utf8)
        return isKnown && type != .background ? nil : .badPriority
    }

    /// Seconds since 1970, or zero.
    static func isMoment(_ text: ArraySlice<UInt8>) -> Bool {
        !text.isEmpty && text.count <= 18 && text.allSatisfy(\.isASCIIDigit)
    }

    /// Groups of 8, 4, 4, 4 and 12 hexadecimal digits.
    static func isUUID(_ text: ArraySlice<UInt8>) -> Bool {
        guard text.count == 36 else { return false }
        for (offset, byte) in text.enumerated() {
            let isHyphen = offset == 8 || offset == 13 || offset == 18 || offset == 23
            guard isHyphen ? byte == UInt8(ascii: "-") : byte.hexDigitValue != nil else {
                return false
            }
        }
        return true
    }
}

/// A refusal of a request.
struct APNsRefusal: Error, Hashable, Sendable {
    let reason: APNsReason

    init(_ reason: APNsReason) { self.reason = reason }
}
