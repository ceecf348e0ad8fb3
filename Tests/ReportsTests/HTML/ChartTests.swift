@testable import RunReports
import Testing

@testable import Reports

struct ChartTests {
    /// One unit is 100 to the right and 10 up; zero stands at (0, 138).
    private static let axes = ChartAxes(
        x: ChartAxes.Side(form: .linear, domain: 0...10, ticks: [], title: "x"),
        y: ChartAxes.Side(form: .linear, domain: 0...10, ticks: [], title: "y"),
        height: 100
    )

    @Test("Layers stand on each other, and what is nothing is not drawn")
    func stack() {
        let chart = StackChart(
            axes: Self.axes,
            edges: [0, 1, 2, 3],
            quantities: [(0, [2, 2, 0]), (.bad(1), [0, 3, 1])]
        )
        let source = chart.layers.fields.source
        #expect(
            source.contains("<path d=\"M0 138V118H100V118H200V138H100V138H0Z\" class=\"f0\"/>")
        )
        // The second has no first column, and stands on nothing in the third.
        #expect(
            source.contains("<path d=\"M100 118V88H200V128H300V138H200V118H100Z\" class=\"fb1\"/>")
        )
        #expect(source.contains("class=\"pb1\""))
    }

    @Test("The most there is has the darkest shade, a single one the lightest")
    func heat() {
        let chart = HeatChart(
            axes: Self.axes,
            backdrop: TimeBackdrop(),
            columns: [0, 1, 2],
            rows: [0, 5, 10],
            counts: [[1, 0], [0, 1000]]
        )
        let source = chart.layers.fields.source
        #expect(source.contains("<path d=\"M0 88H100V138H0Z\" class=\"q0\"/>"))
        #expect(source.contains("<path d=\"M100 38H200V88H100Z\" class=\"q7\"/>"))
        #expect(!source.contains("class=\"q3\""))
        #expect(chart.legend.source.contains("1,000 arrivals"))
    }

    @Test("Limits outside the chart are not drawn at its edge")
    func limits() {
        var chart = LineChart(axes: Self.axes, series: [])
        chart.limits = [(5, "five"), (11, "eleven")]
        let layers = chart.layers
        #expect(
            layers.fields.source.contains("y1=\"88\" x2=\"1000\" y2=\"88\" class=\"limit\"")
        )
        #expect(layers.signs.source.contains("five") && !layers.signs.source.contains("eleven"))
    }

    @Test("A failed value is a cross at the top in place of a point")
    func failures() {
        var series = ChartSeries(name: "p99", style: 2, points: [SVG.Point(0, 1), nil])
        series.failures = [1]
        let layers = series.layers(in: Self.axes)
        #expect(layers.fields.source.contains("d=\"M0 128h.1\" class=\"line s2\""))
        #expect(
            layers.signs.source.contains(
                "<svg x=\"10%\" y=\"43\" width=\"1\" height=\"1\" overflow=\"visible\">"
                    + "<path d=\"M-4-4l8 8m0-8l-8 8\" class=\"cross s2\"/></svg>"
            )
        )
    }

    @Test("A legend names only lines that are there")
    func legend() {
        let drawn = ChartSeries(name: "p50", style: .good(1), points: [nil, SVG.Point(1, 1)])
        let empty = ChartSeries(name: "p99", style: .good(2), points: [nil, nil])
        var failed = empty
        failed.failures = [1]
        let source = ChartLegend([drawn, empty]).markup.source
        #expect(source.contains("p50") && !source.contains("p99"))
        #expect(ChartLegend([failed]).markup.source.contains("p99"))
    }

    @Test("Of texts in a row a narrow chart has as many as there is room for, a wide one more")
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
