/// The reservations of an application.
struct NHNReservationStore: Sendable {
    private var reservations: [Int: NHNReservation] = [:]
    /// In order of creation.
    private var order: [Int] = []
    /// How many are kept; of those that are over, the oldest go first.
    private static let limit = 10_000
}

extension NHNReservationStore {
    subscript(_ id: Int) -> NHNReservation? { reservations[id] }

    var newestFirst: [NHNReservation] { order.reversed().compactMap { reservations[$0] } }

    mutating func insert(_ reservation: NHNReservation) {
        reservations[reservation.id] = reservation
        order.append(reservation.id)
        guard order.count > 2 * Self.limit else { return }
        let old = order.prefix(Self.limit).filter { reservations[$0]?.status != .reserved }
        for id in old { reservations[id] = nil }
        order.removeAll { reservations[$0] == nil }
    }

    /// Writes a reservation anew; its times that were waiting are dropped.
    mutating func update(_ reservation: NHNReservation) {
        guard reservations[reservation.id] != nil else { return }
        reservations[reservation.id] = reservation
    }

    /// Removes a reservation; one of which a part was sent is kept as cancelled.
    mutating func remove(_ id: Int, at now: Instant) {
        guard var reservation = reservations[id] else { return }
        guard reservation.schedules.contains(where: { $0.status != .ready }) else {
            reservations[id] = nil
            order.removeAll { $0 == id }
            return
        }
        reservation.status = .cancelled
        reservation.updated = now
        for index in reservation.schedules.indices
        where reservation.schedules[index].status == .ready {
            reservation.schedules[index].status = .cancelled
        }
        reservations[id] = reservation
    }

    /// Says that a time has come.
    ///
    /// - Returns: What is to be sent, and for which zone; `nil` when it is not to be sent any more.
    mutating func begin(
        _ schedule: Int,
        of id: Int
    ) -> (message: NHNMessageSettings, zoneOffset: Int?)? {
        guard let index = index(of: schedule, id), let reservation = reservations[id],
            reservation.status == .reserved, reservation.schedules[index].status == .ready
        else { return nil }
        reservations[id]?.schedules[index].status = .sending
        let zone = reservation.schedules[index].zoneOffset
        return (reservation.plan.message, reservation.plan.isLocalTime ? zone : nil)
    }

    /// Says that all of a time was sent; with its last time a reservation is completed.
    mutating func finish(_ schedule: Int, of id: Int, at now: Instant) {
        guard let index = index(of: schedule, id) else { return }
        reservations[id]?.schedules[index].status = .done
        guard let reservation = reservations[id], reservation.status == .reserved,
            reservation.schedules.allSatisfy({ $0.status == .done })
        else { return }
        reservations[id]?.status = .completed
        reservations[id]?.completed = now
    }

    private func index(of schedule: Int, _ id: Int) -> Int? {
        reservations[id]?.schedules.firstIndex { $0.id == schedule }
    }
}
