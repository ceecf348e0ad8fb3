package import Measure

/// The page that shows a load run while it lasts: what the report of its result will show, up to now.
package struct LivePage: Sendable {
    /// What a page shows of a run at one moment.
    package struct Picture: Sendable {
        fileprivate let subtitle: String
        fileprivate let verdict: PageVerdict
        fileprivate let sections: [PageSection]
    }

    /// The version of this tool.
    private let version: String
    private let title: String
    /// Tells the run from others at the same address.
    private let run: String

    package init(version: String, title: String, run: String) {
        self.version = version
        self.title = title
        self.run = run
    }
}

extension LivePage {
    /// Works out what there is to show: while a run lasts what changes from second to second, which takes
    /// some milliseconds, and behind its end everything.
    ///
    /// - Parameters:
    ///   - result: What was recorded up to now, or in the whole run.
    ///   - standing: How far the run is; `nil` when it has ended.
    /// - Returns: What a page shows.
    package static func picture(
        of result: RunResult,
        standing: RunStanding? = nil
    ) -> Picture {
        let view = RunView(
            name: "run",
            file: "result.json",
            result: result,
            number: 1,
            standing: standing
        )
        return Picture(
            subtitle: view.origin.text,
            verdict: view.verdict,
            sections: standing == nil
                ? RunSections(run: view, showsVerdict: false).list
                : RunSections(run: view, showsVerdict: false).running
        )
    }

    /// What there is to show of a search for the capacity.
    ///
    /// - Parameters:
    ///   - record: What is known up to now, or in the end.
    ///   - isOver: Whether the search has ended.
    /// - Returns: What a page shows.
    package static func picture(of record: CapacityRecord, isOver: Bool) -> Picture {
        let view = CapacityView(name: "search", record: record, number: 1, isOver: isOver)
        return Picture(subtitle: view.origin.text, verdict: view.verdict, sections: view.sections)
    }

    /// The whole page.
    ///
    /// - Parameters:
    ///   - picture: What it shows; `nil` when nothing was drawn yet.
    ///   - line: How the run stands, in one line.
    ///   - isOver: Whether the run has ended.
    /// - Returns: HTML that ends with a line end.
    package func text(_ picture: Picture?, line: String, isOver: Bool) -> String {
        frame(picture, line: line, isOver: isOver).text
    }

    /// The part of the page that changes, for one that is shown already.
    ///
    /// - Parameter picture: What it shows.
    /// - Returns: HTML, a piece of a body.
    package func fragment(_ picture: Picture) -> String {
        frame(picture, line: "", isOver: false).content.source
    }

    private static let nothingYet = PageSection(
        id: "summary",
        title: "Summary",
        content: Markup(
            "p",
            ["class": "note"],
            ["Figures and charts appear here a second or two after the first requests."]
        )
    )

    private func frame(_ picture: Picture?, line: String, isOver: Bool) -> PageFrame {
        PageFrame(
            title: title,
            subtitle: picture?.subtitle ?? "",
            sections: picture?.sections ?? [Self.nothingYet],
            version: version,
            live: LiveFrame(run: run, line: line, verdict: picture?.verdict, isOver: isOver)
        )
    }
}

/// How far a run is that has not ended.
package struct RunStanding: Hashable, Sendable {
    /// Nanoseconds since the first stage began; below zero in the warm-up.
    package let elapsed: Int64
    /// Arrivals that were due up to now, by the number of their slice; empty when only those are known
    /// that have ended.
    package let dueBySlice: [Int: UInt64]

    package init(elapsed: Int64, dueBySlice: [Int: UInt64] = [:]) {
        self.elapsed = elapsed
        self.dueBySlice = dueBySlice
    }
}
