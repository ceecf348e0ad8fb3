import Contract
import HTTP
import JSON

/// The phases of an exchange as in an archive: lengths in milliseconds, one after the other.
struct HARTimings {
    private let phases: PhaseTimes

    init(_ phases: PhaseTimes) {
        self.phases = phases
    }

    /// The time at which the connection was ready; zero for a reused one.
    private var ready: Duration {
        max(phases.nameLookup, phases.connect, phases.tlsHandshake)
    }

    /// Without a response the whole time is spent waiting.
    private var firstByte: Duration {
        max(ready, phases.firstByte > .zero ? phases.firstByte : end)
    }

    private var end: Duration { max(ready, phases.firstByte, phases.total) }

    /// The sum of all phases.
    var total: JSONValue { Self.milliseconds(end) }

    /// -1 stands for a phase that did not occur; `ssl` is included in `connect` too.
    var object: JSONValue {
        let hasConnected = phases.connect > .zero
        let hasTLS = phases.tlsHandshake > .zero
        return [
            "blocked": -1,
            "dns": phases.nameLookup > .zero ? Self.milliseconds(phases.nameLookup) : -1,
            "connect": hasConnected ? Self.milliseconds(ready - phases.nameLookup) : -1,
            "ssl": hasTLS ? Self.milliseconds(phases.tlsHandshake - phases.connect) : -1,
            "send": 0,
            "wait": Self.milliseconds(firstByte - ready),
            "receive": Self.milliseconds(end - firstByte),
        ]
    }

    /// The transport measures microseconds.
    private static func milliseconds(_ duration: Duration) -> JSONValue {
        let microseconds = (duration / .microseconds(1)).rounded()
        return .number(.real(microseconds / 1e3))
    }
}
