import HTTPServer
import Platform
import Synchronization

/// Time that a server's threads needed, and the time available.
package struct ServerLoad: Hashable, Sendable {
    /// Nanoseconds in which threads were busy, summed over all of them.
    package var busy: Int64 = 0
    /// Nanoseconds since the start, for each thread.
    package var elapsed: Int64 = 0
    /// The share of the busiest second of any thread in which that did something; from 0 to 1.
    package var busiestSecond = 0.0
    package var threads = 0

    /// The share of their time in which threads did something; from 0 to 1.
    package var share: Double {
        elapsed > 0 && threads > 0 ? Double(busy) / (Double(elapsed) * Double(threads)) : 0
    }

    /// Whether a thread was busy for a whole second, so that measurements are limited by this server.
    package var wasLimit: Bool { busiestSecond >= 0.95 }
}

/// Adds up the busy time of one thread.
final class ServerLoadMeter: Sendable {
    private struct State {
        var busy: Int64 = 0
        var second: Int64 = 0
        var busyInSecond: Int64 = 0
        var mostInSecond: Int64 = 0
    }

    private let state = Mutex(State())
    private let start = MonotonicClock.now

    private static let second: Int64 = 1_000_000_000

    /// Adds a stretch of busy time.
    func add(from began: Int64, to ended: Int64) {
        state.withLock { state in
            state.busy += ended - began
            var began = began
            while began < ended {
                let second = (began - start) / Self.second
                if second != state.second {
                    state.second = second
                    state.busyInSecond = 0
                }
                let end = min(ended, start + (second + 1) * Self.second)
                state.busyInSecond += end - began
                state.mostInSecond = max(state.mostInSecond, state.busyInSecond)
                began = end
            }
        }
    }

    /// Adds the time of this thread to a load.
    func add(to load: inout ServerLoad) {
        let (busy, most) = state.withLock { ($0.busy, $0.mostInSecond) }
        load.busy += busy
        load.busiestSecond = max(load.busiestSecond, Double(most) / Double(Self.second))
        load.elapsed = max(load.elapsed, MonotonicClock.now - start)
        load.threads += 1
    }
}
