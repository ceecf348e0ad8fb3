/// Completion for fish 3 and later.
package enum FishCompletion {
    /// The script to source.
    package static func script(for root: CommandSpecification) -> String {
        let nodes = CompletionNode.all(of: root)
        let paths = nodes.dropFirst().map { quoted($0.path) }.joined(separator: " ")
        let name = root.name
        return """
            # fish completion for \(name); written by "\(name) completion fish".

            # Whether the words before the cursor name the command in $argv.
            function __\(name)_is
                set -l command \(name)
                for word in (commandline -opc)[2..-1]
                    switch "$command $word"
                        case \(paths)
                            set command "$command $word"
                    end
                end
                test "$command" = "$argv"
            end

            complete -c \(name) -f
            \(nodes.flatMap { lines($0, name) }.joined(separator: "\n"))

            """
    }

    private static func lines(_ node: CompletionNode, _ name: String) -> [String] {
        let start = "complete -c \(name) -n '__\(name)_is \(node.path)'"
        let subcommands = node.command.subcommands.map { subcommand in
            let summary = CompletionNode.summary(of: subcommand.abstract)
            return "\(start) -a \(subcommand.name) -d \(quoted(summary))"
        }
        let positionals = node.command.positionals.compactMap { positional in
            action(node, positional.value).map { "\(start)\($0)" }
        }
        let options = node.options.flatMap { option in
            option.spellings.enumerated().map { index, spelling in
                let short = index == 0 ? option.short.map { " -s \($0)" } ?? "" : ""
                return "\(start)\(short) -l \(spelling.dropFirst(2))\(value(node, option))"
                    + " -d \(quoted(CompletionNode.summary(of: option.help)))"
            }
        }
        return subcommands + positionals + options
    }

    private static func value(_ node: CompletionNode, _ option: OptionSpecification) -> String {
        option.value.map { " -r" + (action(node, $0) ?? " -f") } ?? ""
    }

    /// The candidates for a value; `nil` if there are none.
    private static func action(_ node: CompletionNode, _ value: ValueSpecification) -> String? {
        if let words = node.words(for: value) {
            // After an equal sign the value continues with a path.
            let files = words.contains { $0.hasSuffix("=") } ? "-F" : "-f"
            return " \(files) -a \(quoted(words.joined(separator: " ")))"
        }
        switch value.completion {
        case .file: return " -F"
        case .folder: return " -f -a '(__fish_complete_directories)'"
        case .none, .list, .command: return nil
        }
    }

    private static func quoted(_ text: String) -> String {
        "'" + text.escaping(["'", "\\"]) + "'"
    }
}
