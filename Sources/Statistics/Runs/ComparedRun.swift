/// Figures and conditions of a run for comparison with others.
package struct ComparedRun: Hashable, Sendable {
    /// A fact about the conditions of a run.
    package struct Condition: Hashable, Sendable {
        /// `CPU model`.
        package let name: String
        package let value: String
        /// Facts that a hash stands for; they say what differs when it does.
        package let details: [Condition]

        package init(_ name: String, _ value: String, details: [Condition] = []) {
            self.name = name
            self.value = value
            self.details = details
        }
    }

    /// The file, or the number in a history, for messages.
    package let name: String
    /// Nanoseconds since 1970, UTC.
    package let startedAt: Int64
    /// From the start to the end, in nanoseconds; zero when unknown.
    package let elapsed: Int64
    /// Facts that must be equal for a comparison; the same names in the same order in each run.
    package let conditions: [Condition]
    /// Facts that are reported only when they differ.
    package let circumstances: [Condition]
    /// Why no figure is reliable; `nil` when `doubts` lists single figures.
    package let invalidity: String?
    /// Infinite for a failed percentile; figures without a value are missing.
    package let figures: [RunFigure: Double]
    /// Figures without the generator's own time, as far as they differ.
    package let figuresWithoutOwn: [RunFigure: Double]
    /// Possible errors of figures, including missing ones; exact figures have no entry.
    package let doubts: [RunFigure: FigureDoubt]

    package init(
        name: String,
        startedAt: Int64,
        elapsed: Int64 = 0,
        conditions: [Condition],
        circumstances: [Condition] = [],
        invalidity: String? = nil,
        figures: [RunFigure: Double],
        figuresWithoutOwn: [RunFigure: Double] = [:],
        doubts: [RunFigure: FigureDoubt] = [:]
    ) {
        self.name = name
        self.startedAt = startedAt
        self.elapsed = max(elapsed, 0)
        self.conditions = conditions
        self.circumstances = circumstances
        self.invalidity = invalidity
        self.figures = figures
        self.figuresWithoutOwn = figuresWithoutOwn
        self.doubts = doubts
    }

    /// Why a figure is not reliable in this run; `nil` when its error is tolerable.
    package func doubt(of figure: RunFigure, as metric: ComparedMetric) -> FigureDoubt? {
        guard let doubt = doubts[figure] else { return nil }
        guard let value = figures[figure] else { return doubt }
        return doubt.amount > metric.tolerance(at: value) ? doubt : nil
    }

    /// A figure as far as it can be relied on; `nil` when it cannot, or could not be had.
    package func value(of figure: RunFigure, as metric: ComparedMetric) -> Double? {
        doubt(of: figure, as: metric) == nil ? figures[figure] : nil
    }

    /// The value without the generator's own time.
    func valueWithoutOwn(of figure: RunFigure, as metric: ComparedMetric) -> Double? {
        value(of: figure, as: metric).map { figuresWithoutOwn[figure] ?? $0 }
    }

    /// The reliable figures, for the default size of relevant changes.
    package var soundFigures: [RunFigure: Double] {
        figures.filter { value(of: $0.key, as: $0.key.metric()) != nil }
    }

    /// The conditions as one text; runs that differ in it are not comparable.
    package var likeness: String {
        conditions.map { "\($0.name): \($0.value)" }.joined(separator: "; ")
    }
}
