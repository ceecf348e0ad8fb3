import LoadModel

/// Arrivals and responses in each part of a step.
struct StepFlow: Hashable, Sendable {
    /// Length of a part, in nanoseconds.
    let width: Int64
    /// Arrivals of each part, in the order of time.
    let due: [Double]
    /// Responses in each part, whenever their arrivals were due; as many elements as `due`.
    let answered: [Double]

    /// Growth that is ignored, as a share of the arrivals: the rate is then practically the capacity.
    private static let tolerance = 0.003
    /// Smallest uncertainty of a rate, as a share; larger when it comes from one part alone.
    private static let leastDoubt = (always: 0.01, fromOnePart: 0.02)
    /// Share of the growth that marks a pause when it occurs in a moment.
    private static let pauseShare = 0.85
    /// Change of a rate that counts as constant, as a share of it.
    private static let steadiness = 0.005

    /// Missing responses that mark a pause in a part of a step.
    private static let leastRest = (share: 0.05, deviations: 3.0)

    /// Responses since the backlog was lowest for the last time; `nil` when it grew no more than by chance from
    /// there on, stopped growing, or grew hardly longer than a pause.
    ///
    /// - Parameters:
    ///   - arrivals: Distribution of the gaps between arrivals.
    ///   - latency: Of arrivals without queueing, in nanoseconds.
    /// - Returns: The rate and its uncertainty.
    func saturation(_ arrivals: LoadShape.Arrivals, latency: Int64) -> Saturation? {
        let growths = zip(due, answered).map { $0 - $1 }
        let start = Self.lowestPoint(growths)
        let stretch = growths[start...]
        let isWhole = start == 0 && !stretch.isEmpty
        guard isWhole || stretch.count >= 3 else { return nil }
        let growth = stretch.reduce(0, +)
        // After a pause many arrivals wait at first, fewer later.
        let later = stretch.suffix((stretch.count + 1) / 2).reduce(0, +)
        let count = due[start...].reduce(0, +)
        let seconds = Double(stretch.count) * Double(width) / 1e9
        let underWay = count / seconds * Double(latency) / 1e9
        let chance = Self.chance(arrivals, count: count, underWay: underWay)
        guard growth > Self.tolerance * count + chance, later >= growth / 4,
            !Self.isPause(stretch, growth)
        else { return nil }
        return saturation(of: Array(answered[start...]), dueRate: count / seconds)
    }

    /// Whether nearly all growth occurred in a moment, which may span two parts.
    private static func isPause(_ growths: ArraySlice<Double>, _ growth: Double) -> Bool {
        guard growths.count >= 3 else { return false }
        let greatest = growths.sorted(by: >).prefix(growths.count > 3 ? 2 : 1)
        return greatest.reduce(0, +) > pauseShare * growth
    }

    /// Longest time with almost no responses, in nanoseconds, compared with most parts; `nil` when chance explains
    /// it.
    var rest: Int64? {
        let usual = answered.sorted()[safe: answered.count / 2] ?? 0
        guard answered.count >= 3, usual > 0 else { return nil }
        var (missing, most) = (0.0, 0.0)
        for count in answered {
            let less = usual - count
            // A pause may span several parts, and the part after it catches up.
            missing = less > Self.leastRest.share * usual ? missing + less : 0
            most = max(most, missing)
        }
        guard most > Self.leastRest.deviations * usual.squareRoot() else { return nil }
        return Int64(most / usual * Double(width))
    }

    /// Random variation of the backlog: the square root of the requests in flight, at the beginning and at the end,
    /// and that of Poisson arrivals.
    static func chance(
        _ arrivals: LoadShape.Arrivals,
        count: Double,
        underWay: Double
    ) -> Double {
        let usual = 3 * (2 * underWay).squareRoot()
        return arrivals == .poisson ? usual + 3 * count.squareRoot() : usual
    }

    /// The last part that began with the lowest backlog.
    private static func lowestPoint(_ growths: [Double]) -> Int {
        var (backlog, least, start) = (0.0, 0.0, 0)
        for (index, growth) in growths.enumerated() {
            if backlog <= least { (least, start) = (backlog, index) }
            backlog += growth
        }
        return start
    }

