import AssayCLI
import CommandLineTool

/// A command line with one of everything, so that tests do not change with the real commands.
enum SampleCommand {
    static let send = CommandSpecification(
        name: "send",
        abstract: "Send letters.",
        discussion: ["Letters are sent in the order in which they are named."],
        positionals: [
            PositionalSpecification(ValueSpecification("OFFICE"), help: "Where to send from."),
            PositionalSpecification(
                ValueSpecification("LETTER", isRepeatable: true, completion: .file),
                isOptional: true,
                help: "What to send."
            ),
        ],
        groups: [
            OptionGroup(
                "Postage",
                [
                    .value(
                        "weight",
                        short: "w",
                        ValueSpecification("GRAMS", default: "20"),
                        help: "How heavy a letter may be, in grams; one that is heavier comes back."
                    ),
                    .value(
                        "class",
                        ValueSpecification("CLASS", allowed: ["first", "second"]),
                        help: "How fast."
                    ),
                    .value(
                        "stamp-with-picture",
                        ValueSpecification("PICTURE", isRepeatable: true),
                        help: "What is on it."
                    ),
                ]
            ),
            OptionGroup(
                "Handling",
                [
                    .flag("fragile", short: "f", help: "Carry with care."),
                    .flag("registered", short: "r", excludes: ["fragile"], help: "Ask for a name."),
                    .flag("insure", isInvertible: true, help: "Insure it."),
                    .flag("secret", words: ["lid"], isHidden: true, help: "Nobody knows."),
                ]
            ),
        ],
        examples: [.init("post send bonn letter.txt", "Send one letter.")],
        exitStatuses: [.success, .interrupted],
        seeAlso: ["letters-guide", "post-offices"]
    )

    static let root = CommandSpecification(
        name: "post",
        abstract: "Carry letters.",
        groups: [OptionGroup("Other", [.flag("version", help: "Print the version and exit.")])],
        subcommands: [
            send,
            CommandSpecification(name: "open", abstract: "Open an office."),
        ],
        topics: [CommandSpecification.Topic("letters-guide", "Write letters.")]
    )
}
