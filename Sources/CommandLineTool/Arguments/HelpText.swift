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

    /// A short text for users who name no command: the most used ones, and how to list the others.
    package static func overview(of command: CommandSpecification, width: Int) -> String {
        var text = HelpText(command: command, path: command.name, width: width)
        text.addOverview()
        return text.lines.joined(separator: "\n") + "\n"
    }

    private init(command: CommandSpecification, path: String, width: Int) {
        self.command = command
        self.path = path
        self.width = width
    }

    private mutating func addHead() {
        lines += TextWrapping.wrap(command.abstract, width: width)
        let usage = TextWrapping.wrap(command.usage(path: path), width: width - 7)
        lines.append("")
        for (index, line) in usage.enumerated() {
            lines.append((index == 0 ? "Usage: " : "       ") + line)
        }
    }

    private mutating func addOverview() {
        addHead()
        lines += ["", "Most used commands:"]
        let indentation = 15
        for command in command.essentials.compactMap(command.subcommand) {
            addRow(command.name, command.abstract, indentation: indentation)
        }
        lines += ["", "More commands:"]
        for section in command.sections {
            let others = section.names.filter { !command.essentials.contains($0) }
            addRow(section.title, others.joined(separator: ", "), indentation: indentation)
        }
        let article = command.topics.first.map { ", \"\(path) help \($0.name)\" to begin" } ?? ""
        let hint =
            "See \"\(path) help\" for all commands and topics, \"\(path) help COMMAND\" for the "
            + "options of a command\(article)."
        lines += [""] + TextWrapping.wrap(hint, width: width)
    }

    private mutating func render() {
        addHead()
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
        let all = [CommandSpecification.Section("Commands", command.subcommands.map(\.name))]
        for section in command.sections.isEmpty ? all : command.sections {
            lines += ["", "\(section.title):"]
            for subcommand in section.names.compactMap(command.subcommand) {
                addRow(subcommand.name, subcommand.abstract)
            }
        }
        guard !command.topics.isEmpty else { return }
        lines += ["", "Topics:"]
        for topic in command.topics { addRow(topic.name, topic.abstract) }
    }

    private mutating func add(_ group: OptionGroup) {
        let visible = group.options.filter { !$0.isHidden }
        guard !visible.isEmpty else { return }
        lines += [""] + TextWrapping.wrap("\(group.title):", width: width)
        for option in visible {
            addRow(Self.label(option), option.help + (option.value?.remarks ?? ""))
        }
    }

    private static func label(_ option: OptionSpecification) -> String {
        let short = option.short.map { "-\($0), " } ?? "    "
        return short + option.label + (option.value.map { " \($0.name)" } ?? "")
    }

    private mutating func addRow(
        _ label: String,
        _ text: String,
        indentation wanted: Int = Self.indentation
    ) {
        let start = "  \(label)"
        let indentation = min(wanted, width / 2)
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
            lines += commandLines(example.commandLine) + explanation.map { "      \($0)" }
        }
    }

    /// A command line in lines that fit, to be copied: all but the last end in a backslash.
    private func commandLines(_ command: String) -> [String] {
        var lines: [String] = []
        var line = " "
        for word in Self.shellWords(command) {
            if lines.isEmpty && line == " " || line.count + 1 + word.count + 2 <= width {
                line += " " + word
            } else {
                lines.append(line + " \\")
                line = "      " + word
            }
        }
        return lines + [line]
    }

    /// The words of a command line; quoted text is not divided.
    private static func shellWords(_ command: String) -> [String] {
        var words = [""]
        var quote: Character?
        for letter in command {
            if letter == " ", quote == nil {
                words.append("")
                continue
            }
            if letter == quote {
                quote = nil
            } else if quote == nil, letter == "'" || letter == "\"" {
                quote = letter
            }
            words[words.count - 1].append(letter)
        }
        return words
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
