/// Schedule of a load: when requests are due, over how many connections, and how long to wait for responses.
///
/// Shared by the profile, the engine and the result. Durations are whole nanoseconds, as in clocks, histograms and
/// result files; rates are arrivals per second.
package struct LoadShape: Hashable, Sendable {
    /// Decides when a request is due.
    package enum Model: Hashable, Sendable {
        /// Arrivals are due at their rate, regardless of the server; at least one stage.
        case open([Stage], Arrivals)
        /// Each connection sends again after the response and the think time in nanoseconds; at least one stage.
        case closed([ConnectionStage], think: Int64)

        /// All connections, for `duration` nanoseconds.
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
        /// Name of the server in the contract.
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
    /// Connections of one process, over all of its workers and servers.
    package var connections: Int
    /// Connections to each server, when requests go to several; otherwise empty.
    package var pools: [Pool] = []
    /// Connections opened before the first request; `nil` opens all.
    ///
    /// The others open when all are busy.
    package var initialConnections: Int?
    /// Concurrent requests on each connection over HTTP/2, unless the server allows fewer; `nil` for HTTP/1.1.
    package var streams: Int?
    /// Largest number of concurrent requests over HTTP/2, over all connections of a process, as memory for each is
    /// allocated before the run.
    package static let mostStreams = 200_000

    /// For one request, from the moment it is sent.
    package var timeout: Int64
    /// Time for remaining responses after the last arrival.
    package var drain: Int64
    /// Requests after which a connection is replaced; `nil` for no limit.
    package var requestsPerConnection: Int?
    /// Time without a response that ends the run; `nil` for no limit, as a server may come back.
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
    /// The same load over `count` connections to each server.
    package func over(connectionsEach count: Int) -> LoadShape {
        var shape = self
        for index in shape.pools.indices { shape.pools[index].connections = count }
        shape.connections = count * max(pools.count, 1)
        if shape.connections != connections { shape.initialConnections = nil }
        return shape
    }

    /// Number of connections of each pool, and how many are opened at the beginning; one pool for a run with a
    /// single server.
    package var poolSizes: [(connections: Int, initial: Int)] {
        guard pools.isEmpty else { return pools.map { ($0.connections, $0.connections) } }
        return [(connections, initialConnections ?? connections)]
    }

    /// Time in which arrivals count.
    package var span: Int64 {
        switch model {
        case .open(let stages, _): Self.sum(stages.map(\.duration))
        case .closed(let stages, _): Self.sum(stages.map(\.duration))
        }
    }

    /// Duration from the first arrival to the end of the drain.
    package var total: Int64 { Self.sum([warmup, span, drain]) }

    /// Whether arrivals wait for responses, so that latency hides the cost of a stalled server.
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

    /// Number of arrivals in a stretch of time: the integral of the stages' rates.
    ///
    /// - Parameter stretch: Nanoseconds since the first stage began.
    /// - Returns: The number with its fraction; `nil` in the closed model, where it depends on responses.
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

    /// Saturates, as files may have sums beyond 64 bits, which are rejected later.
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
        /// Duration; for a stage that ends with its last arrival, the duration without variation.
        package var duration: Int64
        /// Number of arrivals that ends the stage, which is then the last; `nil` ends it by time.
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

        /// Number of arrivals in the stage, with its fraction: the integral of the rate.
        package var arrivals: Double { (startRate + endRate) / 2 * seconds }

        /// Nanoseconds after the beginning of the stage until a number of arrivals has come.
        ///
        /// Stable for a rate that begins at zero: the usual form of the root would divide zero by zero there.
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
    /// A stretch of time with a number of busy connections.
    package struct ConnectionStage: Hashable, Sendable {
        /// Number at the beginning and at the end, with linear change between; `nil` for all connections.
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
