/// What a page that follows a run has beside one that stays as it is.
struct LiveFrame {
    /// Tells the run from others that were seen at the same address.
    let run: String
    /// How the run stands, in one line.
    let line: String
    /// What it comes to up to now; `nil` before there are figures.
    let verdict: PageVerdict?
    /// Whether the run has ended, so that there is nothing to wait for.
    let isOver: Bool

    /// How often a browser without scripts loads the page again, in seconds.
    private static let refresh = "5"

    /// What the tab is called: the verdict, so that it can be seen from elsewhere, and the page.
    func title(of page: String) -> String {
        verdict.map { "\($0.sign) \($0.text) · \(page)" } ?? page
    }

    /// Takes the place of the script where there is none.
    var head: Markup {
        guard !isOver else { return Markup() }
        let refresh = Markup("meta", ["http-equiv": "refresh", "content": Self.refresh])
        return Markup("noscript", [refresh])
    }

    /// The line that changes every second; screen readers read it only on request.
    var banner: Markup {
        Markup(
            "div",
            ["class": isOver ? "live over" : "live", "id": "live", "data-run": run],
            [Markup("p", ["id": "now"], [Markup(text: line)])]
        )
    }

    /// Read out whenever it changes, and only then.
    var status: Markup {
        Markup(
            "p",
            ["class": "status", "id": "verdict", "role": "status", "aria-live": "polite"],
            verdict.map { [$0.badge] } ?? []
        )
    }
}
