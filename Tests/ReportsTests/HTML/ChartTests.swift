@testable import RunReports
import Testing

@testable import Reports

struct ChartTests {
    /// One unit is 82 to the right and 10 up; zero stands at (64, 138).
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
            layers: [(0, [2, 2, 0]), (1, [0, 3, 1])]
        )
        let source = chart.markup.source
        #expect(
            source.contains("<path d=\"M64 138V118H146V118H228V138H146V138H64Z\" class=\"f0\"/>")
        )
        // The second has no first column, and stands on nothing in the third.
        #expect(
            source.contains("<path d=\"M146 118V88H228V128H310V138H228V118H146Z\" class=\"f1\"/>")
        )
        #expect(source.contains("class=\"p1\""))
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
        let source = chart.markup.source
        #expect(source.contains("<path d=\"M64 88H146V138H64Z\" class=\"q0\"/>"))
        #expect(source.contains("<path d=\"M146 38H228V88H146Z\" class=\"q7\"/>"))
        #expect(!source.contains("class=\"q3\""))
        #expect(chart.legend.source.contains("1,000 arrivals"))
    }

    @Test("Limits outside the chart are not drawn at its edge")
    func limits() {
        var chart = LineChart(axes: Self.axes, series: [])
        chart.limits = [(5, "five"), (11, "eleven")]
        let source = chart.markup.source
        #expect(source.contains("y1=\"88\" x2=\"884\" y2=\"88\" class=\"limit\""))
        #expect(source.contains("five") && !source.contains("eleven"))
    }

    @Test("A failed value is a cross at the top in place of a point")
    func failures() {
        var series = ChartSeries(name: "p99", style: 2, points: [SVG.Point(0, 1), nil])
        series.failures = [1]
        let source = series.markup(in: Self.axes).source
        #expect(source.contains("d=\"M64 128h.1\" class=\"line s2\""))
        #expect(source.contains("d=\"M146 43m-4-4l8 8m0-8l-8 8\" class=\"cross s2\""))
    }
}
