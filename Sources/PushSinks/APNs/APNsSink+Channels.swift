import Base
import Cryptography
import HTTP2Serving
import JSON

/// Response to an accepted request.
struct APNsAcceptance {
    var status = 200
    /// Identifier of a new channel.
    var channel: String?
    var body: [UInt8] = []
    /// Number of simulated subscribers of the message; `nil` for a message to the device of the path, zero for a
    /// request that is not a message.
    var subscribers: Int?

    /// A notification for a device.
    static let notification = APNsAcceptance()
}

extension APNsSink {
    /// Handles a broadcast, or a request for channels: its app, its fields, its body.
    ///
    /// - Parameters:
    ///   - judged: The request.
    ///   - target: Target of its path; not a device.
    /// - Returns: The response.
    /// - Throws: Why it is refused.
    func judgeChannelRequest(
        _ judged: Judged,
        _ target: APNsTarget
    ) throws(APNsRefusal) -> APNsAcceptance {
        let bundle = String(decoding: target.recipient, as: UTF8.self)
        try checkApp(bundle)
        if let id = judged.request[.requestID], !APNsRequest.isUUID(id) {
            throw APNsRefusal(.badMessageId)
        }
        if judged.arrival.isTooMany { throw APNsRefusal(.tooManyRequests) }
        if judged.arrival.isUnavailable { throw APNsRefusal(.serviceUnavailable) }
        switch target {
        case .broadcast: return try broadcast(judged, bundle)
        case .channels: return try manage(judged, bundle)
        case .allChannels, .device: return list(bundle)
        }
    }

    /// The topic of these requests is the bundle identifier alone.
    private func checkApp(_ bundle: String) throws(APNsRefusal) {
        let suffixes = APNsPushType.allCases.map(\.topicSuffix).filter { !$0.isEmpty }
        if suffixes.contains(where: bundle.hasSuffix) { throw APNsRefusal(.topicDisallowed) }
        if let reason = appState(bundle) { throw APNsRefusal(reason) }
        guard options.topics.isEmpty || options.topics.contains(bundle) else {
            throw APNsRefusal(.topicMismatch)
        }
    }

    private func list(_ bundle: String) -> APNsAcceptance {
        let ids = channels.all(bundle).map { JSONValue.string($0) }
        return APNsAcceptance(
            body: (["channels": .array(ids)] as JSONValue).textBytes,
            subscribers: 0
        )
    }

    private func manage(_ judged: Judged, _ bundle: String) throws(APNsRefusal) -> APNsAcceptance {
        if judged.exchange.method.elementsEqual("POST".utf8) {
            return try create(judged, bundle)
        }
        let (id, policy) = try channel(judged, bundle)
        if judged.exchange.method.elementsEqual("GET".utf8) {
            let configuration: JSONValue = [
                "message-storage-policy": .number(.integer(Int64(policy.rawValue))),
                "push-type": .string(Self.channelType),
            ]
            return APNsAcceptance(body: configuration.textBytes, subscribers: 0)
        }
        guard channels.delete(bundle, id) else { throw APNsRefusal(.channelNotRegistered) }
        return APNsAcceptance(status: 204, subscribers: 0)
    }

    private static let channelType = "LiveActivity"

    private func create(_ judged: Judged, _ bundle: String) throws(APNsRefusal) -> APNsAcceptance {
        let configuration = try object(judged)
        let known = ["message-storage-policy", "push-type"]
        guard configuration.members.allSatisfy({ known.contains($0.name) }) else {
            throw APNsRefusal(.badRequestParams)
        }
        guard let type = configuration["push-type"] else { throw APNsRefusal(.missingPushType) }
        guard type.stringValue == Self.channelType else { throw APNsRefusal(.invalidPushType) }
        guard let number = configuration["message-storage-policy"]?.intValue,
            let policy = APNsChannels.StoragePolicy(rawValue: number)
        else { throw APNsRefusal(.badRequestParams) }
        guard let id = channels.create(bundle, policy) else {
            throw APNsRefusal(.cannotCreateChannelConfig)
        }
        return APNsAcceptance(status: 201, channel: id, subscribers: 0)
    }

    private func broadcast(
        _ judged: Judged,
        _ bundle: String
    ) throws(APNsRefusal) -> APNsAcceptance {
        let request = judged.request
        let (_, policy) = try channel(judged, bundle)
        guard let type = request[.pushType] else { throw APNsRefusal(.missingPushType) }
        // Apple's pages spell the value in three ways, which differ in capitals.
        guard String(decoding: type, as: UTF8.self).lowercased() == "liveactivity" else {
            throw APNsRefusal(.invalidPushType)
        }
        guard let moment = request[.expiration], APNsRequest.isMoment(moment),
            policy == .mostRecentMessageStored || moment.allSatisfy({ $0 == UInt8(ascii: "0") })
        else { throw APNsRefusal(.badExpirationDate) }
        guard request[.priority] != nil, request.faultOfPriority(.liveactivity) == nil else {
            throw APNsRefusal(.badPriority)
        }
        if judged.exchange.bodyBytes == 0 { throw APNsRefusal(.payloadEmpty) }
        if judged.exchange.bodyBytes > Self.broadcastLimit { throw APNsRefusal(.payloadTooLarge) }
        _ = try object(judged)
        noteActivity(judged, isBroadcast: true)
        return APNsAcceptance(subscribers: judged.arrival.knobs.subscribers)
    }

    /// The longest payload of a broadcast, in bytes.
    private static let broadcastLimit = 5_120

    /// The channel that a request names.
    private func channel(
        _ judged: Judged,
        _ bundle: String
    ) throws(APNsRefusal) -> (id: String, policy: APNsChannels.StoragePolicy) {
        guard let field = judged.request[.channelID] else { throw APNsRefusal(.missingChannelId) }
        let id = String(decoding: field, as: UTF8.self)
        guard !field.isEmpty, field.count <= APNsChannels.longestID, Base64.decode(id) != nil else {
            throw APNsRefusal(.badChannelId)
        }
        guard let policy = channels.policy(bundle, id) else {
            throw APNsRefusal(.channelNotRegistered)
        }
        return (id, policy)
    }

    /// The body, a JSON object.
    private func object(_ judged: Judged) throws(APNsRefusal) -> JSONObject {
        guard judged.exchange.bodyBytes == judged.exchange.body.count,
            let object = (try? JSONValue(parsing: judged.exchange.body))?.objectValue
        else { throw APNsRefusal(.badRequestPayload) }
        return object
    }
}
