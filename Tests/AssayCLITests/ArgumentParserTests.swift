import AssayCLI
import CommandLineTool
import Testing

struct ArgumentParserTests {
    @Test(
        "An option accepts its value in every notation",
        arguments: [
            ["--weight", "5"], ["--weight=5"], ["-w", "5"], ["-w5"], ["-fw5"], ["-fw", "5"],
        ]
    )
    func value(words: [String]) throws {
        let parsed = try parse(["send", "bonn"] + words)
        #expect(parsed.string("weight") == "5")
        #expect(parsed.flag("fragile") == (words[0].hasPrefix("-f")))
        #expect(parsed.strings("OFFICE") == ["bonn"])
    }

    @Test(
        "The word after an option with a value is its value, even if it looks like an option",
        arguments: [
            (["--weight", "-5"], "-5"),
            (["--weight", "-.5"], "-.5"),
            (["--weight=-f"], "-f"),
            (["--weight="], ""),
            (["--weight=a=b"], "a=b"),
            (["-w", "-"], "-"),
            (["-w-f"], "-f"),
            (["-w=5"], "=5"),
            (["--weight", "send"], "send"),
        ] as [([String], String)]
    )
    func unusualValue(words: [String], value: String) throws {
        #expect(try parse(["send", "bonn"] + words).string("weight") == value)
    }

    @Test(
        "Arguments are found wherever the options are",
        arguments: [
            (["send", "bonn", "a", "b"], ["a", "b"]),
            (["send", "-f", "bonn", "a", "--class", "first", "b"], ["a", "b"]),
            (["send", "bonn", "--", "-f", "--weight"], ["-f", "--weight"]),
            (["send", "--", "bonn", "--", "a"], ["--", "a"]),
            (["send", "bonn", "-", "-5", "-.5"], ["-", "-5", "-.5"]),
            (["send", "bonn", ""], [""]),
            (["send", "bonn"], []),
        ] as [([String], [String])]
    )
    func positionals(words: [String], letters: [String]) throws {
        let parsed = try parse(words)
        #expect(parsed.string("OFFICE") == "bonn" || words.contains("--"))
        #expect(parsed.strings("LETTER") == letters)
    }

    /// A command that takes arguments and also has a subcommand.
    private static let mixed = CommandSpecification(
        name: "post",
        abstract: "Carry letters.",
        positionals: [
            PositionalSpecification(ValueSpecification("LETTER", isRepeatable: true), help: "What.")
        ],
        groups: [OptionGroup("Postage", [.flag("fragile", help: "Carry with care.")])],
        subcommands: [
            CommandSpecification(
                name: "open",
                abstract: "Open an office.",
                positionals: [PositionalSpecification(ValueSpecification("OFFICE"), help: "Which.")]
            )
        ]
    )

    @Test(
        "If a command also has arguments, only its first word can name a subcommand",
        arguments: [
            (["open", "bonn"], "open", ["bonn"]), (["bonn", "open"], "post", ["bonn", "open"]),
            (["./open"], "post", ["./open"]), (["--fragile", "a"], "post", ["a"]),
        ]
    )
    func mixed(words: [String], command: String, arguments: [String]) throws {
        let parsed = try ArgumentParser.parse(words, as: Self.mixed)
        #expect(parsed.command.name == command)
        #expect(parsed.strings(command == "open" ? "OFFICE" : "LETTER") == arguments)
    }

    @Test("Without words, such a command reports its missing argument; its usage lists both forms")
    func mixedWithout() {
        let error = #expect(throws: CommandLineError.self) {
            try ArgumentParser.parse([], as: Self.mixed)
        }
        #expect(
            error?.description.contains("missing argument LETTER") == true,
            "\(error as Any)"
        )
        let help = HelpText.render(Self.mixed, path: "post", width: 80)
        #expect(help.contains("Usage: post [OPTION]... LETTER..., or post open\n"), "\(help)")
    }

    @Test("A flag that takes a word accepts it only after an equals sign")
    func words() throws {
        #expect(try parse(["send", "x"]).word(of: "secret") == nil)
        let plain = try parse(["send", "--secret", "x"])
        #expect(plain.flag("secret") && plain.word(of: "secret") == nil)
        #expect(plain.strings("LETTER").isEmpty)
        let narrowed = try parse(["send", "x", "--secret=lid"])
        #expect(narrowed.flag("secret") && narrowed.word(of: "secret") == "lid")
        #expect(narrowed.words(of: ["secret"]) == ["--secret=lid"])
        #expect(throws: CommandLineError.self) { try parse(["send", "x", "--secret=lip"]) }
        #expect(throws: CommandLineError.self) { try parse(["send", "x", "--fragile=lid"]) }
    }

    @Test("Repeatable options keep the order of their values; a given value replaces the default")
    func repeatable() throws {
        let parsed = try parse(["send", "x", "--stamp-with-picture=b", "--stamp-with-picture", "a"])
        #expect(parsed.strings("stamp-with-picture") == ["b", "a"])
        #expect(parsed.strings("weight") == ["20"])
        #expect(!parsed.isGiven("weight"))
        #expect(try parse(["send", "x", "-w1"]).strings("weight") == ["1"])
        #expect(parsed.string("class") == nil)
    }

    @Test(
        "The last of a flag and its opposite wins",
        arguments: [
            (["--insure"], true), (["--no-insure"], false), (["--insure", "--no-insure"], false),
            (["--no-insure", "--insure"], true), ([], false),
        ] as [([String], Bool)]
    )
    func inversion(words: [String], isOn: Bool) throws {
        #expect(try parse(["send", "bonn"] + words).flag("insure") == isOn)
    }

    @Test(
        "Help is shown for the requested command, whatever else is wrong",
        arguments: [
            (["--help"], "post"),
            (["-h"], "post"),
            (["send", "--help"], "post send"),
            (["send", "-fh"], "post send"),
            (["--help", "send"], "post send"),
            (["send", "--no-such-option", "-h"], "post send"),
            (["send", "--version", "-h"], "post send"),
        ] as [([String], String)]
    )
    func help(words: [String], path: String) throws {
        let parsed = try parse(words)
        #expect(parsed.asksForHelp)
        #expect(parsed.path == path)
    }

    @Test("--version needs no command")
    func version() throws {
        let parsed = try parse(["--version"])
        #expect(parsed.asksForVersion)
        #expect(!parsed.asksForHelp)
    }

    @Test("Reading an option that the command does not declare stops the program")
    func undeclared() async {
        await #expect(processExitsWith: .failure) {
            _ = try ArgumentParser.parse(["send", "x"], as: SampleCommand.root).string("wieght")
        }
    }

    private func parse(_ words: [String]) throws -> ParsedArguments {
        try ArgumentParser.parse(words, as: SampleCommand.root)
    }
}
