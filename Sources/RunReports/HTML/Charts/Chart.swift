import LoadModel

/// The specification of a chart: its drawing, its legend and the table of its figures follow from it.
package struct Chart {
    /// Unique within the page.
    let id: String
    let title: String
    /// The horizontal axis, from left to right.
    let x: ChartAxes.Side
    /// The vertical axis, from the bottom up.
    let y: ChartMeasure
    /// The height of the plot area, in pixels.
    var height = 240.0
    /// Alternative text for screen readers.
    var description = ""
    /// Remarks below the chart.
    var notes: [String] = []
    /// The positions of the values of columns, one for each row of the table.
    var places: [Place] = []
    /// The columns that are drawn, or only in the table.
    var columns: [Column] = []
    /// An area for each count of a grid, behind all columns.
    var heat: HeatGrid?
    /// Dots on separate lines, from the top down; in place of a vertical axis.
    var strips: [ChartStrip] = []
    /// The state of the run at each moment, behind the values.
    var backdrop = TimeBackdrop()
    /// Values of the vertical axis that must not be crossed.
    var limits: [Limit] = []
    /// The value from which there is nothing to draw.
    var ending: Ending?
    /// Dots of verdicts, above the lines.
    var verdicts: [Verdict] = []
    /// A table in place of that of the columns.
    var table: DataTable?

    init(id: String, title: String, x: ChartAxes.Side, y: ChartMeasure) {
        (self.id, self.title, self.x, self.y) = (id, title, x, y)
    }
}

extension Chart {
    /// A row of the table, and its stretch of the horizontal axis.
    struct Place {
        let heading: String
        let range: ClosedRange<Double>

        init(_ heading: String, _ range: ClosedRange<Double>) {
            (self.heading, self.range) = (heading, range)
        }

        var middle: Double { (range.lowerBound + range.upperBound) / 2 }
    }

    /// A figure at each place: a column of the table, and its drawing.
    struct Column {
        let name: String
        /// One for each place, in words.
        let cells: [String]
        let drawing: Drawing

        /// How values are drawn, one for each place; `nil` interrupts a line.
        enum Drawing {
            /// Only in the table.
            case none
            /// A level from the beginning to the end of each place.
            case level(ChartStyle, [Double?])
            /// A point in the middle of each place.
            case middle(ChartStyle, [Double?])
            /// A running sum at the end of each place, from zero.
            case sum(ChartStyle, [Double])
            /// On top of the columns before; `meaning` follows the name in the legend.
            case stack(ChartStyle, [Double], meaning: String)
            /// A line with its own points.
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

    /// A verdict at a point; at the top of the chart without a height.
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
    ///   - isMeant: Decides which rows a chart can show.
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

/// The values of a chart's vertical axis, which has room for all that is drawn.
enum ChartMeasure {
    /// From zero, or from the lowest value if negative.
    case numbers(String)
    /// Nanoseconds, logarithmic.
    case durations(String)
    /// From 0 to 1.
    case shares(String)
    case side(ChartAxes.Side)
    /// None: the chart has strips.
    case strips(Int)

    /// The unit of numbers, unless their names contain it: ` (arrivals a second)`.
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
