import Base

/// Reads a command line as GNU and swift-argument-parser do, following a specification.
///
/// `--name value`, `--name=value`, `-n value`, `-nvalue`, letters in a cluster; options anywhere;
/// `--` ends the options; `-` and negative numbers are arguments.
package struct ArgumentParser {
    private var command: CommandSpecification
    /// The command with those above it: `assay verify`.
    private var path: String
    private var remaining: ArraySlice<String>
    private var values: [String: [String]] = [:]
    private var flags: [String: Bool] = [:]
    /// How the user wrote each option that was seen.
    private var spellings: [String: String] = [:]
    private var words: [String] = []
    /// Number of words before the `--` between two lists; `nil` without one.
    private var separator: Int?

    /// Reads `arguments`, the words after the program's name.
    ///
    /// A request for help takes precedence over errors in the line, if the command is clear.
    package static func parse(
        _ arguments: [String],
        as root: CommandSpecification
    ) throws(CommandLineError) -> ParsedArguments {
        var parser = ArgumentParser(command: root, path: root.name, remaining: arguments[...])
        do {
            return try parser.parse()
        } catch {
            if case .unknownCommand = error.kind { throw error }
            let words = arguments.prefix { $0 != "--" }
            guard words.contains("--help") || words.contains("-h") else { throw error }
            return parser.result(flags: ["help": true])
        }
    }

    private init(command: CommandSpecification, path: String, remaining: ArraySlice<String>) {
        self.command = command
        self.path = path
        self.remaining = remaining
    }

    private mutating func parse() throws(CommandLineError) -> ParsedArguments {
        var optionsHaveEnded = false
        while let word = remaining.popFirst() {
            if optionsHaveEnded || !looksLikeOption(word) {
                try take(word)
            } else if word == "--", command.separatesLists, separator == nil {
                separator = words.count
                optionsHaveEnded = command.takesCommand
            } else if word == "--" {
                optionsHaveEnded = true
            } else if word.hasPrefix("--") {
                try takeLong(word)
            } else {
                try takeCluster(word)
            }
        }
        if flags["help"] == nil && flags["version"] == nil { try checkWhole() }
        return result(flags: flags)
    }

    private func result(flags: [String: Bool]) -> ParsedArguments {
        ParsedArguments(
            command: command,
            path: path,
            values: values,
            flags: flags,
            spellings: spellings,
            words: words,
            separator: separator
        )
    }

    private func looksLikeOption(_ word: String) -> Bool {
        guard word.hasPrefix("-"), word.utf8.count > 1 else { return false }
        let second = word.dropFirst().first
        guard let second, second.isDigit || second == "." else { return true }
        return command.option(short: second) != nil
    }

    private func failure(_ kind: CommandLineError.Kind) -> CommandLineError {
        CommandLineError(kind, in: path)
    }
}

// Options
extension ArgumentParser {
    private mutating func takeLong(_ word: String) throws(CommandLineError) {
        let body = word.dropFirst(2)
        let equals = body.firstIndex(of: "=")
        let name = String(body[..<(equals ?? body.endIndex)])
        let value = equals.map { String(body[body.index(after: $0)...]) }
        if let option = command.option(named: name) {
            try take(option, as: "--\(name)", attached: value)
        } else if let option = inverted(name) {
            try refuse(value, of: "--\(name)")
            try setFlag(option, to: false, as: "--\(name)")
        } else {
            throw unknownOption("--\(name)", in: nil)
        }
    }

    private func inverted(_ name: String) -> OptionSpecification? {
        guard name.hasPrefix("no-") else { return nil }
        let option = command.option(named: String(name.dropFirst(3)))
        return option?.kind == .invertibleFlag ? option : nil
    }

    /// Reads `-abc`: letters of flags, of which the last may take the rest as its value.
    private mutating func takeCluster(_ word: String) throws(CommandLineError) {
        var letters = word.dropFirst()
        let isOfFlags = letters.allSatisfy {
            command.option(short: $0).map { $0.value == nil } ?? false
        }
        // `-target` is `--target` with a dash missing, even if there is a `-t` with a value.
        if !isOfFlags && command.accepts("-\(word)") { throw unknownOption(word, in: word) }
        while let letter = letters.popFirst() {
            guard let option = command.option(short: letter) else {
                throw unknownOption("-\(letter)", in: word)
            }
            let hasValue = option.value != nil
            let rest = hasValue && !letters.isEmpty ? String(letters) : nil
            try take(option, as: "-\(letter)", attached: rest)
            if hasValue { return }
        }
    }

    private mutating func take(
        _ option: OptionSpecification,
        as spelling: String,
        attached: String?
    ) throws(CommandLineError) {
        guard let specification = option.value else {
            if let attached, option.suffix != nil, !option.words.contains(attached) {
                values[option.name] = [attached]
            } else if let attached, !option.words.isEmpty {
                let words = ValueSpecification(option.name, allowed: option.words)
                try check(attached, of: "option \"\(spelling)\"", against: words)
                values[option.name] = [attached]
            } else {
                try refuse(attached, of: spelling)
            }
            return try setFlag(option, to: true, as: spelling)
        }
        let value: String
        if let attached {
            value = attached
        } else {
            guard let next = remaining.first, !looksLikeOption(next) else {
                let kind = CommandLineError.Kind.missingValue(
                    option: spelling,
                    value: specification.name,
                    next: specification.isSecret ? nil : remaining.first
                )
                throw failure(kind)
            }
            value = next
            remaining.removeFirst()
        }
        if values[option.name] != nil && !specification.isRepeatable {
            throw failure(.repeatedOption(spelling))
        }
        try check(value, of: "option \"\(spelling)\"", against: specification)
        try note(option, as: spelling)
        values[option.name, default: []].append(value)
    }

