import LoadModel

/// How many arrivals came, and how many were answered, in the course of a step.
struct StepFlow: Hashable, Sendable {
    /// Of one part of the step, in nanoseconds.
    let width: Int64
    /// Arrivals of each part, in the order of time.
    let due: [Double]
    /// Answers of each part, whenever their arrivals were due; as many as `due`.
    let answered: [Double]

    /// Growth up to this share of the arrivals does no harm: a rate that is so much too high is no other.
    private static let tolerance = 0.003
    /// Nobody knows a rate better than this share of it, and from one part alone by as much as the two.
    private static let leastDoubt = (always: 0.01, fromOnePart: 0.02)
    /// So much of the growth in a moment, and it is that of a pause.
    private static let pauseShare = 0.85
    /// A rate that changes by less than this share of it stays as it is.
    private static let steadiness = 0.005

    /// What is missing of answers in a part of a step in which the service rested.
    private static let leastRest = (share: 0.05, deviations: 3.0)

    /// What was answered since the last moment at which least was outstanding; `nil` when no more piled up
    /// from there on than chance explains, or not to the last, or hardly for longer than a pause takes.
    ///
    /// - Parameters:
    ///   - arrivals: How the gaps between arrivals vary.
    ///   - latency: Of arrivals that did not have to wait, in nanoseconds.
    /// - Returns: The rate and how sure it is.
    func saturation(_ arrivals: LoadShape.Arrivals, latency: Int64) -> Saturation? {
        let growths = zip(due, answered).map { $0 - $1 }
        let start = Self.lowestPoint(growths)
        let stretch = growths[start...]
        let isWhole = start == 0 && !stretch.isEmpty
        guard isWhole || stretch.count >= 3 else { return nil }
        let growth = stretch.reduce(0, +)
        // A pause makes more arrivals wait at once, and fewer later on.
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

    /// Whether nearly all of the growth is that of a moment, which may lie in two parts.
    private static func isPause(_ growths: ArraySlice<Double>, _ growth: Double) -> Bool {
        guard growths.count >= 3 else { return false }
        let greatest = growths.sorted(by: >).prefix(growths.count > 3 ? 2 : 1)
        return greatest.reduce(0, +) > pauseShare * growth
    }

    /// How long next to nothing was answered at once, in nanoseconds, beside what was answered in most parts;
    /// `nil` where that is no more than chance explains.
    var rest: Int64? {
        let usual = answered.sorted()[safe: answered.count / 2] ?? 0
        guard answered.count >= 3, usual > 0 else { return nil }
        var (missing, most) = (0.0, 0.0)
        for count in answered {
            let less = usual - count
            // A pause may lie in several parts, and is followed by one that makes up for it.
            missing = less > Self.leastRest.share * usual ? missing + less : 0
            most = max(most, missing)
        }
        guard most > Self.leastRest.deviations * usual.squareRoot() else { return nil }
        return Int64(most / usual * Double(width))
    }

    /// How much what is outstanding varies by itself: about as the root of what is under way, at the beginning
    /// and at the end; Poisson arrivals do, too.
    static func chance(
        _ arrivals: LoadShape.Arrivals,
        count: Double,
        underWay: Double
    ) -> Double {
        let usual = 3 * (2 * underWay).squareRoot()
        return arrivals == .poisson ? usual + 3 * count.squareRoot() : usual
    }

    /// The last part at whose beginning least was outstanding.
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
            // What becomes slower goes on with that; its last rate is the nearest to what it will be.
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

    /// How far values lie from each other beside their trend.
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
    /// The whole parts of a step up to the moment at which its arrivals ended.
    ///
    /// - Parameters:
    ///   - recording: The whole step.
    ///   - end: When arrivals ended, in nanoseconds.
    init(_ recording: Recording, until end: Int64) {
        let (count, width) = (Int(end / recording.plan.sliceWidth), recording.plan.sliceWidth)
        let slices = (0..<count).map { recording.slices.slice($0) }
        // What ended without an answer is not outstanding.
        let dueCount = Double(max(recording.dueCount, 1))
        let ended = Double(recording.answeredCount + recording.unfinishedCount) / dueCount
        self.init(
            width: width,
            due: slices.map { Double($0.dueCount) * min(ended, 1) },
            answered: slices.map { Double($0.completedCount) }
        )
    }

    /// What was accepted and delivered in a step, as numbers of arrivals; `nil` when nothing was accepted, or
    /// parts are not whole numbers of the course's slices.
    ///
    /// - Parameters:
    ///   - delivery: Of the whole step.
    ///   - width: Of one part of the step, in nanoseconds.
    ///   - end: When arrivals ended, in nanoseconds.
    ///   - recording: Of the same step, which says how many arrivals were accepted.
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

    /// A step that was ended before its first part was over, as if arrivals had come as long as answers did.
    ///
    /// - Parameters:
    ///   - dueCount: Arrivals that counted.
    ///   - answeredCount: Answers up to `measured`.
    ///   - end: When arrivals ended, in nanoseconds; more than zero.
    ///   - measured: When answers ended, in nanoseconds.
    init(dueCount: UInt64, answeredCount: UInt64, until end: Int64, measured: Int64) {
        let scale = Double(max(measured, end)) / Double(end)
        self.init(
            width: max(measured, end),
            due: [Double(dueCount) * scale],
            answered: [Double(answeredCount)]
        )
    }
}
