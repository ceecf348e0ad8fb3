/// The parts that only a live page has.
struct LiveFrame {
    /// Identifies the run, as others may be shown at the same address.
    let run: String
    /// The progress of the run, in one line.
    let line: String
    /// The verdict so far; `nil` before there are figures.
    let verdict: PageVerdict?
    /// Whether the run has ended, so that no updates follow.
    let isOver: Bool

    /// How often a browser without scripts reloads the page, in seconds.
    private static let refresh = "5"

    /// The title of the tab: the verdict, so that it is visible from other tabs, and the page.
    func title(of page: String) -> String {
        verdict.map { "\($0.sign) \($0.text) · \(page)" } ?? page
    }

    /// Reloads the page in browsers without scripts.
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

    /// Read by screen readers whenever it changes, and only then.
    var status: Markup {
        Markup(
            "p",
            ["class": "status", "id": "verdict", "role": "status", "aria-live": "polite"],
            verdict.map { [$0.badge] } ?? []
        )
    }
}
