import JSON
import Synchronization

extension NHNService {
    private enum Report: String {
        case received = "RECEIVED"
        case opened = "OPENED"
    }

    private struct Collected {
        let event: NHNStatistics.Event
        let messageID: Int
        let pushType: NHNPushType
        let time: Instant
    }

    /// Accepts reports of devices; a stand-in, as no document shows this request.
    ///
    /// A report about an unknown message is accepted but not counted.
    func collectEvents(_ turn: NHNTurn) throws(NHNError) -> JSONObject {
        let fields = try turn.fields()
        var collected: [Collected] = []
        if let value = fields.value("events", required: true) {
            guard let events = value.arrayValue else {
                throw NHNError(.format, "events", value.text)
            }
            if events.isEmpty { turn.faults.note(.empty, "events") }
            collected = events.compactMap { collect($0, fields, turn.now) }
        }
        try turn.faults.finish()
        turn.application.data.withLock { data in
            for report in collected {
                data.statistics.count(
                    report.event,
                    report.messageID,
                    report.pushType,
                    at: report.time
                )
            }
        }
        return JSONObject()
    }

    private func collect(
        _ value: JSONValue,
        _ outer: NHNFields,
        _ now: Instant
    ) -> Collected? {
        guard let object = value.objectValue else {
            outer.faults.note(.format, "events", value.text)
            return nil
        }
        let fields = NHNFields(object: object, faults: outer.faults, prefix: "events.")
        let report: Report? = fields.choice("event", required: true)
        let id = messageID(fields)
        let type: NHNPushType? = fields.choice("pushType")
        _ = fields.text("uid", limit: Self.uidLimit)
        _ = fields.text("token", limit: 1_600)
        let text = fields.text("eventDateTime", required: true)
        let time = text.flatMap { NHNTime.instant($0) }
        if let text, time == nil { fields.faults.note(.format, "events.eventDateTime", text) }
        guard let report, let id, let time else { return nil }
        return Collected(
            event: report == .received ? .received : .opened,
            messageID: id,
            pushType: type ?? .apns,
            // A clock that is wrong by far puts its report into the present.
            time: abs(time.milliseconds - now.milliseconds) < 86_400_000 ? time : now
        )
    }

    /// A number, or a text with a number.
    private func messageID(_ fields: NHNFields) -> Int? {
        guard let value = fields.value("messageId", required: true) else { return nil }
        if let id = value.intValue ?? value.stringValue.flatMap({ Int($0) }) { return id }
        fields.faults.note(.format, fields.name("messageId"), value.text)
        return nil
    }
}
