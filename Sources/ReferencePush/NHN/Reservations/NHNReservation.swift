import JSON

/// A message to send at one or more later times.
struct NHNReservation: Sendable {
    enum Status: String, Hashable, Sendable {
        case reserved = "RESERVED"
        case completed = "COMPLETED"
        /// Deleted after a part was sent.
        case cancelled = "CANCEL"
    }

    /// One of its times.
    struct Schedule: Sendable {
        enum Status: String, Hashable, Sendable {
            case ready = "READY"
            case sending = "SENDING"
            case cancelled = "CANCELED"
            case done = "DONE"
        }

        let id: Int
        let due: Instant
        /// Minutes ahead of UTC, when it is for the devices of one zone; otherwise 0.
        let zoneOffset: Int
        var status = Status.ready
    }

    let id: Int
    var plan: ReservationPlan
    var schedules: [Schedule]
    let created: Instant
    var updated: Instant
    var completed: Instant?
    var status = Status.reserved
}

/// A client's settings of a reservation.
struct ReservationPlan: Sendable {
    let message: NHNMessageSettings
    /// Wall-clock times, as minutes since 1970 in no zone.
    let times: [Instant]
    /// Whether the times are those of each device's zone.
    let isLocalTime: Bool

    /// How far in advance a message may be reserved.
    static let horizon = Duration.seconds(60 * 86_400)
}

extension ReservationPlan {
    /// Reads a reservation; `nil` when something is at fault.
    init?(_ fields: NHNFields, resources: Set<String>, at now: Instant) {
        let texts = fields.texts("schedules", required: true)
        let local = fields.flag("isLocalTime", required: true)
        let message = NHNMessageSettings(fields, resources: resources)
        var times: [Instant] = []
        for text in texts ?? [] {
            guard let time = NHNTime.minute(text, offset: .zero) else {
                fields.faults.note(.format, "schedules", text)
                continue
            }
            let due = time - NHNTime.zone
            // The current minute is not past yet, and clocks differ slightly.
            if due + .seconds(120) <= now { fields.faults.note(.invalid, "schedules", text) }
            if due > now + Self.horizon { fields.faults.note(.limit, "schedules", text) }
            times.append(time)
        }
        guard let message, let local, texts != nil else { return nil }
        self.message = message
        self.times = times
        isLocalTime = local
    }
}

extension NHNReservation {
    /// The reservation in lists; an unfinished one has the current time as its completion.
    func json(at now: Instant) -> JSONValue {
        var object = JSONObject()
        object["reservationId"] = .integer(id)
        object["reservationIdString"] = .string("\(id)")
        object["schedules"] = .array(schedules.map(json))
        object["isLocalTime"] = .bool(plan.isLocalTime)
        for member in plan.message.members { object[member.name] = member.value }
        object["createdDateTime"] = .string(NHNTime.text(created))
        object["updatedDateTime"] = .string(NHNTime.text(updated))
        object["completedDateTime"] = .string(NHNTime.text(completed ?? now))
        object["reservationStatus"] = .string(status.rawValue)
        return .object(object)
    }

    private func json(_ schedule: Schedule) -> JSONValue {
        [
            "scheduleId": .integer(schedule.id), "scheduleIdString": .string("\(schedule.id)"),
            "reservationId": .integer(id), "reservationIdString": .string("\(id)"),
            "deliveryDateTime": .string(NHNTime.text(schedule.due)),
            "timezoneOffset": .integer(schedule.zoneOffset),
            "scheduleStatus": .string(schedule.status.rawValue),
        ]
    }
}
