/// When output is coloured.
package enum ColorChoice: String, Hashable, Sendable, CaseIterable {
    /// On a terminal that can show colours, unless `NO_COLOR` is set.
    case auto
    case always
    case never
}

/// What is known about the place where standard output leads to.
package struct Terminal: Hashable, Sendable {
    /// The widths between which a terminal decides; longer lines are hard to read.
    private static let sensibleColumns = 80...100
    private static let leastColumns = 40

    /// Whether standard output leads to a terminal.
    package let isTerminal: Bool
    /// The width to lay text out for: `COLUMNS`, else the terminal's between 80 and 100, else 80.
    package let columns: Int
    private let supportsColor: Bool

    /// Decides from what the system and the environment say.
    ///
    /// - Parameters:
    ///   - isTerminal: Whether standard output leads to a terminal.
    ///   - terminalColumns: The terminal's width; `nil` when unknown.
    ///   - environment: Where `COLUMNS`, `NO_COLOR` and `TERM` are looked up.
    package init(isTerminal: Bool, terminalColumns: Int?, environment: Environment) {
        self.isTerminal = isTerminal
        if let asked = environment["COLUMNS"].flatMap({ Int($0) }), asked > 0 {
            columns = max(asked, Self.leastColumns)
        } else {
            let known = terminalColumns ?? Self.sensibleColumns.lowerBound
            columns = min(
                max(known, Self.sensibleColumns.lowerBound),
                Self.sensibleColumns.upperBound
            )
        }
        let isRefused = !(environment["NO_COLOR"] ?? "").isEmpty
        supportsColor = isTerminal && !isRefused && environment["TERM"] != "dumb"
    }

    /// Whether to colour standard output.
    ///
    /// `always` overrules the environment.
    package func wantsColor(_ choice: ColorChoice) -> Bool {
        switch choice {
        case .auto: supportsColor
        case .always: true
        case .never: false
        }
    }
}
