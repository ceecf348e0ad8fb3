import Base
import Reports
import Statistics

/// Decides which runs are made once more, and whether further ones are made: where a figure that will be judged
/// is not spoken for.
///
/// All attempts of a run count as one run. A figure that most runs do not speak for is given up, so that nothing
/// is repeated in vain.
struct RunRepetition {
    /// The decision about a run.
    struct Decision: Equatable {
        /// Whether it is made once more.
        let isRepeated: Bool
        /// Explanations, as sentences without their ends.
        let sentences: [String]
    }

    private let rules: ComparisonRules
    /// The figures that runs are repeated for.
    private var figures: [RunFigure]
    /// So many runs are made once more at most, all together.
    private var left: Int
    /// So many further runs are made at most on each side.
    private var furtherLeft: Int
    /// The runs that were made, and how often the one that is being made was.
    private var runs = 0
    private var attempts = 0
    private var doubtful: [RunFigure: Int] = [:]
    /// The figures of which it was said that the runs that are left cannot decide them.
    private var undecided: Set<RunFigure> = []

    /// The number of runs before which no metric is excluded.
    private static let patience = 3
    /// A run is made so often at most for the sake of figures, so that others can be repeated too.
    private static let greatestAttempts = 3

    /// - Parameters:
    ///   - rules: The metrics that are compared.
    ///   - count: The runs on each side.
    init(_ rules: ComparisonRules, runsOnEachSide count: Int) {
        self.rules = rules
        figures = rules.figures
        left = max(count, 3)
        furtherLeft = max(count / 2, 2)
    }

    /// Decides about the run that was made last.
    mutating func decide(on run: ComparedRun) -> Decision {
        attempts += 1
        if let reason = run.invalidity {
            let isRepeated = takeRepetition()
            let verb = isRepeated ? "is inconclusive and is repeated" : "is inconclusive"
            return Decision(isRepeated: isRepeated, sentences: ["this run \(verb): \(reason)"])
        }
        let doubts = figures.compactMap { figure in
            run.doubt(of: figure, as: rules.metric(figure)).map { (figure, $0) }
        }
        if !doubts.isEmpty, attempts < Self.greatestAttempts, takeRepetition() {
            let sentence = "this run is repeated for \(text(doubts))"
            return Decision(isRepeated: true, sentences: [sentence])
        }
        (runs, attempts) = (runs + 1, 0)
        for (figure, _) in doubts { doubtful[figure, default: 0] += 1 }
        let given = doubts.map(\.0).filter { isHopeless($0) }.map { giveUp($0) }
        let own = doubts.isEmpty ? [] : ["this run is excluded for \(text(doubts))"]
        return Decision(isRepeated: false, sentences: own + given)
    }

    private func text(_ doubts: [(RunFigure, FigureDoubt)]) -> String {
        FigureDoubt.text(doubts.map { (rules.metric($0.0), $0.1) })
    }

    private mutating func takeRepetition() -> Bool {
        guard left > 0 else { return false }
        left -= 1
        return true
    }

    /// Whether most runs did not count for it; one that the user named is never given up.
    private func isHopeless(_ figure: RunFigure) -> Bool {
        let count = doubtful[figure] ?? 0
        return !rules.mustJudgeAll && count >= Self.patience && count * 2 > runs
    }

    private mutating func giveUp(_ figure: RunFigure) -> String {
        figures.removeAll { $0 == figure }
        let count = doubtful[figure] ?? 0
        return "\(count) of \(runs) runs are excluded for \(figure.rawValue): none is repeated "
            + "for it any more"
    }
}

// Further runs
extension RunRepetition {
    /// Looks at the runs that count whether those that are still to come can decide every figure.
    ///
    /// That follows from how many count for it, never from what they say.
    ///
    /// - Parameters:
    ///   - old: The runs on the one side up to now.
    ///   - new: Those on the other.
    ///   - toCome: How many of each are still to be made.
    /// - Returns: Whether one more is made on each side, and what is to be said of it.
    mutating func further(
        old: [ComparedRun],
        new: [ComparedRun],
        toCome: (old: Int, new: Int)
    ) -> (isMade: Bool, sentences: [String]) {
        let all = (old.count + toCome.old, new.count + toCome.new)
        let present = figures.filter { figure in
            (old + new).contains { $0.figures[figure] != nil || $0.doubts[figure] != nil }
        }
        let open = present.filter { figure in
            let metric = rules.metric(figure)
            func spoken(_ runs: [ComparedRun], _ toCome: Int) -> Int {
                runs.count { $0.value(of: figure, as: metric) != nil } + toCome
            }
            return isEnough(all, present.count)
                && !isEnough(
                    (spoken(old, toCome.old), spoken(new, toCome.new)),
                    present.count
                )
        }
        guard !open.isEmpty else { return (false, []) }
        let isMade = furtherLeft > 0
        if isMade { furtherLeft -= 1 }
        let names = open.map(\.rawValue).joined(separator: ", ")
        if isMade {
            return (true, ["the remaining runs cannot decide \(names): two more are made"])
        }
        let untold = open.filter { !undecided.contains($0) }
        undecided.formUnion(untold)
        return (
            false,
            untold.map { figure in
                let count = (old + new).count {
                    $0.value(of: figure, as: rules.metric(figure)) != nil
                }
                return "\(figure.rawValue) cannot be decided any more: \(count) of "
                    + "\(Count.of(old.count + new.count, "run")) count for it"
            }
        )
    }

    /// Whether this number of runs can show a change of one of the metrics.
    private func isEnough(_ count: (old: Int, new: Int), _ familyCount: Int) -> Bool {
        SampleComparison.canBeSignificant(
            oldCount: count.old,
            newCount: count.new,
            familyCount: max(familyCount, 1)
        )
    }
}
