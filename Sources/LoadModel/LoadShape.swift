/// The course of a load: when requests are due, over how many connections, and how long answers are waited
/// for.
///
/// One type from the profile over the engine to the result. Durations are whole nanoseconds, as clocks
/// tell, histograms count and result files store them; rates are arrivals a second.
package struct LoadShape: Hashable, Sendable {
    /// What decides when a request is due.
    package enum Model: Hashable, Sendable {
        /// Arrivals come when they are due, whatever the server does; at least one stage.
        case open([Stage], Arrivals)
        /// Each connection sends again once it was answered and the user has thought, for so many
        /// nanoseconds; at least one stage.
        case closed([ConnectionStage], think: Int64)

        /// All connections, for so many nanoseconds.
        package static func closed(duration: Int64, think: Int64) -> Model {
            .closed([ConnectionStage(duration: duration)], think: think)
        }
    }

    /// The law by which gaps between arrivals vary.
    package enum Arrivals: String, Hashable, Sendable, CaseIterable {
        case constant, poisson
    }

    /// The connections to one of several servers.
    package struct Pool: Hashable, Sendable {
        /// What the contract calls the server.
        package var target: String
        package var connections: Int

        package init(target: String, connections: Int) {
            self.target = target
            self.connections = connections
        }
    }

    package var model: Model
    /// Before the first stage, at its starting rate.
    package var warmup: Int64
    /// Of one process, all of its workers and all servers together.
    package var connections: Int
    /// Those of each server, when requests go to several; else empty.
    package var pools: [Pool] = []
    /// How many of them are opened before the first request, others when all are busy; `nil` opens all.
    package var initialConnections: Int?
    /// How many requests a connection carries at a time over HTTP/2, unless the server takes fewer; `nil`
    /// speaks HTTP/1.1.
    package var streams: Int?
    /// So many requests may be on their way at a time over HTTP/2, all connections of a process together: for
    /// each of them memory is taken before the run.
    package static let mostStreams = 200_000

    /// For one request, from the moment it is sent.
    package var timeout: Int64
    /// How long after the last arrival answers are waited for.
    package var drain: Int64
    /// After so many requests a connection is replaced; `nil` never does.
    package var requestsPerConnection: Int?
    /// After so long without an answer the run ends; `nil` goes on, as a server that is gone may come back.
    package var breakOff: Int64?

    package init(
        _ model: Model,
        warmup: Int64 = 0,
        connections: Int,
        initialConnections: Int? = nil,
        streams: Int? = nil,
        timeout: Int64 = 5_000_000_000,
        drain: Int64 = 5_000_000_000,
        requestsPerConnection: Int? = nil
    ) {
        self.model = model
        self.warmup = warmup
        self.connections = connections
        self.initialConnections = initialConnections
        self.streams = streams
        self.timeout = timeout
        self.drain = drain
        self.requestsPerConnection = requestsPerConnection
    }
}

extension LoadShape {
    /// The same over so many connections to each server.
    package func over(connectionsEach count: Int) -> LoadShape {
        var shape = self
        for index in shape.pools.indices { shape.pools[index].connections = count }
        shape.connections = count * max(pools.count, 1)
        if shape.connections != connections { shape.initialConnections = nil }
        return shape
    }

    /// How many connections each server has, and how many of them from the beginning; one for a run that
    /// knows one server only.
    package var poolSizes: [(connections: Int, initial: Int)] {
        guard pools.isEmpty else { return pools.map { ($0.connections, $0.connections) } }
        return [(connections, initialConnections ?? connections)]
    }

    /// How long arrivals are counted.
    package var span: Int64 {
        switch model {
        case .open(let stages, _): Self.sum(stages.map(\.duration))
        case .closed(let stages, _): Self.sum(stages.map(\.duration))
        }
    }

    /// Everything from the first arrival to the end of the drain.
    package var total: Int64 { Self.sum([warmup, span, drain]) }

