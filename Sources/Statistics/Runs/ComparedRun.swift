/// What of a run matters when it is compared with others.
package struct ComparedRun: Hashable, Sendable {
    /// Something about how a run came about.
    package struct Condition: Hashable, Sendable {
        /// `CPU model`.
        package let name: String
        package let value: String

        package init(_ name: String, _ value: String) {
            self.name = name
            self.value = value
        }
    }

    /// The file, or the number in a history, for messages.
    package let name: String
    /// Nanoseconds since 1970, UTC.
    package let startedAt: Int64
    /// From the start to the end, in nanoseconds; zero when nobody knows.
    package let elapsed: Int64
    /// What must be equal for a comparison to mean anything; the same names in the same order in each run.
    package let conditions: [Condition]
    /// What is only told when it differs.
    package let circumstances: [Condition]
    /// Why no figure can be relied on; `nil` when each is judged by itself.
    package let invalidity: String?
    /// Infinite for a percentile that failed; a figure that could not be had is not there.
    package let figures: [RunFigure: Double]
    /// What figures would have been without the generator's own time, of those that would have been others.
    package let figuresWithoutOwn: [RunFigure: Double]
    /// By how much figures may be off, also some that could not be had; none for one that cannot.
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

    /// Why a figure says nothing in this run; `nil` when it may be off by no more than is tolerated.
    package func doubt(of figure: RunFigure, as metric: ComparedMetric) -> FigureDoubt? {
        guard let doubt = doubts[figure] else { return nil }
        guard let value = figures[figure] else { return doubt }
        return doubt.amount > metric.tolerance(at: value) ? doubt : nil
    }

    /// A figure as far as it can be relied on; `nil` when it cannot, or could not be had.
    package func value(of figure: RunFigure, as metric: ComparedMetric) -> Double? {
        doubt(of: figure, as: metric) == nil ? figures[figure] : nil
    }

    /// The same with the generator's own time taken off.
    func valueWithoutOwn(of figure: RunFigure, as metric: ComparedMetric) -> Double? {
        value(of: figure, as: metric).map { figuresWithoutOwn[figure] ?? $0 }
    }

    /// The figures that can be relied on, by the smallest changes that count unless somebody says otherwise.
    package var soundFigures: [RunFigure: Double] {
        figures.filter { value(of: $0.key, as: $0.key.metric()) != nil }
    }

    /// The conditions as one text: runs with different ones are not compared.
    package var likeness: String {
        conditions.map { "\($0.name): \($0.value)" }.joined(separator: "; ")
    }
}
