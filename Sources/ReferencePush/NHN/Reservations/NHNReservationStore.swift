/// The reservations of an application.
struct NHNReservationStore: Sendable {
    private var reservations = BoundedStore<Int, NHNReservation>()
    /// Finished reservations, in the order of their ends: the first is evicted first.
    private var over = BoundedStore<Int, Void>()
    /// Largest number of reservations, if enough of them are finished.
    private static let limit = 10_000
}

extension NHNReservationStore {
    subscript(_ id: Int) -> NHNReservation? { reservations[id] }

    var newestFirst: some Sequence<NHNReservation> { reservations.newestFirst }

    /// Measure of the work for eviction.
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

    /// Replaces a reservation; its pending times are dropped.
    mutating func update(_ reservation: NHNReservation) {
        reservations.update(reservation.id) { $0 = reservation }
    }

    /// Removes a reservation; a partly sent one is kept as cancelled.
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

    /// Begins a time of a reservation.
    ///
    /// - Returns: The message to send, and its zone; `nil` when it must not be sent any more.
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

    /// Finishes a time; the last one completes the reservation.
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
