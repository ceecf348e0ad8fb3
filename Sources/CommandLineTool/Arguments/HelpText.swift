import Base

/// The text of `--help`, laid out for a given width.
package struct HelpText {
    /// Columns before the explanation of an option; a longer option gets a line of its own.
    private static let indentation = 30

    private let command: CommandSpecification
    /// The command with those above it: `assay verify`.
    private let path: String
    private let width: Int
    private var lines: [String] = []

    /// The help text of `command`, which ends in a newline.
    package static func render(
        _ command: CommandSpecification,
        path: String,
        width: Int
    ) -> String {
        var text = HelpText(command: command, path: path, width: width)
        text.render()
        return text.lines.joined(separator: "\n") + "\n"
    }

    private init(command: CommandSpecification, path: String, width: Int) {
        self.command = command
        self.path = path
        self.width = width
    }

    private mutating func render() {
        lines += TextWrapping.wrap(command.abstract, width: width)
        let usage = TextWrapping.wrap(command.usage(path: path), width: width - 7)
        lines.append("")
        for (index, line) in usage.enumerated() {
            lines.append((index == 0 ? "Usage: " : "       ") + line)
        }
        for paragraph in command.discussion {
            lines += [""] + TextWrapping.wrap(paragraph, width: width)
        }
        addPositionals()
        addSubcommands()
        for group in command.allGroups { add(group) }
        addExamples()
        addExitStatuses()
        addReferences()
    }

    private mutating func addPositionals() {
        guard !command.positionals.isEmpty else { return }
        lines += ["", "Arguments:"]
        for positional in command.positionals {
            addRow(positional.value.name, positional.help + positional.value.remarks)
        }
    }

    private mutating func addSubcommands() {
        guard !command.subcommands.isEmpty else { return }
        lines += ["", "Commands:"]
        for subcommand in command.subcommands { addRow(subcommand.name, subcommand.abstract) }
        guard !command.topics.isEmpty else { return }
        lines += ["", "Topics:"]
        for topic in command.topics { addRow(topic.name, topic.abstract) }
    }

    private mutating func add(_ group: OptionGroup) {
        let visible = group.options.filter { !$0.isHidden }
        guard !visible.isEmpty else { return }
        lines += ["", "\(group.title):"]
        for option in visible {
            addRow(Self.label(option), option.help + (option.value?.remarks ?? ""))
        }
    }

    private static func label(_ option: OptionSpecification) -> String {
        let short = option.short.map { "-\($0), " } ?? "    "
        return short + option.label + (option.value.map { " \($0.name)" } ?? "")
    }

    private mutating func addRow(_ label: String, _ text: String) {
        let start = "  \(label)"
        let indentation = min(Self.indentation, width / 2)
        let wrapped = TextWrapping.wrap(text, width: width - indentation)
        let margin = String(repeating: " ", count: indentation)
        guard start.count + 2 <= indentation, let first = wrapped.first else {
            lines += [start] + wrapped.map { margin + $0 }
            return
        }
        lines.append(start + margin.dropFirst(start.count) + first)
        lines += wrapped.dropFirst().map { margin + $0 }
    }

    private mutating func addExamples() {
        guard !command.examples.isEmpty else { return }
        lines += ["", "Examples:"]
        for example in command.examples {
            let explanation = TextWrapping.wrap(example.explanation, width: width - 6)
            lines += ["  \(example.commandLine)"] + explanation.map { "      \($0)" }
        }
    }

    private mutating func addExitStatuses() {
        guard !command.exitStatuses.isEmpty else { return }
        lines += ["", "Exit status:"]
        for status in command.exitStatuses {
            let number = "  \(status.rawValue)"
            let margin = String(repeating: " ", count: 7)
            let wrapped = TextWrapping.wrap(status.meaning, width: width - margin.count)
            for (index, line) in wrapped.enumerated() {
                lines.append((index == 0 ? number + margin.dropFirst(number.count) : margin) + line)
            }
        }
    }

    private mutating func addReferences() {
        let words = path.split(separator: " ")
        let program = words.first ?? ""
        let articles = command.seeAlso.map { "\"\(program) help \($0)\"" }
        if let last = articles.last {
            let others = articles.dropLast().map { $0 + ", " }.joined()
            lines += [""] + TextWrapping.wrap("See also \(others)\(last).", width: width)
        }
        guard !command.subcommands.isEmpty else { return }
        // `assay help history COMMAND` for `assay history`.
        let help = ([program, "help"] + words.dropFirst()).joined(separator: " ")
        let hint =
            command.topics.isEmpty
            ? "See \"\(help) COMMAND\" for the options of a command."
            : "See \"\(help) COMMAND\" for the options of a command, \"\(help) TOPIC\" for an article."
        lines += [""] + TextWrapping.wrap(hint, width: width)
    }
}
