/// Command lines to copy, and notes on them.
struct RepetitionText {
    /// One for each process.
    let commands: [RepeatedCommand]
    let note: [Markup]

    var markup: Markup {
        let lines = Markup(lines: commands.map(\.line))
        return Markup("pre", ["class": "command"], [Markup("code", [lines])])
            + Markup("p", ["class": "note"], note)
    }
}
