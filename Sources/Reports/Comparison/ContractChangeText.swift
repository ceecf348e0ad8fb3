import Base
import Contract
import ContractDiff
import ReportText

/// The report of `assay diff` for a person at a terminal.
struct ContractChangeText: Sendable {
    private let style: TextStyle
    /// Whether all added promises or codes are listed one by one.
    private let isVerbose: Bool

    init(style: TextStyle, isVerbose: Bool = false) {
        self.style = style
        self.isVerbose = isVerbose
    }

    /// The whole report, with a final line end.
    func text(of comparison: ContractComparison) -> String {
        var lines = [style.text("\(comparison.oldPath) → \(comparison.newPath)", .bold), ""]
        for section in ChangeSection.sections(of: comparison.changes, isFolded: !isVerbose) {
            lines.append(style.text(section.title, .bold))
            lines += section.changes.map(line) + [""]
        }
        lines.append(summary(of: comparison))
        return lines.joined(separator: "\n") + "\n"
    }

    private func line(_ change: ContractChange) -> String {
        let (word, role): (String, TextStyle.Role) =
            switch change.severity {
            case .breaking: ("BREAKING", .bad)
            case .compatible: ("compatible", .good)
            case .note: ("note", .dim)
            }
        let padding = String(repeating: " ", count: 10 - word.count)
        let basis = change.basis == .documented ? "" : " [\(change.basis.rawValue)]"
        let place = ChangeSection.place(of: change)
        return "  \(style.text(word, role))\(padding)  \(change.what)\(basis)"
            + (place.isEmpty ? "" : style.text("  \(place)", .dim))
    }

    private func summary(of comparison: ContractComparison) -> String {
        guard !comparison.changes.isEmpty else { return "no change that affects clients" }
        let breaking = comparison.count(.breaking)
        let parts = [
            style.text("\(breaking) breaking", breaking == 0 ? .good : .bad),
            "\(comparison.count(.compatible)) compatible",
            Count.of(comparison.count(.note), "note"),
        ]
        return parts.joined(separator: ", ") + " (basis \(comparison.level.rawValue))"
    }
}
