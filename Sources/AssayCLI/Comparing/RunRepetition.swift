import Reports
import Statistics

/// Decides which runs are made once more: those that do not speak for a figure that will be judged.
///
/// A figure that most runs do not speak for is given up, so that nothing is repeated in vain.
struct RunRepetition {
    /// What becomes of a run.
    struct Decision: Equatable {
        /// Whether it is made once more.
        let isRepeated: Bool
        /// What is to be said of it, as sentences without their ends.
        let sentences: [String]
    }

    private let rules: ComparisonRules
    /// The figures that runs are repeated for.
    private var figures: [RunFigure]
    /// So many runs are made once more at most, all together.
    private var left: Int
    private var attempts = 0
    private var doubtful: [RunFigure: Int] = [:]

    /// Before so many runs no figure is given up.
    private static let patience = 3

    /// - Parameters:
    ///   - rules: What is judged.
    ///   - count: The runs on each side.
    init(_ rules: ComparisonRules, runsOnEachSide count: Int) {
        self.rules = rules
        figures = rules.figures
        left = max(count, 3)
    }

    /// Decides about the run that was made last.
    mutating func decide(on run: ComparedRun) -> Decision {
        attempts += 1
        if let reason = run.invalidity {
            let isRepeated = takeRepetition()
            let verb = isRepeated ? "is undetermined and is repeated" : "is undetermined"
            return Decision(isRepeated: isRepeated, sentences: ["this run \(verb): \(reason)"])
        }
        let doubts = figures.compactMap { figure in
            run.doubt(of: figure, as: rules.metric(figure)).map { (figure, $0) }
        }
        var open: [(metric: ComparedMetric, doubt: FigureDoubt)] = []
        var given: [String] = []
        for (figure, doubt) in doubts {
            doubtful[figure, default: 0] += 1
            if isHopeless(figure) {
                given.append(giveUp(figure))
            } else {
                open.append((rules.metric(figure), doubt))
            }
        }
        guard !doubts.isEmpty else { return Decision(isRepeated: false, sentences: []) }
        let isRepeated = !open.isEmpty && takeRepetition()
        let named = isRepeated ? open : doubts.map { (rules.metric($0.0), $0.1) }
        let verb = isRepeated ? "this run is repeated for" : "this run does not speak for"
        return Decision(
            isRepeated: isRepeated,
            sentences: ["\(verb) \(FigureDoubt.text(named))"] + given
        )
    }

    private mutating func takeRepetition() -> Bool {
        guard left > 0 else { return false }
        left -= 1
        return true
    }

    /// Whether most runs did not speak for it; one that the user named is never given up.
    private func isHopeless(_ figure: RunFigure) -> Bool {
        let count = doubtful[figure] ?? 0
        return !rules.mustJudgeAll && count >= Self.patience && count * 2 > attempts
    }

    private mutating func giveUp(_ figure: RunFigure) -> String {
        figures.removeAll { $0 == figure }
        let count = doubtful[figure] ?? 0
        return "\(count) of \(attempts) runs do not speak for \(figure.rawValue): "
            + "none is repeated for it any more"
    }
}
