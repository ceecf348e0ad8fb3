import Measure

/// Arrivals of one worker that are due and wait for a lane, by send and slice.
///
/// The worker reports only where its queue begins. Each arrival is counted here once when it is due and once when
/// it was taken, off the worker's queue, however many wait.
struct WaitingArrivals {
    private struct Place: Hashable {
        let send: Int
        let slice: Int64
    }

    private let choice: ArrivalChoice
    /// Of a slice, in nanoseconds.
    private let width: Int64
    /// The next arrivals to count as due and as taken; `nil` before the first look.
    private var ends: (front: ArrivalSource, back: ArrivalSource)?
    private var groups: [Place: AbortWatch.Outstanding] = [:]

    init(_ choice: ArrivalChoice, width: Int64) {
        (self.choice, self.width) = (choice, width)
    }

    /// Updates the groups from the worker's queue.
    ///
    /// - Parameters:
    ///   - source: The arrivals that the worker has not taken, with the oldest at the head.
    ///   - now: Nanoseconds since the first stage began.
    /// - Returns: One entry for each send and slice with waiting arrivals, the oldest first.
    mutating func look(at source: ArrivalSource, now: Int64) -> [AbortWatch.Outstanding] {
        if ends?.front.end != source.end {
            // The end of the arrivals moved, and some counted arrivals do not come.
            groups = [:]
            ends = (source, source)
        }
        guard var (front, back) = ends else { return [] }
        while let arrival = front.head, arrival.due <= now {
            change(arrival, by: 1)
            front.advance()
        }
        let first = source.head?.index ?? .max
        while let arrival = back.head, arrival.index < first, arrival.due <= now {
            change(arrival, by: -1)
            back.advance()
        }
        ends = (front, back)
        return groups.values.sorted { ($0.due, $0.send) < ($1.due, $1.send) }
    }

    private mutating func change(_ arrival: ScheduleCursor.Arrival, by difference: Int) {
        let due = arrival.due
        let slice = (due >= 0 ? due : due - width + 1) / width
        let place = Place(send: choice.kind(ofArrival: arrival.index), slice: slice)
        let group = groups[place]
        let count = (group?.count ?? 0) &+ UInt64(bitPattern: Int64(difference))
        // The youngest is the last to be taken.
        groups[place] =
            count == 0
            ? nil : .init(due: max(due, group?.due ?? due), send: place.send, count: count)
    }
}
