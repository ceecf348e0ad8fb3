/// A command as a user sees it: parsing, help, errors and completion all follow from this value.
package struct CommandSpecification: Hashable, Sendable {
    /// A command line worth copying.
    package struct Example: Hashable, Sendable {
        package let commandLine: String
        package let explanation: String

        package init(_ commandLine: String, _ explanation: String) {
            self.commandLine = commandLine
            self.explanation = explanation
        }
    }

    /// An article that `assay help` shows.
    package struct Topic: Hashable, Sendable {
        package let name: String
        /// Its subject, in one line.
        package let abstract: String

        package init(_ name: String, _ abstract: String) {
            self.name = name
            self.abstract = abstract
        }
    }

    /// Subcommands that serve one purpose.
    package struct Section: Hashable, Sendable {
        package let title: String
        /// The names of its commands, in the order of the help text.
        package let names: [String]

        package init(_ title: String, _ names: [String]) {
            self.title = title
            self.names = names
        }
    }

    package let name: String
    /// Its purpose, in one line.
    package let abstract: String
    /// Further facts that a user must know, in paragraphs; may be empty.
    package let discussion: [String]
    /// In the order in which they are written; only the last may be repeatable, unless there are two
    /// lists of them.
    package let positionals: [PositionalSpecification]
    /// Whether the arguments are two lists with `--` between them.
    let separatesLists: Bool
    /// Whether the second of two lists is a command line, whose options are its own.
    let takesCommand: Bool
    package let groups: [OptionGroup]
    package let examples: [Example]
    /// The statuses it can exit with, in the order of the help text.
    package let exitStatuses: [ExitStatus]
    /// The names of the topics that explain it further.
    package let seeAlso: [String]
    /// Subcommands; the first argument is one if it has its name, otherwise an ordinary argument.
    package let subcommands: [CommandSpecification]
    /// The subcommands by purpose; empty if the help text lists them without headings.
    package let sections: [Section]
    /// The names of the subcommands that most users need, shown when none is given.
    package let essentials: [String]
    /// Articles that `assay help` explains; of the whole program only.
    package let topics: [Topic]

    package init(
        name: String,
        abstract: String,
        discussion: [String] = [],
        positionals: [PositionalSpecification] = [],
        separatesLists: Bool = false,
        takesCommand: Bool = false,
        groups: [OptionGroup] = [],
        examples: [Example] = [],
        exitStatuses: [ExitStatus] = [],
        seeAlso: [String] = [],
        subcommands: [CommandSpecification] = [],
        sections: [Section] = [],
        essentials: [String] = [],
        topics: [Topic] = []
    ) {
        precondition(
            subcommands.isEmpty || positionals.count < 2,
            "\(name): a command with subcommands has at most one list of arguments"
        )
        precondition(
            separatesLists || positionals.dropLast().allSatisfy { !$0.value.isRepeatable },
            "\(name): only the last argument can be repeatable"
        )
        precondition(
            !separatesLists || positionals.map(\.value.isRepeatable) == [true, true],
            "\(name): expected two repeatable arguments"
        )
        self.name = name
        self.abstract = abstract
        self.discussion = discussion
        self.positionals = positionals
        self.separatesLists = separatesLists
        self.takesCommand = takesCommand
        self.groups = groups
        self.examples = examples
        self.exitStatuses = exitStatuses
        self.seeAlso = seeAlso
        self.subcommands = subcommands
        self.sections = sections
        self.essentials = essentials
        self.topics = topics
    }

    /// `--help`, which every command has.
    package static let help = OptionSpecification.flag(
        "help",
        short: "h",
        help: "Print this text and exit."
    )

    /// The groups of the help text: its own, then one that holds `--help`.
    var allGroups: [OptionGroup] {
        guard let last = groups.last, last.title == "Other" else {
            return groups + [OptionGroup("Other", [Self.help])]
        }
        return groups.dropLast() + [OptionGroup(last.title, last.options + [Self.help])]
    }

    /// Every option, including the hidden ones.
    package var options: [OptionSpecification] { allGroups.flatMap(\.options) }

    /// The option with this long name.
    package func option(named name: String) -> OptionSpecification? {
        options.first { $0.name == name }
    }

    /// The option with this letter.
    package func option(short letter: Character) -> OptionSpecification? {
        options.first { $0.short == letter }
    }

    /// The subcommand with this name.
    package func subcommand(named name: String) -> CommandSpecification? {
        subcommands.first { $0.name == name }
    }

    /// The usage line: `assay verify [OPTION]... PATH...`.
    ///
    /// `path` is the command with those above it.
    func usage(path: String) -> String {
        var words = [path, "[OPTION]..."]
        if !subcommands.isEmpty, positionals.isEmpty { words.append("COMMAND") }
        for (index, positional) in positionals.enumerated() {
            let separator = index > 0 && separatesLists ? "-- " : ""
            let dots = positional.value.isRepeatable ? "..." : ""
            let name = separator + positional.value.name + dots
            words.append(positional.isOptional ? "[\(name)]" : name)
        }
        let others = positionals.isEmpty ? [] : subcommands.map { ", or \(path) \($0.name)" }
        return words.joined(separator: " ") + others.joined()
    }

    /// Whether `spelling`, with its dashes, is an option of this command.
    package func accepts(_ spelling: String) -> Bool {
        options.contains { option in
            option.spellings.contains(spelling) || option.short.map { "-\($0)" } == spelling
        }
    }
}
