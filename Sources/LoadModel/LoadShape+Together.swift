extension LoadShape {
    /// Combines loads that begin together into one, with the sum of their rates.
    ///
    /// Loads without a rate add none; if no load has a rate, the result only has their duration.
    ///
    /// - Parameter loads: Each with its name; at least one. All have a pool of connections for each server.
    /// - Returns: Their sum, with all of their pools.
    package static func together(_ loads: [(name: String, load: LoadShape)]) -> LoadShape {
        let span = loads.map(\.load.span).max() ?? 0
        let open = loads.compactMap { $0.load.openStages }
        let isRandom = loads.contains { $0.load.isRandom }
        var shape = LoadShape(
            open.isEmpty
                ? .closed(duration: span, think: 0)
                : .open(sum(open, upTo: span), isRandom ? .poisson : .constant),
            warmup: loads.map(\.load.warmup).max() ?? 0,
            connections: loads.reduce(0) { $0 + $1.load.connections },
            streams: loads.compactMap(\.load.streams).max(),
            timeout: loads.map(\.load.timeout).max() ?? 0,
            drain: loads.map(\.load.drain).max() ?? 0
        )
        shape.breakOff = loads.compactMap(\.load.breakOff).max()
        shape.pools = loads.flatMap { name, load in
            guard load.pools.count > 1 else {
                return [Pool(target: name, connections: load.connections)]
            }
            return load.pools.map {
                Pool(target: "\(name)/\($0.target)", connections: $0.connections)
            }
        }
        return shape
    }

    /// `nil` in the closed model.
    private var openStages: [Stage]? {
        if case .open(let stages, _) = model { stages } else { nil }
    }

    private var isRandom: Bool {
        if case .open(_, .poisson) = model { true } else { false }
    }

    /// The sum of rates; it is linear between the moments at which one of them changes its slope.
    private static func sum(_ courses: [[Stage]], upTo span: Int64) -> [Stage] {
        var moments: Set<Int64> = [0, span]
        for course in courses {
            var end: Int64 = 0
            for stage in course {
                end += stage.duration
                moments.insert(min(end, span))
            }
        }
        let turns = moments.sorted()
        return zip(turns, turns.dropFirst()).map { start, end in
            let both = courses.map { rates($0, from: start, to: end) }
            return Stage(
                from: both.reduce(0) { $0 + $1.0 },
                to: both.reduce(0) { $0 + $1.1 },
                duration: end - start
            )
        }
    }

    /// Rates at both ends of a stretch within a stage, or after the last.
    private static func rates(_ course: [Stage], from: Int64, to: Int64) -> (Double, Double) {
        var start: Int64 = 0
        for stage in course {
            let end = start + stage.duration
            guard from >= end else {
                let slope = (stage.endRate - stage.startRate) / Double(stage.duration)
                return (
                    stage.startRate + slope * Double(from - start),
                    stage.startRate + slope * Double(to - start)
                )
            }
            start = end
        }
        return (0, 0)
    }
}
