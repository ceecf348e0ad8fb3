/// Completion for bash 4.4 and later, without help from the bash-completion package.
package enum BashCompletion {
    /// The script to source.
    package static func script(for root: CommandSpecification) -> String {
        let name = root.name
        let nodes = CompletionNode.all(of: root)
        return """
            # bash completion for \(name); written by "\(name) completion bash".

            # Offers those of the words in $1 that go on from $current.
            _\(name)_words() {
                local word
                for word in $1; do
                    [[ $word != "$current"* ]] || COMPREPLY+=("$word")
                done
                # What ends in an equal sign is not finished yet.
                if [[ ${#COMPREPLY[@]} -eq 1 && ${COMPREPLY[0]} == *= ]]; then
                    compopt -o nospace 2> /dev/null || true
                fi
            }

            # Offers files (-f) or folders (-d) whose path goes on from $current.
            _\(name)_paths() {
                compopt -o filenames 2> /dev/null || true
                mapfile -t COMPREPLY < <(compgen "$1" -- "$current")
            }

            _\(name)() {
                local current=${COMP_WORDS[COMP_CWORD]} command=\(name) option='' ended='' word index
                COMPREPLY=()
                for ((index = 1; index < COMP_CWORD; index++)); do
                    word=${COMP_WORDS[index]}
                    if [[ -n $option ]]; then
                        # --name=value arrives as three words.
                        [[ $word == = ]] || option=''
                        continue
                    fi
                    [[ -z $ended ]] || continue
                    case "$command $word" in
            \(indented(transitions(nodes), by: 8))
                    esac
                done
                [[ $current != = ]] || current=''
                if [[ -n $option ]]; then
                    case "$command $option" in
            \(indented(optionValues(nodes), by: 8))
                    esac
                elif [[ -z $ended && $current == -* ]]; then
                    case $command in
            \(indented(nodes.map(optionNames), by: 8))
                    esac
                else
                    case $command in
            \(indented(nodes.compactMap(arguments), by: 8))
                    esac
                fi
            }

            complete -F _\(name) \(name)

            """
    }

    private static func indented(_ lines: [String], by columns: Int) -> String {
        lines.map { String(repeating: " ", count: columns) + $0 }.joined(separator: "\n")
    }

    /// The meaning of a word before the cursor: a command, or an option whose value comes next.
    private static func transitions(_ nodes: [CompletionNode]) -> [String] {
        var lines = ["*' --') ended=yes ;;"]
        for node in nodes {
            for subcommand in node.command.subcommands {
                let path = "\(node.path) \(subcommand.name)".quotedForShell
                lines.append("\(path)) command=\(path) ;;")
            }
            let patterns = patterns(node, node.options.filter { $0.value != nil })
            if !patterns.isEmpty { lines.append("\(patterns)) option=$word ;;") }
        }
        return lines
    }

    private static func patterns(
        _ node: CompletionNode,
        _ options: [OptionSpecification]
    ) -> String {
        options.flatMap(\.allSpellings).map { "\(node.path) \($0)".quotedForShell }
            .joined(separator: " | ")
    }

    private static func optionValues(_ nodes: [CompletionNode]) -> [String] {
        nodes.flatMap { node in
            node.options.compactMap { option in
                guard let value = option.value, let action = action(node, value) else {
                    return nil
                }
                return "\(patterns(node, [option]))) \(action) ;;"
            }
        }
    }

    private static func optionNames(_ node: CompletionNode) -> String {
        let names = node.options.flatMap(\.spellings).joined(separator: " ")
        return "\(node.path.quotedForShell)) _\(rootName(node))_words \(names.quotedForShell) ;;"
    }

    private static func arguments(_ node: CompletionNode) -> String? {
        let path = node.path.quotedForShell
        if !node.command.subcommands.isEmpty {
            let names = node.command.subcommands.map(\.name).joined(separator: " ")
            let words = "_\(rootName(node))_words \(names.quotedForShell)"
            // Paths come first, because they replace the candidates.
            let first = node.command.positionals.first.flatMap { action(node, $0.value) }
            return "\(path)) \(first.map { "\($0); " } ?? "")\(words) ;;"
        }
        // Only the last argument can repeat, and no command has two kinds of them yet.
        guard let value = node.command.positionals.last?.value else { return nil }
        return action(node, value).map { "\(path)) \($0) ;;" }
    }

    /// The call that offers a value; `nil` without candidates.
    private static func action(_ node: CompletionNode, _ value: ValueSpecification) -> String? {
        let name = rootName(node)
        if let words = node.words(for: value) {
            return "_\(name)_words \(words.joined(separator: " ").quotedForShell)"
        }
        switch value.completion {
        case .file: return "_\(name)_paths -f"
        case .folder: return "_\(name)_paths -d"
        case .none, .list, .command: return nil
        }
    }

    private static func rootName(_ node: CompletionNode) -> Substring {
        node.path.prefix { $0 != " " }
    }
}
