import Base
import HTTP
import Platform
import Synchronization

/// Determines when each response of a server leaves, by the clock that began with it.
final class ServerPacer: Sendable {
    private let pace: ServicePace
    private let departures: Mutex<DepartureQueue>
    /// CLOCK_MONOTONIC at the start.
    private let start = MonotonicClock.now

    init(_ pace: ServicePace) {
        self.pace = pace
        departures = Mutex(DepartureQueue(pace))
    }

    /// Adds a request; the moments are on CLOCK_MONOTONIC.
    func departure(ofArrivalAt moment: Int64) -> DepartureQueue.Departure {
        let departure = departures.withLock { $0.departure(ofArrivalAt: moment - start) }
        return DepartureQueue.Departure(
            moment: start + departure.moment,
            isError: departure.isError
        )
    }

    /// Adds a header field with the position in the stall period at which a response leaves.
    func mark(_ response: inout ServerResponse, leavingAt moment: Int64) {
        guard let stalls = pace.stalls else { return }
        let times = [stalls.period, stalls.pause, stalls.phase(at: moment - start)].map {
            TimeSpan.text(of: .nanoseconds($0))
        }
        response.headers.set(
            "Assay-Stall",
            "every=\(times[0]), for=\(times[1]), phase=\(times[2])"
        )
    }

    /// The error in place of a response.
    static let failure = ServerResponse(
        status: 503,
        headers: HTTPFields([.init(name: "Content-Type", value: "text/plain")]),
        body: Array("drawn by the error rate\n".utf8)
    )
}
