@testable import RunReports
import Testing

@testable import Reports

struct ChartTests {
    /// One unit is 100 to the right and 10 up; zero is at (0, 138).
    private static var chart: Chart {
        let side = ChartAxes.Side(form: .linear, domain: 0...10, ticks: [], title: "")
        var chart = Chart(id: "a", title: "A", x: side, y: .side(side))
        chart.height = 100
        chart.places = (0..<3).map { Chart.Place("\($0)", Double($0)...Double($0 + 1)) }
        return chart
    }

    private static func layers(_ chart: Chart) -> (fields: String, signs: String) {
        let layers = chart.layers(in: chart.axes)
        return (layers.fields.source, layers.signs.source)
    }

    private static func column(_ name: String, _ drawing: Chart.Column.Drawing) -> Chart.Column {
        Chart.Column(name, ["1", "2", "3"], drawing)
    }

    @Test("Layers are stacked, and zero values are not drawn")
    func stack() {
        var chart = Self.chart
        chart.columns = [
            Self.column("201", .stack(0, [2, 2, 0], meaning: "as declared")),
            Self.column("500", .stack(.bad(1), [0, 3, 1], meaning: "failed")),
            Self.column("503", .stack(.bad(2), [0, 0, 0], meaning: "failed")),
        ]
        let source = Self.layers(chart).fields
        #expect(
            source.contains("<path d=\"M0 138V118H100V118H200V138H100V138H0Z\" class=\"f0\"/>")
        )
        // The second layer has no first column, and starts at zero in the third.
        #expect(
            source.contains("<path d=\"M100 118V88H200V128H300V138H200V118H100Z\" class=\"fb1\"/>")
        )
        #expect(source.contains("class=\"pb1\""))
        let legend = chart.legend.source
        #expect(legend.contains("201 (as declared)") && legend.contains("500 (failed)"))
        #expect(!legend.contains("503"))
    }

    @Test("A constant value is a line of text without a chart")
    func constant() {
        var chart = Self.chart
        chart.columns = [
            Chart.Column("due", ["2 ms", "2 ms", "2 ms"], .level(.plain, [2, 2, 2])),
            Chart.Column("failed", ["–", "0", "0"], .level(.bad(0), [nil, 0, 0])),
        ]
        let text = chart.markup.source
        #expect(text.contains("<p>Constant throughout: due 2 ms, failed 0.</p>"), "\(text)")
        #expect(!text.contains("<svg") && text.contains("<td>2 ms</td>"))
        chart.columns.append(Self.column("done", .level(.good(0), [2, 1, 2])))
        #expect(chart.markup.source.contains("<svg"))
        chart.columns = [Self.column("done", .level(.good(0), [nil, nil, nil]))]
        #expect(chart.markup.source.contains("<p>There are no values.</p>"))
    }

    @Test("The highest count has the darkest shade, a single one the lightest")
    func heat() {
        var chart = Self.chart
        chart.heat = HeatGrid(
            columns: [0, 1, 2],
            rows: [0, 5, 10],
            counts: [[1, 0], [0, 1000]]
        )
        let source = Self.layers(chart).fields
        #expect(source.contains("<path d=\"M0 88H100V138H0Z\" class=\"q0\"/>"))
        #expect(source.contains("<path d=\"M100 38H200V88H100Z\" class=\"q7\"/>"))
        #expect(!source.contains("class=\"q3\""))
        #expect(chart.legend.source.contains("1,000 arrivals"))
    }

    @Test("Limits outside the chart are not drawn at its edge")
    func limits() {
        var chart = Self.chart
        chart.limits = [.init(value: 5, label: "five"), .init(value: 11, label: "eleven")]
        let layers = Self.layers(chart)
        #expect(layers.fields.contains("y1=\"88\" x2=\"1000\" y2=\"88\" class=\"limit\""))
        #expect(layers.signs.contains("five") && !layers.signs.contains("eleven"))
    }

    @Test("A failed value is a cross at the top instead of a point")
    func failures() {
        var chart = Self.chart
        var series = ChartSeries(style: 2, points: [SVG.Point(0, 1), nil])
        series.failures = [1]
        chart.columns = [Self.column("p99", .line(series))]
        let layers = Self.layers(chart)
        #expect(layers.fields.contains("d=\"M0 128h.1\" class=\"line s2\""))
        #expect(
            layers.signs.contains(
                "<svg x=\"10%\" y=\"43\" width=\"1\" height=\"1\" overflow=\"visible\">"
                    + "<path d=\"M-4-4l8 8m0-8l-8 8\" class=\"cross s2\"/></svg>"
            )
        )
    }

    @Test("A value is drawn as a level, a point or a sum, and an unknown one interrupts the line")
    func lines() {
        var chart = Self.chart
        chart.columns = [
            Self.column("level", .level(0, [1, nil, 3])),
            Self.column("middle", .middle(1, [1, 2, nil])),
            Self.column("sum", .sum(2, [1, 2, 3])), Self.column("text", .none),
        ]
        let fields = Self.layers(chart).fields
        #expect(fields.contains("d=\"M0 128L100 128M200 108L300 108\" class=\"line s0\""))
        #expect(fields.contains("d=\"M50 128L150 118\" class=\"line s1\""))
        #expect(fields.contains("d=\"M0 138L100 128L200 118L300 108\" class=\"line s2\""))
        #expect(!chart.legend.source.contains("text"))
    }

    @Test("The table has a row for each position and a column for each figure, drawn or not")
    func table() {
        var chart = Self.chart
        chart.columns = [Self.column("level", .level(0, [1, 2, 3])), Self.column("text", .none)]
        let source = chart.markup.source
        #expect(source.contains("<summary>Data: A</summary>"))
        #expect(source.contains("<th scope=\"col\">level</th><th scope=\"col\">text</th>"))
        #expect(
            source.contains("<tr data-x=\"150\"><th scope=\"row\">1</th><td>2</td><td>2</td></tr>")
        )
    }

    @Test("A legend names only lines in the chart")
    func legend() {
        func legend(_ points: [SVG.Point?], failures: [Double] = []) -> String {
            var chart = Self.chart
            let series = ChartSeries(style: .good(2), points: points, failures: failures)
            chart.columns = [Self.column("p99", .line(series))]
            return chart.legend.source
        }
        #expect(legend([nil, SVG.Point(1, 1)]).contains("p99"))
        #expect(!legend([nil, nil]).contains("p99"))
        #expect(legend([nil, nil], failures: [1]).contains("p99"))
    }

    @Test("A narrow chart has the labels that fit, a wide one more")
    func room() {
        let texts = (0...10).map { (text: "\($0 * 10) s", place: Double($0) / 10) }
        let styles = ChartRoom.styles(of: texts)
        let narrow = texts.indices.filter { styles[$0]?.isEmpty ?? false }
        #expect(narrow == [0, 2, 4, 6, 8, 10])
        #expect(styles.allSatisfy { $0 != nil })
        #expect(styles[1] == "medium")
        #expect(ChartRoom.style(of: "no room at all", within: 0.01) == nil)
        #expect(ChartRoom.style(of: "500/s", within: 0.06) == "wide")
    }
}