    private func saturation(of counts: [Double], dueRate: Double) -> Saturation {
        let rates = counts.map { $0 / (Double(width) / 1e9) }
        let early = rates.prefix(rates.count / 2)
        let late = rates.suffix(rates.count - early.count)
        let deviation = Self.deviation(rates)
        var (rate, drift, part) = (Self.mean(rates[...]), 0.0, rates.count)
        if early.count >= 2 {
            let change = Self.mean(late) - Self.mean(early)
            let byChance = (1 / Double(early.count) + 1 / Double(late.count)).squareRoot()
            // A service that slows down continues to; the last rate predicts best.
            if abs(change) > 2 * deviation * byChance + Self.steadiness * rate {
                (rate, drift, part) = (Self.mean(late), change, late.count)
            }
        }
        let share = Self.leastDoubt.always + Self.leastDoubt.fromOnePart / Double(part)
        let doubt = max(share * rate, 2 * deviation / Double(part).squareRoot())
        rate = min(rate, dueRate)
        return Saturation(
            length: Int64(rates.count) * width,
            rate: rate,
            low: max(rate - doubt + min(drift, 0), 0),
            high: max(min(rate + doubt + max(drift, 0), dueRate), rate)
        )
    }

    private static func mean(_ values: ArraySlice<Double>) -> Double {
        values.reduce(0, +) / Double(values.count)
    }

    /// Standard deviation of values around their trend.
    private static func deviation(_ values: [Double]) -> Double {
        guard values.count > 1 else { return 0 }
        let squares = zip(values, values.dropFirst()).map { ($1 - $0) * ($1 - $0) }
        return (squares.reduce(0, +) / Double(2 * squares.count)).squareRoot()
    }
}

extension Array {
    fileprivate subscript(safe index: Int) -> Element? {
        indices.contains(index) ? self[index] : nil
    }
}

extension StepFlow {
    /// Parts of a step up to the end of its arrivals.
    ///
    /// - Parameters:
    ///   - recording: Recording of the whole step.
    ///   - end: When arrivals ended, in nanoseconds.
    init(_ recording: Recording, until end: Int64) {
        let (count, width) = (Int(end / recording.plan.sliceWidth), recording.plan.sliceWidth)
        let slices = (0..<count).map { recording.slices.slice($0) }
        // Arrivals that ended without a response are not outstanding.
        let dueCount = Double(max(recording.dueCount, 1))
        let ended = Double(recording.answeredCount + recording.unfinishedCount) / dueCount
        self.init(
            width: width,
            due: slices.map { Double($0.dueCount) * min(ended, 1) },
            answered: slices.map { Double($0.completedCount) }
        )
    }

    /// Accepted and completed deliveries of a step, in units of arrivals; `nil` without accepted messages, or when
    /// parts are not multiples of the course's slices.
    ///
    /// - Parameters:
    ///   - delivery: Deliveries of the whole step.
    ///   - width: Length of a part, in nanoseconds.
    ///   - end: When arrivals ended, in nanoseconds.
    ///   - recording: Recording of the same step, for the number of accepted arrivals.
    init?(_ delivery: RunDelivery, width: Int64, until end: Int64, _ recording: Recording) {
        let course = delivery.course
        guard width % course.width == 0 else { return nil }
        let accepted = course.slices.reduce(0) { $0 + $1.accepted }
        guard accepted > 0, recording.goodCount > 0 else { return nil }
        let each = Double(accepted) / Double(recording.goodCount)
        let length = Int(width / course.width)
        func part(_ index: Int, _ path: KeyPath<DeliveryCourse.Slice, UInt64>) -> Double {
            let slices = course.slices.dropFirst(index * length).prefix(length)
            return Double(slices.reduce(0) { $0 + $1[keyPath: path] }) / each
        }
        let count = Int(end / width)
        self.init(
            width: width,
            due: (0..<count).map { part($0, \.accepted) },
            answered: (0..<count).map { part($0, \.delivered) }
        )
    }

    /// A step that ended during its first part, as if arrivals had come for as long as responses did.
    ///
    /// - Parameters:
    ///   - dueCount: Arrivals that count.
    ///   - answeredCount: Responses up to `measured`.
    ///   - end: When arrivals ended, in nanoseconds; more than zero.
    ///   - measured: When responses ended, in nanoseconds.
    init(dueCount: UInt64, answeredCount: UInt64, until end: Int64, measured: Int64) {
        let scale = Double(max(measured, end)) / Double(end)
        self.init(
            width: max(measured, end),
            due: [Double(dueCount) * scale],
            answered: [Double(answeredCount)]
        )
    }
}
