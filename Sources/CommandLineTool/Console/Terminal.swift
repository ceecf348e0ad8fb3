/// When output is coloured.
package enum ColorChoice: String, Hashable, Sendable, CaseIterable {
    /// On a terminal that can show colours, unless `NO_COLOR` is set.
    case auto
    case always
    case never
}

/// A program that shows long texts page by page.
package struct Pager: Hashable, Sendable {
    /// The program and its arguments.
    package let words: [String]
    /// Added to its environment.
    package let variables: [String: String]

    /// The pager that `PAGER` names, else `less`; `nil` if the user wants none.
    package init?(environment: Environment) {
        let named = environment["PAGER"]
        if let named {
            let command = String(named.drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
            guard !command.isEmpty, command != "cat" else { return nil }
            // A shell reads it, as with `man` and `git`: it may have arguments.
            words = ["/bin/sh", "-c", command]
        } else {
            words = ["less", "-FRX"]
        }
        // Bold text is escape codes, which less shows as such by default.
        variables = environment["LESS"] == nil ? ["LESS": "FRX"] : [:]
    }
}

/// The destination of standard output.
package struct Terminal: Hashable, Sendable {
    /// The widths between which a terminal decides; longer lines are hard to read.
    private static let sensibleColumns = 80...100
    private static let leastColumns = 40

    /// Whether standard output leads to a terminal.
    package let isTerminal: Bool
    /// The width for the layout of text: `COLUMNS`, else the terminal's between 80 and 100, else 80.
    package let columns: Int
    private let supportsColor: Bool
    /// How many lines it shows at once; `nil` when unknown.
    private let rows: Int?
    private let pager: Pager?

    /// Decides from the system and the environment.
    ///
    /// - Parameters:
    ///   - isTerminal: Whether standard output leads to a terminal.
    ///   - terminalColumns: The terminal's width; `nil` when unknown.
    ///   - terminalRows: The terminal's height; `nil` when unknown.
    ///   - environment: Where `COLUMNS`, `NO_COLOR`, `TERM`, `PAGER` and `LESS` are looked up.
    package init(
        isTerminal: Bool,
        terminalColumns: Int?,
        terminalRows: Int? = nil,
        environment: Environment
    ) {
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
        let isDumb = environment["TERM"] == "dumb"
        supportsColor = isTerminal && !isRefused && !isDumb
        rows = terminalRows
        pager = isTerminal && !isDumb ? Pager(environment: environment) : nil
    }

    /// The program to show `text` with; `nil` when it fits on the screen, or without a pager.
    package func pager(for text: String) -> Pager? {
        guard let rows, text.count(where: \.isNewline) >= rows else { return nil }
        return pager
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
