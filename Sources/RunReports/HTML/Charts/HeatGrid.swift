import Base
import Glibc

/// Counts in the cells of a grid, as shades.
struct HeatGrid {
    /// The start of each column on the horizontal axis, and the end of the last.
    let columns: [Double]
    /// The start of each row on the vertical axis, and the end of the last.
    let rows: [Double]
    /// By column, then by row.
    let counts: [[UInt64]]

    /// The number of shades, from a count of one to the highest; logarithmic.
    static let shadeCount = 8

    /// The highest count of a cell.
    private let greatest: UInt64

    init(columns: [Double], rows: [Double], counts: [[UInt64]]) {
        (self.columns, self.rows, self.counts) = (columns, rows, counts)
        greatest = counts.joined().max() ?? 0
    }

    var isEmpty: Bool { greatest == 0 }

    /// All cells with a count.
    func fields(in axes: ChartAxes) -> Markup {
        // Cells of one shade are one path: a page of ten thousand elements is slow.
        var paths = [String](repeating: "", count: Self.shadeCount)
        for column in counts.indices {
            for row in counts[column].indices {
                guard let shade = shade(of: counts[column][row]) else { continue }
                paths[shade] += field(column, row, axes)
            }
        }
        return Markup(
            paths.enumerated().filter { !$0.element.isEmpty }.map {
                SVG.path($0.element, "q\($0.offset)")
            }
        )
    }

    /// `nil` for zero.
    private func shade(of count: UInt64) -> Int? {
        guard count > 0 else { return nil }
        guard greatest > 1 else { return Self.shadeCount - 1 }
        let share = log(Double(count)) / log(Double(greatest))
        return min(Int(share * Double(Self.shadeCount)), Self.shadeCount - 1)
    }

    private func field(_ column: Int, _ row: Int, _ axes: ChartAxes) -> String {
        let left = axes.x.position(of: columns[column])
        let right = axes.x.position(of: columns[column + 1])
        let (low, high) = (
            axes.y.position(of: rows[row]), axes.y.position(of: rows[row + 1])
        )
        return "M\(SVG.number(left)) \(SVG.number(high))H\(SVG.number(right))"
            + "V\(SVG.number(low))H\(SVG.number(left))Z"
    }

    /// The shades from left to right with the counts of the first and the last.
    var legend: Markup {
        let fields = (0..<Self.shadeCount).map { shade in
            SVG.rectangle(
                SVG.Box(left: Double(shade) * 16, top: 0, width: 16, height: 12),
                "q\(shade)"
            )
        }
        let strip = Markup(
            "svg",
            ["class": "strip", "viewBox": "0 0 128 12", "aria-hidden": "true"],
            fields
        )
        let most = Count.grouped(greatest, "arrival")
        return Markup(
            "p",
            ["class": "legend"],
            ["1 arrival ", strip, Markup(text: " \(most) (logarithmic)")]
        )
    }
}
