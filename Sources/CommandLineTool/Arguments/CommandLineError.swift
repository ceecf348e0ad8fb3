import Base

/// An invalid command line: what is wrong, where, and what is expected.
package struct CommandLineError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The kind of problem.
    ///
    /// Options are named as the user wrote them, with their dashes.
    package enum Kind: Hashable, Sendable {
        case missingCommand(known: [String])
        case unknownCommand(String, nearest: String?, known: [String])
        /// The name given to `help` is neither a command nor a topic.
        case unknownTopic(String, nearest: String?)
        /// `home` is a command that has the option, `cluster` the word that contains it.
        case unknownOption(String, cluster: String?, nearest: String?, home: String?)
        /// `next` is the word in place of the value.
        case missingValue(option: String, value: String, next: String?)
        case unwantedValue(option: String, value: String)
        case repeatedOption(String)
        case conflict(String, String)
        case missingArgument(String)
        /// With its value: `--history FILE`.
        case missingOption(String)
        /// An option, with its value, that requires another: `--branch` without `--history FILE`.
        case dependentOption(String, value: String?, on: String)
        case surplusArgument(String, expected: String?)
        /// `nearest` is the allowed value or the spelling that was probably meant.
        case unusableValue(argument: String, value: String, expected: String, nearest: String?)
        /// A word that earlier versions knew, and what to use in its place.
        case retired(String, instead: String)
    }

    package let kind: Kind
    /// The command as the user would write it: `assay verify`.
    package let command: String

    package init(_ kind: Kind, in command: String) {
        self.kind = kind
        self.command = command
    }

    /// The command line up to an unknown word: `assay compare --runs auto`; `nil` for other
    /// problems.
    package var unknownWords: String? {
        switch kind {
        case .unknownCommand(let word, _, _), .unknownTopic(let word, _),
            .unknownOption(let word, _, _, _):
            return "\(command) \(word)"
        case .unusableValue(let argument, let value, _, _):
            // An option is in quotes there, an argument is not.
            let option = argument.split(separator: "\"").dropFirst().first.map { " \($0)" }
            return "\(command)\(option ?? "") \(value)"
        case .dependentOption(let option, let value?, _):
            return "\(command) \(option) \(value)"
        case .missingCommand, .missingValue, .unwantedValue, .repeatedOption, .conflict,
            .missingArgument, .missingOption, .dependentOption, .surplusArgument, .retired:
            return nil
        }
    }

    /// Two lines: what is wrong, and the command that shows help.
    package var description: String {
        "\(command): \(problem)\nsee \"\(helpCommand)\"\n"
    }

    /// `assay help verify` for `assay verify`.
    private var helpCommand: String {
        let words = command.split(separator: " ")
        return ([words.first ?? "", "help"] + words.dropFirst()).joined(separator: " ")
    }

    private var problem: String {
        switch kind {
        case .missingCommand(let known):
            return "no command given; expected \(Words.alternatives(known))"
        case .unknownCommand(let word, let nearest, let known):
            let advice = Self.advice(nearest) ?? "expected \(Words.alternatives(known))"
            return "unknown command \"\(Self.shown(word))\"; \(advice)"
        case .unknownTopic(let word, let nearest):
            let advice = Self.advice(nearest) ?? "\"assay help\" lists all"
            return "unknown command or topic \"\(Self.shown(word))\"; \(advice)"
        case .unknownOption(let option, let cluster, let nearest, let home):
            return Self.unknownOption(option, cluster, nearest, home, command)
        case .missingValue(let option, let value, let next):
            return Self.missingValue(option, value, next)
        case .unwantedValue(let option, let value):
            return "option \"\(option)\" takes no value, got \"\(Self.shown(value))\"; "
                + "write \"\(option)\""
        case .repeatedOption(let option):
            return "duplicate option \"\(option)\"; give it once"
        case .conflict(let first, let second):
            return "options \"\(first)\" and \"\(second)\" exclude each other; give one of them"
        case .missingArgument(let name):
            return "missing argument \(name)"
        case .missingOption(let option):
            return "missing option \"\(option)\""
        case .dependentOption(let option, _, let other):
            return "\(option) requires \(other)"
        case .surplusArgument(let word, let expected):
            return "unexpected argument \"\(Self.shown(word))\"; "
                + "expected \(expected ?? "no arguments")"
        case .unusableValue(let argument, let value, let expected, let nearest):
            let advice = Self.advice(nearest).map { "; \($0)" } ?? ""
            return "\(argument): expected \(expected), got \"\(Self.shown(value))\"\(advice)"
        case .retired(let word, let instead):
            return "\"\(word)\" no longer exists; \(instead)"
        }
    }

    private static func unknownOption(
        _ option: String,
        _ cluster: String?,
        _ nearest: String?,
        _ home: String?,
        _ command: String
    ) -> String {
        let place = cluster.map { " in \"\($0)\"" } ?? ""
        if let home {
            return "unknown option \"\(option)\"\(place); it is an option of \"\(home)\": "
                + "write it after the command"
        }
        let advice = Self.advice(nearest) ?? "expected an option of \"\(command)\""
        return "unknown option \"\(option)\"\(place); \(advice)"
    }

    private static func missingValue(_ option: String, _ value: String, _ next: String?) -> String {
        guard let next = next.map(shown) else {
            return "option \"\(option)\" requires a value: \(option) \(value)"
        }
        let joined = option.hasPrefix("--") ? "\(option)=\(next)" : "\(option)\(next)"
        return "option \"\(option)\" requires a value, \(value), but \"\(next)\" follows; "
            + "if that is the value, write \"\(joined)\""
    }

    /// Neither a password nor a key in the query must get into a log, even with a URL that is rejected because of it.
    private static func shown(_ word: String) -> String {
        guard word.contains("://") else { return word }
        let shown = URLCredentials.hidden(in: word)
        guard let start = shown.firstIndex(of: "?") else { return shown }
        let fields = shown[start...].split(separator: "&", omittingEmptySubsequences: false)
        return shown[..<start]
            + fields.map { field in
                field.firstIndex(of: "=").map { "\(field[...$0])…" } ?? String(field)
            }.joined(separator: "&")
    }

    private static func advice(_ nearest: String?) -> String? {
        nearest.map { "did you mean \"\($0)\"?" }
    }
}
