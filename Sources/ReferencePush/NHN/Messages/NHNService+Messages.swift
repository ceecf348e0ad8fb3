import JSON
import Synchronization

extension NHNService {
    /// The response only confirms receipt; results are available later.
    func sendMessage(_ turn: NHNTurn) throws(NHNError) -> JSONObject {
        let fields = try turn.fields()
        let settings = NHNMessageSettings(fields, resources: options.resources)
        checkCertificates(settings, turn)
        try turn.faults.finish()
        guard let settings else { return JSONObject() }
        let due = turn.now + options.common.deliveryDelay
        let id = turn.application.data.withLock { data in
            let message = data.message(settings, from: .api, at: turn.now)
            data.queue.insert(due: due, .message(message.id))
            return message.id
        }
        delivery.wake(at: due)
        return JSONObject(
            "message",
            ["messageId": .integer(id), "messageIdString": .string("\(id)")]
        )
    }

    func checkCertificates(_ settings: NHNMessageSettings?, _ turn: NHNTurn) {
        guard turn.switches[.noCertificate], let types = settings?.target.pushTypes else { return }
        let names = types.map(\.rawValue).joined(separator: ",")
        turn.faults.note(.noCertificate, "pushTypes", names)
    }

    func listMessages(_ turn: NHNTurn) throws(NHNError) -> JSONObject {
        let parameters = turn.parameters
        let page = parameters.page()
        let period = parameters.period(at: turn.now)
        let type: NHNMessage.DeliveryType? = parameters.choice("deliveryType")
        let status: NHNMessage.Status? = parameters.choice("messageStatus")
        try turn.faults.finish()
        let found = turn.application.data.withLock { data in
            data.messages.listed.filter { message in
                // Reservations are listed only if made in the console: none here.
                guard message.origin == .console, period.contains(message.created) else {
                    return false
                }
                return type != .reservation && (status == nil || status == message.status)
            }
        }
        return list(found, page, turn)
    }

    func list(_ messages: [NHNMessage], _ page: NHNPage, _ turn: NHNTurn) -> JSONObject {
        let shown = page.of(messages).map { $0.json(at: turn.now, countsSent: true) }
        var reply = JSONObject("messages", .array(shown))
        reply["totalCount"] = .integer(messages.count)
        return reply
    }

    /// Messages of API clients are not found.
    func getMessage(_ turn: NHNTurn) throws(NHNError) -> JSONObject {
        let id = turn.id
        guard let number = Int(id) else { throw NHNError(.format, "messageId", id) }
        let found = turn.application.data.withLock { $0.messages[number] }
        guard let found, found.origin == .console else {
            throw NHNError(.notFound, "messageId", id)
        }
        return JSONObject("message", found.json(at: turn.now, countsSent: false))
    }

    /// A result larger than one response is refused, unless the client requests a page.
    func messageErrors(_ turn: NHNTurn) throws(NHNError) -> JSONObject {
        let parameters = turn.parameters
        let page = parameters.numberedPage()
        var period = parameters.period(at: turn.now)
        if period.from == nil { period.from = turn.now - .seconds(7 * 86_400) }
        let id = parameters.integer("messageId")
        let kind: NHNErrorCause.Kind? = parameters.choice("messageErrorType")
        let cause: NHNErrorCause? = parameters.choice("messageErrorCause")
        try turn.faults.finish()
        // Under the lock: a copy outside would be duplicated by the next insertion.
        let found = turn.application.data.withLock { data in
            data.failures.newestFirst.filter { failure in
                period.contains(failure.created) && (id == nil || id == failure.messageID)
                    && (kind == nil || kind == failure.cause.kind)
                    && (cause == nil || cause == failure.cause)
            }
        }
        let shown = page.of(found).map(\.json)
        let reply = JSONObject("messageErrors", .array(shown))
        if found.count > page.size, parameters.text("pageNumber") == nil {
            var error = NHNError(.tooMany, "totalCount", "\(found.count)")
            error.payload = reply
            throw error
        }
        return reply
    }

    func messageLogs(_ turn: NHNTurn) throws(NHNError) -> JSONObject {
        if turn.switches[.loggingOff] { throw NHNError(.access) }
        let parameters = turn.parameters
        let page = parameters.numberedPage()
        let period = parameters.period(at: turn.now)
        let id = parameters.integer("messageId")
        let uid = parameters.text("uid")
        let token = parameters.text("token")
        let type: NHNPushType? = parameters.choice("pushType")
        try turn.faults.finish()
        let found = turn.application.data.withLock { data in
            data.logs.newestFirst.filter { log in
                period.contains(log.time) && (id == nil || id == log.messageID)
                    && (uid == nil || uid == log.recipient.uid)
                    && (token == nil || token == log.recipient.token)
                    && (type == nil || type == log.pushType)
            }
        }
        let shown = page.of(found).map { $0.json(appKey: turn.application.appKey) }
        return JSONObject("data", ["count": .integer(found.count), "logs": .array(shown)])
    }
}

extension NHNData {
    /// Stores a new message that is to be sent.
    mutating func message(
        _ settings: NHNMessageSettings,
        from origin: NHNMessage.Origin,
        zoneOffset: Int? = nil,
        at now: Instant
    ) -> NHNMessage {
        let message = NHNMessage(
            id: newID(),
            settings: settings,
            origin: origin,
            zoneOffset: zoneOffset,
            created: now
        )
        messages.insert(message)
        return message
    }
}
