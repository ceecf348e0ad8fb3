/// The options and arguments of a command line, by the names of the specification.
///
/// An option is read by its long name without dashes, an argument by its value's name. Reading a name that the
/// command does not declare is an error of the caller.
package struct ParsedArguments: Sendable {
    package let command: CommandSpecification
    /// The command with those above it: `assay verify`.
    package let path: String
    private let values: [String: [String]]
    private let flags: [String: Bool]
    private let spellings: [String: String]
    private let words: [String]
    /// Number of words before the `--` between two lists; `nil` without one.
    private let separator: Int?

    init(
        command: CommandSpecification,
        path: String,
        values: [String: [String]],
        flags: [String: Bool],
        spellings: [String: String],
        words: [String],
        separator: Int? = nil
    ) {
        self.command = command
        self.path = path
        self.values = values
        self.flags = flags
        self.spellings = spellings
        self.words = words
        self.separator = separator
    }

    /// Whether the user asked for help on `command`, which takes precedence.
    package var asksForHelp: Bool { flags["help"] ?? false }

    /// Whether the user asked for the program's version.
    package var asksForVersion: Bool { flags["version"] ?? false }

    /// Whether a flag was given; for `--no-name`, `false`.
    package func flag(_ name: String) -> Bool {
        precondition(
            command.option(named: name).map { $0.value == nil } ?? false,
            "\(path) has no flag \(name)"
        )
        return flags[name] ?? false
    }

    /// The word after a flag that takes one: `answers` of `--mutants=answers`; `nil` without one.
    package func word(of flag: String) -> String? {
        precondition(
            command.option(named: flag).map { !$0.words.isEmpty || $0.suffix != nil } ?? false,
            "\(path) has no flag \(flag) that takes a word"
        )
        return given(flag).last
    }

    /// Whether the user gave an option or argument, even with its default value.
    package func isGiven(_ name: String) -> Bool {
        _ = specification(of: name)
        return !given(name).isEmpty
    }

    /// The options among these that the user gave, as words of another command line.
    ///
    /// - Parameter names: Long names; those that the command does not have are ignored.
    /// - Returns: Words such as `--rate` and `500/s`, in the order of the names.
    package func words(of names: [String]) -> [String] {
        names.flatMap { name -> [String] in
            guard let option = command.option(named: name) else { return [] }
            guard option.value == nil else { return given(name).flatMap { ["--\(name)", $0] } }
            let word = given(name).last.map { "=\($0)" } ?? ""
            return flag(name) ? ["--\(name)\(word)"] : []
        }
    }

    /// The only value of an option or argument, else its default, else `nil`.
    package func string(_ name: String) -> String? {
        given(name).first ?? specification(of: name).defaultText
    }

    /// All values in the order in which they were given; without any, the default alone.
    package func strings(_ name: String) -> [String] {
        let all = given(name)
        guard all.isEmpty, let defaultText = specification(of: name).defaultText else { return all }
        return [defaultText]
    }

    /// The value as `convert` understands it; `nil` without a value and a default.
    ///
    /// - Parameters:
    ///   - name: The option's or argument's name.
    ///   - expected: The forms that `convert` accepts, for the message.
    ///   - convert: Returns `nil` for a value that is not in one of these forms.
    /// - Returns: The converted value.
    /// - Throws: An error that quotes the value, if `convert` rejects it.
    package func value<Value>(
        _ name: String,
        expected: String,
        convert: (String) -> Value?
    ) throws(CommandLineError) -> Value? {
        try values(name, expected: expected, convert: convert).first
    }

    /// All values as `convert` understands them.
    ///
    /// - Parameters:
    ///   - name: The option's or argument's name.
    ///   - expected: The forms that `convert` accepts, for the message.
    ///   - convert: Returns `nil` for a value that is not in one of these forms.
    /// - Returns: The converted values, in the order in which they were given.
    /// - Throws: An error that quotes the first value that `convert` rejects.
    package func values<Value>(
        _ name: String,
        expected: String,
        convert: (String) -> Value?
    ) throws(CommandLineError) -> [Value] {
        var converted: [Value] = []
        for text in strings(name) {
            guard let value = convert(text) else {
                throw unusable(text, for: name, expected: expected)
            }
            converted.append(value)
        }
        return converted
    }

    /// The error to throw for a value of `name` that cannot be used.
    package func unusable(
        _ value: String,
        for name: String,
        expected: String,
        nearest: String? = nil
    ) -> CommandLineError {
        let isOption = command.option(named: name) != nil
        let argument = isOption ? "option \"\(spellings[name] ?? "--\(name)")\"" : name
        let kind = CommandLineError.Kind.unusableValue(
            argument: argument,
            value: value,
            expected: expected,
            nearest: nearest
        )
        return CommandLineError(kind, in: path)
    }

    /// The error to throw for an option that has no effect without another.
    ///
    /// - Parameters:
    ///   - name: The long name of the option that was given.
    ///   - other: The option that is missing, as a user writes it: `--history FILE`.
    /// - Returns: The error.
    package func dependent(_ name: String, on other: String) -> CommandLineError {
        let spelling = spellings[name] ?? "--\(name)"
        return CommandLineError(
            .dependentOption(spelling, on: other),
            in: path
        )
    }

    private func given(_ name: String) -> [String] {
        if let values = values[name] { return values }
        guard let index = command.positionals.firstIndex(where: { $0.value.name == name }) else {
            return []
        }
        if command.separatesLists {
            let end = separator ?? words.count
            return Array(index == 0 ? words[..<end] : words[end...])
        }
        let rest = words.dropFirst(index)
        return Array(command.positionals[index].value.isRepeatable ? rest : rest.prefix(1))
    }

    private func specification(of name: String) -> ValueSpecification {
        let positional = command.positionals.first { $0.value.name == name }?.value
        guard let found = command.option(named: name)?.value ?? positional else {
            preconditionFailure("\(path) has no option or argument with a value named \(name)")
        }
        return found
    }
}
