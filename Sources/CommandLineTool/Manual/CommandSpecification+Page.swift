extension CommandSpecification {
    /// The text of `--help` for `man`; `path` is the command with those above it.
    func page(path: String, _ names: PageNames) -> ManualPage {
        let name = path.replacing(" ", with: "-")
        var roff = Roff(name, section: 1, abstract: abstract)
        roff.heading("Synopsis")
        roff.add(Roff.bold(path) + Roff.escaped(String(usage(path: path).dropFirst(path.count))))
        roff.heading("Description")
        roff.add(Roff.escaped(abstract))
        for paragraph in discussion { roff.paragraph(Roff.escaped(paragraph)) }
        addCommands(path: path, names, to: &roff)
        addOptions(to: &roff)
        addExamples(to: &roff)
        addExitStatuses(to: &roff)
        addReferences(path: path, names, to: &roff)
        return ManualPage(name: name, section: 1, text: roff.text)
    }

    private func addCommands(path: String, _ names: PageNames, to roff: inout Roff) {
        if !subcommands.isEmpty { roff.heading("Commands") }
        for section in sections.isEmpty ? [Section("", subcommands.map(\.name))] : sections {
            if !section.title.isEmpty { roff.heading(section.title, level: 3) }
            for command in section.names.compactMap(subcommand) {
                let reference = names.reference(toCommand: "\(path) \(command.name)")
                roff.entry(reference, Roff.escaped(command.abstract))
            }
        }
        if !topics.isEmpty { roff.heading("Topics") }
        for topic in topics {
            roff.entry(names.reference(toTopic: topic.name), Roff.escaped(topic.abstract))
        }
    }

    private func addOptions(to roff: inout Roff) {
        if !positionals.isEmpty { roff.heading("Arguments") }
        for positional in positionals {
            let meaning = positional.help + positional.value.remarks
            roff.entry(Roff.italic(positional.value.name), Roff.escaped(meaning))
        }
        roff.heading("Options")
        for group in allGroups where group.options.contains(where: { !$0.isHidden }) {
            roff.heading(group.title, level: 3)
            for option in group.options where !option.isHidden {
                let short = option.short.map { Roff.bold("-\($0)") + ", " } ?? ""
                let value = option.value.map { " " + Roff.italic($0.name) } ?? ""
                let meaning = option.help + (option.value?.remarks ?? "")
                roff.entry(short + Roff.bold(option.label) + value, Roff.escaped(meaning))
            }
        }
    }

    private func addExamples(to roff: inout Roff) {
        if !examples.isEmpty { roff.heading("Examples") }
        for example in examples {
            roff.entry(Roff.bold(example.commandLine), Roff.escaped(example.explanation))
        }
    }

    private func addExitStatuses(to roff: inout Roff) {
        if !exitStatuses.isEmpty { roff.heading("Exit status") }
        for status in exitStatuses {
            roff.entry(Roff.bold("\(status.rawValue)"), Roff.escaped(status.meaning))
        }
    }

    private func addReferences(path: String, _ names: PageNames, to roff: inout Roff) {
        let words = path.split(separator: " ").dropLast().joined(separator: " ")
        let above = words.isEmpty ? [] : [names.reference(toCommand: words)]
        let references = above + seeAlso.map { names.reference(toTopic: $0) }
        guard !references.isEmpty else { return }
        roff.heading("See also")
        roff.add(references.joined(separator: ", "))
    }
}
