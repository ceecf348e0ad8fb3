/// The reservations of an application.
struct NHNReservationStore: Sendable {
    private var reservations = BoundedStore<Int, NHNReservation>()
    /// Those that are over, in the order in which they ended: the first of them goes first.
    private var over = BoundedStore<Int, Void>()
    /// How many are kept as long as enough of them are over.
    private static let limit = 10_000
}

extension NHNReservationStore {
    subscript(_ id: Int) -> NHNReservation? { reservations[id] }

    var newestFirst: some Sequence<NHNReservation> { reservations.newestFirst }

    /// How much work it was to keep them together.
    var steps: Int { reservations.steps + over.steps }

    mutating func insert(_ reservation: NHNReservation) {
        reservations.insert(reservation, for: reservation.id)
        forgetOldest()
    }

    private mutating func forgetOldest() {
        while reservations.count > Self.limit, let oldest = over.popOldest() {
            reservations.remove(oldest)
        }
    }

    /// Writes a reservation anew; its times that were waiting are dropped.
    mutating func update(_ reservation: NHNReservation) {
        reservations.update(reservation.id) { $0 = reservation }
    }

    /// Removes a reservation; one of which a part was sent is kept as cancelled.
    mutating func remove(_ id: Int, at now: Instant) {
        guard let reservation = reservations[id] else { return }
        guard reservation.schedules.contains(where: { $0.status != .ready }) else {
            reservations.remove(id)
            over.remove(id)
            return
        }
        reservations.update(id) { reservation in
            reservation.status = .cancelled
            reservation.updated = now
            for index in reservation.schedules.indices
            where reservation.schedules[index].status == .ready {
                reservation.schedules[index].status = .cancelled
            }
        }
        end(id)
    }

    private mutating func end(_ id: Int) {
        over.insert(id)
        forgetOldest()
    }

    /// Says that a time has come.
    ///
    /// - Returns: What is to be sent, and for which zone; `nil` when it is not to be sent any more.
    mutating func begin(
        _ schedule: Int,
        of id: Int
    ) -> (message: NHNMessageSettings, zoneOffset: Int?)? {
        guard let reservation = reservations[id], let index = reservation.index(of: schedule),
            reservation.status == .reserved, reservation.schedules[index].status == .ready
        else { return nil }
        reservations.update(id) { $0.schedules[index].status = .sending }
        let zone = reservation.schedules[index].zoneOffset
        return (reservation.plan.message, reservation.plan.isLocalTime ? zone : nil)
    }

    /// Says that all of a time was sent; with its last time a reservation is completed.
    mutating func finish(_ schedule: Int, of id: Int, at now: Instant) {
        var isOver = false
        reservations.update(id) { reservation in
            guard let index = reservation.index(of: schedule) else { return }
            reservation.schedules[index].status = .done
            isOver =
                reservation.status == .reserved
                && reservation.schedules.allSatisfy { $0.status == .done }
            guard isOver else { return }
            reservation.status = .completed
            reservation.completed = now
        }
        if isOver { end(id) }
    }
}

extension NHNReservation {
    fileprivate func index(of schedule: Int) -> Int? {
        schedules.firstIndex { $0.id == schedule }
    }
}
