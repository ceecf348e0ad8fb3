import Base
import Reports
import Statistics

/// Decides which runs are repeated, and whether further runs are added: where a compared figure has too few usable
/// values.
///
/// All attempts of a run count as one run. A figure that most runs have no usable value for is given up, so that
/// nothing is repeated in vain.
struct RunRepetition {
    /// The decision about a run.
    struct Decision: Equatable {
        /// Whether the run is repeated.
        let isRepeated: Bool
        /// Explanations, as sentences without a full stop.
        let sentences: [String]
    }

    private let rules: ComparisonRules
    /// The figures that runs are repeated for.
    private var figures: [RunFigure]
    /// The number of repetitions left, for all runs together.
    private var left: Int
    /// The number of further runs left for each side.
    private var furtherLeft: Int
    /// The number of runs, and of attempts of the current one.
    private var runs = 0
    private var attempts = 0
    private var doubtful: [RunFigure: Int] = [:]
    /// The figures already reported as undecidable with the remaining runs.
    private var undecided: Set<RunFigure> = []

    /// The number of runs before which no metric is excluded.
    private static let patience = 3
    /// The number of attempts of a run for the sake of figures, so that others can be repeated too.
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

    /// Decides about the latest run.
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

    /// Whether most runs have no usable value for it; a figure that the user named is never given
    /// up.
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
    /// Checks whether the remaining runs can decide every figure.
    ///
    /// The decision depends on how many runs count for a figure, never on their values.
    ///
    /// - Parameters:
    ///   - old: The runs on the one side up to now.
    ///   - new: Those on the other.
    ///   - toCome: How many runs of each side remain.
    /// - Returns: Whether one more run is added on each side, and notes on the reason.
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