    /// Whether arrivals wait for answers, so that latency hides what a stalled server costs.
    package var isClosed: Bool {
        switch model {
        case .open: false
        case .closed: true
        }
    }

    /// The highest rate of any stage; `nil` in the closed model.
    package var peakRate: Double? {
        switch model {
        case .open(let stages, _): stages.map(\.peakRate).max()
        case .closed: nil
        }
    }

    /// How many arrivals the stages bring in a stretch of time: the integral of their rates.
    ///
    /// - Parameter stretch: Nanoseconds since the first stage began.
    /// - Returns: With its fraction; `nil` in the closed model, where nobody knows before.
    package func expectedArrivals(in stretch: Range<Int64>) -> Double? {
        guard case .open(let stages, _) = model else { return nil }
        var count = 0.0
        var start: Int64 = 0
        for stage in stages {
            let from = max(stretch.lowerBound, start) - start
            let to = min(stretch.upperBound, start + stage.duration) - start
            if from < to {
                let middle = (Double(from) + Double(to)) / 2 / Double(stage.duration)
                let rate = stage.startRate + (stage.endRate - stage.startRate) * middle
                count += rate * Double(to - from) / 1e9
            }
            start += stage.duration
        }
        return count
    }

    /// Files may say more than 64 bits can count, to be refused for it.
    private static func sum(_ durations: [Int64]) -> Int64 {
        Int64(clamping: durations.reduce(Int128(0)) { $0 + Int128($1) })
    }
}

extension LoadShape {
    /// A stretch of time in which the rate of arrivals stays or changes evenly.
    package struct Stage: Hashable, Sendable {
        /// Zero or more.
        package var startRate: Double
        /// Zero or more.
        package var endRate: Double
        /// For a stage that ends with its last arrival, how long that takes when none varies.
        package var duration: Int64
        /// How many arrivals end the stage, which is then the last; `nil` ends it after its time.
        package var arrivalCount: UInt64?

        /// A rate that stays.
        package init(rate: Double, duration: Int64, arrivalCount: UInt64? = nil) {
            self.init(from: rate, to: rate, duration: duration, arrivalCount: arrivalCount)
        }

        /// A rate that changes evenly, or stays.
        package init(
            from startRate: Double,
            to endRate: Double,
            duration: Int64,
            arrivalCount: UInt64? = nil
        ) {
            self.startRate = startRate
            self.endRate = endRate
            self.duration = duration
            self.arrivalCount = arrivalCount
        }

        /// The higher of the two rates.
        package var peakRate: Double { max(startRate, endRate) }

        /// How many arrivals the stage holds, with its fraction: the integral of the rate.
        package var arrivals: Double { (startRate + endRate) / 2 * seconds }

        /// How many nanoseconds after its beginning so many arrivals have come.
        ///
        /// Stable for a rate that begins at zero: the root's usual form would divide zero by zero there.
        package func offset(of arrivals: Double) -> Int64 {
            guard arrivals > 0 else { return 0 }
            let slope = (endRate - startRate) / seconds
            // A ramp down to zero ends at the root's edge, where rounding can make it negative.
            let root = max(startRate * startRate + 2 * slope * arrivals, 0).squareRoot()
            return Int64((2 * arrivals / (startRate + root) * 1e9).rounded())
        }

        private var seconds: Double { Double(duration) / 1e9 }
    }
}

extension LoadShape {
    /// A stretch of time in which so many connections are kept busy.
    package struct ConnectionStage: Hashable, Sendable {
        /// How many there are at the beginning and at the end, between which their number changes evenly;
        /// `nil` keeps all busy.
        package var counts: Counts?
        package var duration: Int64

        /// Numbers of connections.
        package struct Counts: Hashable, Sendable {
            /// At least one.
            package var start: Int
            /// At least one.
            package var end: Int

            package init(start: Int, end: Int) {
                self.start = start
                self.end = end
            }
        }

        package init(_ counts: Counts? = nil, duration: Int64) {
            self.counts = counts
            self.duration = duration
        }
    }
}
