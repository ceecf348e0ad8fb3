import Base
import LoadModel
import Measure
import ReportText

/// The deliveries of a run for a person at a terminal.
struct DeliveryTextSection {
    let delivery: RunDelivery
    let style: TextStyle
    /// The maximum width of a line, in columns.
    let width: Int

    private var text: DeliveryText { DeliveryText(delivery: delivery) }
    private var tables: DeliveryTables { DeliveryTables(delivery: delivery) }

    /// All lines, with the heading.
    var lines: [String] {
        let isBad = DeliveryFault.allCases.contains { $0.isBad && delivery.counts[$0] > 0 }
        let role: TextStyle.Role? = isBad ? .bad : nil
        let headline = paragraph("\(text.headline).")
        let colored = role.map { role in headline.map { style.text($0, role) } } ?? headline
        let refusals = text.refusals.flatMap { paragraph("\($0).") }
        return [style.text("Delivery", .bold)] + refusals + colored + clocks + deadlines + faults
            + text.notes.flatMap { paragraph("\($0).", indent: "  - ") }
    }

    private var clocks: [String] {
        guard !delivery.ranked.good.isEmpty else { return [] }
        var table = LoadTable()
        table.add(titles: ["", "count"] + DeliveryTables.clockTitles)
        for row in tables.clocks {
            table.add([.init(row.name), .init(row.count)] + row.figures.map { .init($0) })
        }
        let legend = tables.legend.flatMap { paragraph($0).map { style.text($0, .dim) } }
        return table.lines(style, width: width) + legend
    }

    private var deadlines: [String] {
        var table = LoadTable()
        for row in tables.deadlines {
            table.add([.init(row.within), .init(row.count), .init(row.share)])
        }
        return table.lines(style, width: width)
    }

    private var faults: [String] {
        let rows = tables.faults
        let nameWidth = rows.map(\.name.count).max() ?? 0
        let countWidth = rows.map(\.count.count).max() ?? 0
        return rows.flatMap { row in
            let name = row.name + String(repeating: " ", count: nameWidth - row.name.count)
            let count = String(repeating: " ", count: countWidth - row.count.count) + row.count
            let indent = String(repeating: " ", count: nameWidth + countWidth + 6)
            let examples = row.examples.joined(separator: ", ")
            let tail = examples.isEmpty ? "" : ": \(examples)"
            var lines = TextWrapping.wrap(row.meaning + tail, width: width, indent: indent)
            lines[0] =
                "  \(name)  \(style.text(count, row.isBad ? .bad : .doubtful))  "
                + lines[0].dropFirst(indent.count)
            return lines
        }
    }

    private func paragraph(_ text: String, indent: String = "  ") -> [String] {
        TextWrapping.wrap(text, width: width, indent: indent)
    }
}
