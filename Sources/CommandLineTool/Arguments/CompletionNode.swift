/// A command at its place among the others, as completion scripts need it.
struct CompletionNode {
    /// The command with those above it: `assay verify`.
    let path: String
    let command: CommandSpecification
    /// The candidates for `Completion.command`: the commands and the topics of the whole program.
    let commandNames: [String]

    /// `root` and everything below it, each before what is below it.
    static func all(of root: CommandSpecification) -> [CompletionNode] {
        let names = root.subcommands.map(\.name) + root.topics.map(\.name)
        return below(root, path: root.name, commandNames: names)
    }

    private static func below(
        _ command: CommandSpecification,
        path: String,
        commandNames: [String]
    ) -> [CompletionNode] {
        let node = CompletionNode(path: path, command: command, commandNames: commandNames)
        return [node]
            + command.subcommands.flatMap {
                below($0, path: "\(path) \($0.name)", commandNames: commandNames)
            }
    }

    /// The options to offer, without hidden ones.
    var options: [OptionSpecification] { command.options.filter { !$0.isHidden } }

    /// The words to offer for a value, or `nil` for a free value.
    func words(for value: ValueSpecification) -> [String]? {
        switch value.completion {
        case .list(let words): words
        case .command: commandNames
        case .none, .file, .folder: nil
        }
    }

    /// The first sentence of a help text, without its full stop.
    static func summary(of help: String) -> String {
        let sentences = help.split(separator: ". ", maxSplits: 1)
        let first = sentences.first.map(String.init) ?? help
        return first.hasSuffix(".") ? String(first.dropLast()) : first
    }
}

extension OptionSpecification {
    /// Everything a user may write: the long spellings, and `-n`.
    var allSpellings: [String] { spellings + (short.map { ["-\($0)"] } ?? []) }
}

extension String {
    /// The text in single quotes, for a shell in which `'\''` stands for a quote: bash or zsh.
    var quotedForShell: String {
        "'" + split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''")
            + "'"
    }

    /// The text with a backslash before each of `characters`.
    func escaping(_ characters: Set<Character>) -> String {
        reduce(into: "") { text, character in
            if characters.contains(character) { text.append("\\") }
            text.append(character)
        }
    }
}
