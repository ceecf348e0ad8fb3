import JSON
import Synchronization

extension NHNService {
    func computeSchedules(_ turn: NHNTurn) throws(NHNError) -> JSONObject {
        let rule = ScheduleRule(try turn.fields(), at: turn.now)
        try turn.faults.finish()
        let schedules = rule?.schedules ?? []
        return JSONObject("schedules", .array(schedules.map { .string($0) }))
    }

    func createReservation(_ turn: NHNTurn) throws(NHNError) -> JSONObject {
        let plan = try plan(turn)
        let id = turn.application.data.withLock { data in
            let id = data.newID()
            data.reservations.insert(
                NHNReservation(
                    id: id,
                    plan: plan,
                    schedules: data.schedules(of: plan, reservation: id),
                    created: turn.now,
                    updated: turn.now
                )
            )
            return id
        }
        wakeForDeliveries(of: turn.application)
        return JSONObject(
            "reservation",
            ["reservationId": .integer(id), "reservationIdString": .string("\(id)")]
        )
    }

    private func plan(_ turn: NHNTurn) throws(NHNError) -> ReservationPlan {
        let plan = ReservationPlan(
            try turn.fields(),
            resources: options.resources,
            at: turn.now
        )
        checkCertificates(plan?.message, turn)
        try turn.faults.finish()
        guard let plan else { throw NHNError(.empty) }
        return plan
    }

    private func wakeForDeliveries(of application: NHNApplication) {
        if let due = application.data.withLock({ $0.queue.firstDue }) { delivery.wake(at: due) }
    }

    func updateReservation(_ turn: NHNTurn) throws(NHNError) -> JSONObject {
        let number = try turn.reservationID()
        let plan = try plan(turn)
        try turn.application.data.withLock { data throws(NHNError) in
            var reservation = try data.openReservation(number)
            reservation.plan = plan
            reservation.updated = turn.now
            let past = reservation.schedules.filter { $0.status != .ready }
            reservation.schedules = past + data.schedules(of: plan, reservation: number)
            data.reservations.update(reservation)
        }
        wakeForDeliveries(of: turn.application)
        return JSONObject()
    }

    /// Deletes all of them or none.
    func deleteReservations(_ turn: NHNTurn) throws(NHNError) -> JSONObject {
        let texts = turn.parameters.list("reservationIds", required: true) ?? []
        var ids: [Int] = []
        for text in texts {
            if let id = Int(text) {
                ids.append(id)
            } else {
                turn.faults.note(.format, "reservationIds", text)
            }
        }
        try turn.faults.finish()
        try turn.application.data.withLock { data throws(NHNError) in
            for id in ids { _ = try data.openReservation(id) }
            for id in ids { data.reservations.remove(id, at: turn.now) }
        }
        return JSONObject()
    }

    func getReservation(_ turn: NHNTurn) throws(NHNError) -> JSONObject {
        let number = try turn.reservationID()
        let found = try turn.application.data.withLock { data throws(NHNError) in
            try data.reservation(number)
        }
        return JSONObject("reservation", found.json(at: turn.now))
    }

    func reservationMessages(_ turn: NHNTurn) throws(NHNError) -> JSONObject {
        let number = try turn.reservationID()
        let page = turn.parameters.page()
        try turn.faults.finish()
        let found = try turn.application.data.withLock { data throws(NHNError) in
            _ = try data.reservation(number)
            return data.messages.listed.filter { $0.origin == .reservation(number) }
        }
        return list(found, page, turn)
    }
}

extension NHNTurn {
    fileprivate func reservationID() throws(NHNError) -> Int {
        guard let number = Int(id) else { throw NHNError(.format, "reservationId", id) }
        return number
    }
}

// MARK: - Lists

/// The two filters of reservations; responses use another form of the second.
private enum ReservationFilter: String {
    case reserved = "RESERVED"
    case complete = "COMPLETE"
    case completed = "COMPLETED"

    func matches(_ status: NHNReservation.Status) -> Bool {
        switch self {
        case .reserved: status == .reserved
        case .complete, .completed: status == .completed
        }
    }
}

extension NHNService {
    func listReservations(_ turn: NHNTurn) throws(NHNError) -> JSONObject {
        let parameters = turn.parameters
        let page = parameters.page()
        let period = parameters.period(at: turn.now)
        let delivery = NHNPeriod(
            from: parameters.time("deliveryFrom"),
            to: parameters.time("deliveryTo")
        )
        if let from = delivery.from, let to = delivery.to, from > to {
            turn.faults.note(.invalid, "deliveryFrom", parameters.text("deliveryFrom") ?? "")
        }
        let filter: ReservationFilter? = parameters.choice("reservationStatus")
        try turn.faults.finish()
        let found = turn.application.data.withLock { data in
            data.reservations.newestFirst.filter {
                period.contains($0.created) && $0.schedules.contains { delivery.contains($0.due) }
                    && filter?.matches($0.status) ?? true
            }
        }
        let shown = page.of(found).map { $0.json(at: turn.now) }
        var reply = JSONObject("reservations", .array(shown))
        reply["totalCount"] = .integer(found.count)
        return reply
    }
}

extension NHNData {
    fileprivate func reservation(_ id: Int) throws(NHNError) -> NHNReservation {
        guard let reservation = reservations[id] else {
            throw NHNError(.notFound, "reservationId", "\(id)")
        }
        return reservation
    }

    /// A reservation that is not finished.
    fileprivate func openReservation(_ id: Int) throws(NHNError) -> NHNReservation {
        let reservation = try reservation(id)
        guard reservation.status == .reserved else {
            throw NHNError(.completed, "reservationId", "\(id)")
        }
        return reservation
    }

    /// Plans the times of a reservation; in local time, one for each zone of its devices.
    fileprivate mutating func schedules(
        of plan: ReservationPlan,
        reservation: Int
    ) -> [NHNReservation.Schedule] {
        let zones = plan.isLocalTime ? zoneOffsets(of: plan.message) : [0]
        return plan.times.flatMap { time in
            zones.map { zone in
                let offset = plan.isLocalTime ? Duration.seconds(zone * 60) : NHNTime.zone
                let schedule = NHNReservation.Schedule(
                    id: newID(),
                    due: time - offset,
                    zoneOffset: zone
                )
                queue.insert(
                    due: schedule.due,
                    .schedule(reservation: reservation, schedule: schedule.id)
                )
                return schedule
            }
        }
    }

    /// Zones of the recipients; Korea's without recipients.
    private func zoneOffsets(of message: NHNMessageSettings) -> [Int] {
        let offsets = recipients(of: message, isNight: false).compactMap {
            TimeZoneTable.standardOffset(of: $0.timezoneID)
        }
        return offsets.isEmpty ? [540] : Set(offsets).sorted()
    }
}
