import LoadModel

/// A chart as it is specified: its drawing, its legend and the table of its figures follow from this.
package struct Chart {
    /// Unique within the page.
    let id: String
    let title: String
    /// From left to right.
    let x: ChartAxes.Side
    /// From the bottom up.
    let y: ChartMeasure
    /// Of the part in which values are drawn, in pixels.
    var height = 240.0
    /// Alternative text for screen readers.
    var description = ""
    /// What a reader must know; below the chart.
    var notes: [String] = []
    /// Where the values of columns stand, one for each row of the table.
    var places: [Place] = []
    /// What is drawn, and what stands in the table alone.
    var columns: [Column] = []
    /// A field for each count of a grid, behind all columns.
    var heat: HeatGrid?
    /// Dots on lines of their own, from the top down; in place of a vertical axis.
    var strips: [ChartStrip] = []
    /// What happened at each moment, behind the values.
    var backdrop = TimeBackdrop()
    /// Values of the vertical axis that must not be crossed.
    var limits: [Limit] = []
    /// From where on there is nothing to draw.
    var ending: Ending?
    /// Dots of verdicts, above the lines.
    var verdicts: [Verdict] = []
    /// In place of the table of the columns.
    var table: DataTable?

    init(id: String, title: String, x: ChartAxes.Side, y: ChartMeasure) {
        (self.id, self.title, self.x, self.y) = (id, title, x, y)
    }
}

extension Chart {
    /// A row of the table, and the stretch of the horizontal axis that it stands for.
    struct Place {
        let heading: String
        let range: ClosedRange<Double>

        init(_ heading: String, _ range: ClosedRange<Double>) {
            (self.heading, self.range) = (heading, range)
        }

        var middle: Double { (range.lowerBound + range.upperBound) / 2 }
    }

    /// A figure at each place: a column of the table, and what is drawn of it.
    struct Column {
        let name: String
        /// One for each place, in words.
        let cells: [String]
        let drawing: Drawing

        /// How values are drawn, one for each place; `nil` interrupts a line.
        enum Drawing {
            /// In the table alone.
            case none
            /// From the beginning to the end of each place.
            case level(ChartStyle, [Double?])
            /// A point in the middle of each place.
            case middle(ChartStyle, [Double?])
            /// What had gathered at the end of each place, from nothing on.
            case sum(ChartStyle, [Double])
            /// On top of the columns before; `meaning` stands in the legend behind the name.
            case stack(ChartStyle, [Double], meaning: String)
            /// A line that has places of its own.
            case line(ChartSeries)
        }

        init(_ name: String, _ cells: [String], _ drawing: Drawing = .none) {
            (self.name, self.cells, self.drawing) = (name, cells, drawing)
        }
    }

    /// A value that must not be crossed.
    struct Limit {
        let value: Double
        let label: String
    }

    /// Why there is nothing to draw from a value of the horizontal axis on.
    struct Ending {
        let value: Double
        let label: String
        /// In the legend; empty for nothing.
        var name = ""
    }

    /// What something came to at a point; at the top of the chart where it has no height.
    struct Verdict {
        let x: Double
        let y: Double?
        let kind: PageVerdict.Kind
        /// In the legend.
        let name: String
    }
}

extension Chart.Limit {
    /// The limits of percentiles of the latency, each with its text, in the order of the profile.
    ///
    /// - Parameters:
    ///   - rows: Of a profile.
    ///   - sends: Their names.
    ///   - isMeant: Which rows a chart can show.
    /// - Returns: In nanoseconds.
    static func list(
        of rows: [Threshold],
        sends: [String],
        where isMeant: (Threshold) -> Bool = { _ in true }
    ) -> [Chart.Limit] {
        rows.compactMap { threshold in
            guard case .latencyPercentile = threshold.metric, isMeant(threshold) else {
                return nil
            }
            let value = threshold.limit.doubleValue
            return Chart.Limit(value: value, label: threshold.text(sends: sends))
        }
    }
}

/// What the vertical axis of a chart shows; it has room for all that is drawn.
enum ChartMeasure {
    /// From zero on, or from the least where that is below.
    case numbers(String)
    /// Nanoseconds, equal factors being equal lengths.
    case durations(String)
    /// From nothing to the whole.
    case shares(String)
    case side(ChartAxes.Side)
    /// None: the chart has strips.
    case strips(Int)

    /// What numbers are of where their names do not say so: ` (arrivals a second)`.
    var unit: String {
        if case .numbers(let title) = self, title != "a second" { " (\(title))" } else { "" }
    }

    func side(for values: [Double]) -> ChartAxes.Side {
        switch self {
        case .numbers(let title): .numbers(for: values, title: title)
        case .durations(let title): .durations(for: values, title: title)
        case .shares(let title): .shares(title: title)
        case .side(let side): side
        case .strips(let count):
            ChartAxes.Side(form: .linear, domain: 0...Double(count), ticks: [], title: "")
        }
    }
}
