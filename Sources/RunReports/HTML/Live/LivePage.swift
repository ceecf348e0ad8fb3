package import Measure

/// The page that shows a load run while it lasts: the report of its result so far.
package struct LivePage: Sendable {
    /// The content of a page at one moment.
    package struct Picture: Sendable {
        fileprivate let subtitle: String
        fileprivate let verdict: PageVerdict
        fileprivate let sections: [PageSection]
    }

    /// The version of this tool.
    private let version: String
    private let title: String
    /// Identifies the run, as others may be shown at the same address.
    private let run: String

    package init(version: String, title: String, run: String) {
        self.version = version
        self.title = title
        self.run = run
    }
}

extension LivePage {
    /// Computes the content: during a run only the parts that change every second, which takes some milliseconds, and
    /// after its end everything.
    ///
    /// - Parameters:
    ///   - result: The recording so far, or of the whole run.
    ///   - standing: How far the run is; `nil` when it has ended.
    /// - Returns: The content of a page.
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

    /// Computes the content for a search for the capacity.
    ///
    /// - Parameters:
    ///   - record: The result so far, or at the end.
    ///   - isOver: Whether the search has ended.
    /// - Returns: The content of a page.
    package static func picture(of record: CapacityRecord, isOver: Bool) -> Picture {
        let view = CapacityView(name: "search", record: record, number: 1, isOver: isOver)
        return Picture(subtitle: view.origin.text, verdict: view.verdict, sections: view.sections)
    }

    /// The whole page.
    ///
    /// - Parameters:
    ///   - picture: The content; `nil` when nothing was drawn yet.
    ///   - line: The progress of the run, in one line.
    ///   - isOver: Whether the run has ended.
    /// - Returns: HTML that ends with a line end.
    package func text(_ picture: Picture?, line: String, isOver: Bool) -> String {
        frame(picture, line: line, isOver: isOver).text
    }

    /// The part of the page that changes, for a page that is shown already.
    ///
    /// - Parameter picture: The content.
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

/// The progress of a run that has not ended.
package struct RunStanding: Hashable, Sendable {
    /// Nanoseconds since the first stage began; negative in the warm-up.
    package let elapsed: Int64
    /// Arrivals that were due so far, by the number of their slice; empty when only finished ones are known.
    package let dueBySlice: [Int: UInt64]

    package init(elapsed: Int64, dueBySlice: [Int: UInt64] = [:]) {
        self.elapsed = elapsed
        self.dueBySlice = dueBySlice
    }
}
