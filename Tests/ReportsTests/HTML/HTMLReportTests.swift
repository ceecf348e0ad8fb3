import JSON
import LoadModel
import Measure
@testable import RunReports
import Testing

@testable import Reports

struct HTMLReportTests {
    static func page(_ runs: [(String, RunResult)], title: String? = nil) -> String {
        HTMLReport(version: "0.1.0", title: title).text(
            of: runs.map { ReportDocument(file: $0.0, content: .load($0.1)) }
        )
    }

    /// The texts between each `start` and the next quotation mark.
    static func values(of start: String, in text: String) -> [String] {
        text.split(separator: start, omittingEmptySubsequences: false).dropFirst().map { part in
            String(part.prefix { $0 != "\"" })
        }
    }

    @Test("One run: the verdict and the main figures come first")
    func single() throws {
        let page = Self.page([("runs/result.json", SimulatedRun.usual)])
        #expect(page.hasPrefix("<!doctype html>\n<html lang=\"en\">"))
        #expect(page.hasSuffix("</html>\n"))
        #expect(page.contains("<title>NCMB push, 100,000 devices</title>"))
        let summary = try #require(page.firstRange(of: "FAILED: 1 of 3 thresholds"))
        let chart = try #require(page.firstRange(of: "<figure"))
        #expect(summary.lowerBound < chart.lowerBound)
        for text in [
            "Responses 906/s, due 908/s, for 30 s; 0.602% of the arrivals failed.",
            "latency p99 &lt; 250 ms", "Stalls: 7 s to 9 s, 15 s to 17 s, 23 s to 26 s.",
            "AMD EPYC 7B13, 2 cores", "sha256:0f343b0931126a20f133d67c2b018a3b",
            "All 64 connections were in use when 15.5",
            "Checked against the whole contract: 298 responses, all as documented.",
        ] {
            #expect(page.contains(text), "\(text)")
        }
    }

    @Test(
        "Latency and throughput over time come first, then other activity, then percentiles"
    )
    func order() {
        let page = Self.page([("result.json", SimulatedRun.usual)])
        #expect(
            Self.values(of: "<figure id=\"", in: page) == [
                "run1-latency", "run1-throughput", "run1-outcomes", "run1-failures",
                "run1-clocks-mean", "run1-clocks-greatest", "run1-heat", "run1-percentiles",
            ]
        )
    }

    @Test("Every chart has a title, a description and its figures as a table")
    func accessibility() {
        let run = SimulatedRun.usual
        let page = Self.page([("a/result.json", run), ("b/result.json", run)])
        let ids = Self.values(of: " id=\"", in: page)
        #expect(Set(ids).count == ids.count, "an identifier stands twice")
        let references = Self.values(of: " aria-labelledby=\"", in: page)
            .flatMap { $0.split(separator: " ").map(String.init) }
        #expect(Set(references).subtracting(ids) == [])
        let links = Self.values(of: " href=\"#", in: page)
        #expect(Set(links).subtracting(ids) == [])
        let figures = page.split(separator: "<figure ", omittingEmptySubsequences: false)
            .dropFirst()
        #expect(figures.count == 18)
        for figure in figures {
            for part in ["role=\"img\"", "<title ", "<desc ", "<details>", "<caption>", "<h3 "] {
                #expect(figure.contains(part), "\(figure.prefix(40)) has no \(part)")
            }
        }
    }

    @Test("Several runs start with a side-by-side table; an ambiguous file name keeps its folder")
    func several() {
        let run = SimulatedRun.usual
        var other = SimulatedRun()
        other.isClosed = true
        let page = Self.page([
            ("a/result.json", run), ("b/result.json", other.result), ("c.json", run),
        ])
        #expect(page.contains("<title>NCMB push, 100,000 devices: 3 runs</title>"))
        #expect(page.contains("These runs have open and closed models."))
        #expect(page.contains("<h2 id=\"comparison-heading\">Runs side by side</h2>"))
        for name in ["a/result.json", "b/result.json", "c"] {
            #expect(page.contains("<th scope=\"row\">\(name)</th>"), "\(name)")
        }
        #expect(page.contains("This is at 64 connections, not at a rate"))
    }

    @Test("Text from a file or a server never becomes markup")
    func hostile() {
        let attack = "</title><script>alert(1)</script><img src=x onerror=alert(1)>"
        var run = SimulatedRun()
        run.title = attack
        run.cut = .noConnection(attack)
        run.thresholds = [
            Threshold(.outcomeRatio(attack), .lt, Fraction(1, of: 2), place: attack)
        ]
        let page = Self.page([(attack + ".json", run.result), (attack, run.result)])
        #expect(!page.contains("<script>alert"))
        #expect(!page.contains("<img"))
        #expect(page.split(separator: "<script>", omittingEmptySubsequences: false).count == 2)
    }

    @Test("The page makes no network requests")
    func offline() {
        let page = Self.page([("result.json", SimulatedRun.usual)])
        #expect(page.contains("content=\"default-src 'none'; img-src data:; style-src 'sha256-"))
        for word in ["@import", " src=", "url(h", "fetch(", "XMLHttpRequest", " style=\""] {
            #expect(!page.contains(word), "\(word)")
        }
        let links = Self.values(of: " href=\"", in: page).filter { !$0.hasPrefix("#") }
        #expect(links == ["data:,"])
    }

    @Test("A run without arrivals has a page too")
    func empty() {
        var run = SimulatedRun.usual
        run = RunResult(
            profile: run.profile,
            targets: [],
            thresholds: run.thresholds,
            recording: Recording(run.recording.plan).finished(),
            checks: RunChecks(),
            parts: run.parts
        )
        let page = Self.page([("result.json", run)])
        #expect(page.contains("EMPTY: no arrival was due"))
        #expect(!page.contains("nan") && !page.contains("inf\""))
    }

    @Test("A custom title is at the top")
    func title() {
        let page = Self.page([("result.json", SimulatedRun.usual)], title: "Nightly <1>")
        #expect(page.contains("<h1>Nightly &lt;1&gt;</h1>"))
    }
}
