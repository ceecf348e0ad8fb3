/// Completion for zsh, to be sourced or put into a folder of `fpath`.
package enum ZshCompletion {
    /// The script.
    package static func script(for root: CommandSpecification) -> String {
        let functions = CompletionNode.all(of: root).map(function).joined(separator: "\n")
        return """
            #compdef \(root.name)
            # zsh completion for \(root.name); written by "\(root.name) completion zsh".

            \(functions)
            if [[ $funcstack[1] == _\(root.name) ]]; then
                _\(root.name) "$@"
            else
                compdef _\(root.name) \(root.name)
            fi

            """
    }

    /// The function that completes one command.
    private static func function(_ node: CompletionNode) -> String {
        var specifications = node.options.flatMap { option(node, $0) }
        // The first of two lists is used for both.
        let isList = node.command.separatesLists
        for (index, positional) in node.command.positionals.prefix(isList ? 1 : .max).enumerated()
        where node.command.subcommands.isEmpty {
            specifications.append(argument(node, positional, at: index + 1))
        }
        let subcommands = node.command.subcommands
        if !subcommands.isEmpty {
            specifications += ["'1:command:->command'", "'*::argument:->argument'"]
        }
        let list = specifications.map { " \\\n        \($0)" }.joined()
        let call = "_arguments -C -s -S\(list)"
        guard !subcommands.isEmpty else {
            return "\(functionName(node.path))() {\n    \(call)\n}\n"
        }
        // With arguments, a command is only a first word with the name of one.
        let takesFiles = !node.command.positionals.isEmpty
        let files = takesFiles ? "; _files" : ""
        let others = takesFiles ? ["                (*) _files ;;"] : []
        return """
            \(functionName(node.path))() {
                local curcontext=$curcontext state state_descr line
                typeset -A opt_args
                \(call) && return
                local -a commands=(
            \(subcommands.map(description).joined(separator: "\n"))
                )
                case $state in
                    (command) _describe -t commands command commands\(files) ;;
                    (argument)
                        curcontext=${curcontext%:*}-$line[1]:
                        case $line[1] in
            \((subcommands.map { branch(node.path, $0.name) } + others).joined(separator: "\n"))
                        esac
                        ;;
                esac
            }

            """
    }

    private static func functionName(_ path: String) -> String {
        "_" + path.split(separator: " ").joined(separator: "_")
    }

    private static func branch(_ path: String, _ name: String) -> String {
        "                (\(name)) \(functionName("\(path) \(name)")) ;;"
    }

    private static func description(_ command: CommandSpecification) -> String {
        let summary = CompletionNode.summary(of: command.abstract).escaping([":", "\\"])
        return "        " + "\(command.name):\(summary)".quotedForShell
    }

    /// One specification for each spelling; those of one option exclude each other.
    private static func option(
        _ node: CompletionNode,
        _ option: OptionSpecification
    ) -> [String] {
        let isRepeatable = option.value?.isRepeatable ?? false
        let others = option.allSpellings.count > 1 && !isRepeatable
        let prefix =
            isRepeatable ? "*" : others ? "(\(option.allSpellings.joined(separator: " ")))" : ""
        let help = CompletionNode.summary(of: option.help).escaping(["[", "]", ":", "\\"])
        let value = option.value.map { self.value(node, $0) } ?? ""
        return option.allSpellings.map { spelling in
            let join = option.value == nil ? "" : spelling.hasPrefix("--") ? "=" : "+"
            return "\(prefix)\(spelling)\(join)[\(help)]\(value)".quotedForShell
        }
    }

    private static func argument(
        _ node: CompletionNode,
        _ positional: PositionalSpecification,
        at index: Int
    ) -> String {
        let value = self.value(node, positional.value)
        if positional.value.isRepeatable { return "*\(value)".quotedForShell }
        return "\(index)\(positional.isOptional ? ":" : "")\(value)".quotedForShell
    }

    /// `:NAME:action`, in the form of `_arguments`.
    private static func value(_ node: CompletionNode, _ value: ValueSpecification) -> String {
        let name = value.name.escaping([":", "\\"])
        switch value.completion {
        case .none: return ":\(name): "
        case .file: return ":\(name):_files"
        case .folder: return ":\(name):_files -/"
        case .list, .command:
            let words = (node.words(for: value) ?? []).joined(separator: " ")
            guard words.contains("=") else { return ":\(name):(\(words))" }
            return ":\(name):{ compset -P \"*=\" && _files || compadd -S \"\" \(words) }"
        }
    }
}