    private func refuse(_ value: String?, of spelling: String) throws(CommandLineError) {
        guard let value else { return }
        throw failure(.unwantedValue(option: spelling, value: value))
    }

    private mutating func setFlag(
        _ option: OptionSpecification,
        to isOn: Bool,
        as spelling: String
    ) throws(CommandLineError) {
        try note(option, as: spelling)
        flags[option.name] = isOn
    }

    private mutating func note(
        _ option: OptionSpecification,
        as spelling: String
    ) throws(CommandLineError) {
        for (name, other) in spellings.sorted(by: { $0.key < $1.key }) {
            let declared = command.option(named: name)?.excludes ?? []
            if option.excludes.contains(name) || declared.contains(option.name) {
                throw failure(.conflict(other, spelling))
            }
        }
        spellings[option.name] = spelling
    }

    /// `word` is the cluster of letters that contains an unknown one.
    private func unknownOption(_ option: String, in word: String?) -> CommandLineError {
        let visible = command.options.filter { !$0.isHidden }.flatMap(\.spellings)
        let home = command.subcommands.first { $0.accepts(option) }
        let whole = word.map { "-\($0)" }
        let completions = visible.filter { $0.hasPrefix(option) }
        let nearest =
            visible.first { $0 == whole }
            ?? NearestName.suggestion(for: option, among: visible)
            ?? (completions.count == 1 ? completions.first : nil)
        let kind = CommandLineError.Kind.unknownOption(
            option,
            cluster: word == option ? nil : word,
            nearest: nearest,
            home: home.map { "\(path) \($0.name)" }
        )
        return failure(kind)
    }
}

// Arguments
extension ArgumentParser {
    private mutating func take(_ word: String) throws(CommandLineError) {
        let isFirst = words.isEmpty && command.subcommand(named: word) != nil
        guard command.subcommands.isEmpty || (!command.positionals.isEmpty && !isFirst) else {
            return try enter(word)
        }
        guard let positional = positional(at: words.count) else {
            let expected = command.positionals.map(\.value.name).joined(separator: " ")
            let kind = CommandLineError.Kind.surplusArgument(
                word,
                expected: expected.isEmpty ? nil : "only \(expected)"
            )
            throw failure(kind)
        }
        try check(word, of: positional.value.name, against: positional.value)
        words.append(word)
    }

    private func positional(at index: Int) -> PositionalSpecification? {
        if command.separatesLists { return command.positionals[separator == nil ? 0 : 1] }
        if index < command.positionals.count { return command.positionals[index] }
        guard let last = command.positionals.last, last.value.isRepeatable else { return nil }
        return last
    }

    /// Goes down to a subcommand; options that were already read must exist there too.
    private mutating func enter(_ word: String) throws(CommandLineError) {
        guard let next = command.subcommand(named: word) else {
            let names = command.subcommands.map(\.name)
            let nearest = NearestName.suggestion(for: word, among: names)
            throw failure(.unknownCommand(word, nearest: nearest, known: names))
        }
        command = next
        path += " \(next.name)"
        for (name, spelling) in spellings.sorted(by: { $0.key < $1.key })
        where next.option(named: name) == nil && name != "version" {
            throw unknownOption(spelling, in: nil)
        }
    }

    private func check(
        _ value: String,
        of argument: String,
        against specification: ValueSpecification
    ) throws(CommandLineError) {
        guard !specification.allowed.isEmpty, !specification.allowed.contains(value) else { return }
        let kind = CommandLineError.Kind.unusableValue(
            argument: argument,
            value: value,
            expected: Words.alternatives(specification.allowed),
            nearest: NearestName.suggestion(for: value, among: specification.allowed)
        )
        throw failure(kind)
    }

    private func checkWhole() throws(CommandLineError) {
        guard command.subcommands.isEmpty || !command.positionals.isEmpty else {
            throw failure(.missingCommand(known: command.subcommands.map(\.name)))
        }
        guard !command.separatesLists else { return try checkLists() }
        guard words.count < command.positionals.count else { return }
        let missing = command.positionals[words.count]
        if !missing.isOptional { throw failure(.missingArgument(missing.value.name)) }
    }

    /// A `--` with nothing on one side of it is usually a pattern without matching files.
    private func checkLists() throws(CommandLineError) {
        let hasNoCommand = command.takesCommand && separator == nil
        let isEmpty = [separator == 0 || words.isEmpty, separator == words.count || hasNoCommand]
        for (positional, isEmpty) in zip(command.positionals, isEmpty) where isEmpty {
            throw failure(.missingArgument(positional.value.name))
        }
    }
}
