import Glibc
import LoadModel
import Measure
@testable import RunReports
import TestSupport
import Testing

@testable import Reports

@Suite("The page in a browser", .serialized)
struct BrowserTests {
    @Test(
        "Chromium loads the page without errors, runs its script and shows its figures",
        .enabled(if: Browser.obstacle == nil, "NOT RUN: there is no browser to load the page in")
    )
    func loads() async throws {
        let run = SimulatedRun.usual
        var other = SimulatedRun()
        other.stallPeriod = nil
        let page = HTMLReportTests.page([("before.json", run), ("after.json", other.result)])
        guard let loaded = try await Browser.load(page) else {
            print("warning: the page is NOT RUN in a browser: chromium does not work here")
            return
        }
        #expect(loaded.complaints == [])
        let document = loaded.document
        for text in [
            "493 ms", "99.754%", "FAILED: 1 of 3 thresholds", "PASSED: all 3 thresholds", "E429000",
        ] {
            #expect(document.contains(text), "\(text)")
        }
        // The script copies the title of each chart into an attribute: it ran, although only a script with the right
        // hash is allowed to.
        #expect(document.contains("aria-label=\"Latency by percentile\""))
        #expect(HTMLReportTests.values(of: "<figure id=\"", in: document).count == 18)
    }

    @Test(
        "The page of a search also loads without errors",
        .enabled(if: Browser.obstacle == nil, "NOT RUN: there is no browser to load the page in")
    )
    func search() async throws {
        let record = CapacitySample.record(capacity: 2_000)
        let page = HTMLReport(version: "0.1.0").text(
            of: [ReportDocument(file: "capacity.json", content: .capacity(record))]
        )
        guard let loaded = try await Browser.load(page) else { return }
        #expect(loaded.complaints == [])
        for text in ["Carries 2,000/s", "aria-label=\"Latency at each rate\"", "843 ms"] {
            #expect(loaded.document.contains(text), "\(text)")
        }
    }

    @Test(
        "Every page fits phones, desktops and paper, and its text is legible in light and dark mode",
        .enabled(if: Browser.obstacle == nil, "NOT RUN: there is no browser to look at pages in")
    )
    func looks() async throws {
        let folder = try TemporaryDirectory()
        let files = try PageSamples.all.map { name, page in
            try folder.write(Array(page.utf8), to: "\(name).html")
        }
        guard let findings = try await Browser.look(at: files) else {
            print("warning: pages are NOT looked at in a browser: chromium does not work here")
            return
        }
        #expect(findings.isEmpty, "\(findings.joined(separator: "\n"))")
    }

    @Test(
        "The page check finds wide, pale and overlapping elements, and console messages",
        .enabled(if: Browser.obstacle == nil, "NOT RUN: there is no browser to look at pages in")
    )
    func finds() async throws {
        let bad = """
            <!doctype html><meta name="viewport" content="width=device-width"><body id="b">
            <p style="color:#999">pale</p><div style="width:2000px">wide</div>
            <figure><div class="chart"><svg><text y="20">one</text><text y="22">two</text></svg></div>
            </figure><script>console.error("oh")</script>
            """
        let folder = try TemporaryDirectory()
        let file = try folder.write(Array(bad.utf8), to: "bad.html")
        guard let findings = try await Browser.look(at: [file]) else { return }
        let text = findings.joined(separator: "\n")
        for part in [
            "bad.html at 390-light: the page is 20", "at paper: the page is 20",
            "(\"pale\") has a contrast of 2.85:1", "(\"one\") overlaps", "console message",
        ] {
            #expect(text.contains(part), "\(part) in \(text)")
        }
    }

    @Test(
        "Text that looks like a script does not run",
        .enabled(if: Browser.obstacle == nil, "NOT RUN: there is no browser to load the page in")
    )
    func hostile() async throws {
        var run = SimulatedRun()
        run.title = "</title><script>document.title='taken'</script>"
        let page = HTMLReportTests.page([("a.json", run.result)])
        guard let loaded = try await Browser.load(page) else { return }
        #expect(loaded.complaints == [])
        #expect(!loaded.document.contains("<title>taken"))
    }
}

/// Headless Chromium.
private enum Browser {
    /// The result of loading a page.
    struct Loaded {
        /// The document after its scripts ran.
        let document: String
        /// Lines on the console.
        let complaints: [String]
    }

    /// The reason why pages cannot be loaded; `nil` if a browser is installed.
    static let obstacle: String? = {
        guard ChildProcess.path(of: "chromium") == nil else { return nil }
        let text = "pages are NOT loaded in a browser: chromium is not installed (Debian: chromium)"
        print("warning: \(text)")
        return text
    }()

    /// Findings about the layout and the contrast of pages, each as a sentence.
    ///
    /// - Returns: `nil` when Chromium does not work here.
    static func look(at files: [String]) async throws -> [String]? {
        let tests = #filePath.split(separator: "/").dropLast(3).joined(separator: "/")
        let script = "python3 \"$@\"; echo \"status $?\""
        let arguments = ["-c", script, "look", "/\(tests)/Pages/look.py"] + files
        let shell = try ChildProcess("/bin/sh", arguments)
        shell.finishSending()
        let lines = String(decoding: await shell.outputUntilEnd(), as: UTF8.self)
            .split(separator: "\n").map(String.init)
        let findings = Array(lines.dropLast())
        switch lines.last {
        case "status 0" where findings.isEmpty: return []
        case "status 1" where !findings.isEmpty: return findings
        case "status 3": return nil
        default:
            Issue.record("look.py exited with \(lines)")
            return nil
        }
    }

    /// Loads a page from a file.
    ///
    /// - Returns: `nil` when not even an empty page can be loaded here.
    static func load(_ page: String) async throws -> Loaded? {
        if let loaded = try await loadOnce(page) { return loaded }
        guard try await loadOnce("<!doctype html><p>ready") != nil else { return nil }
        guard let loaded = try await loadOnce(page) else {
            Issue.record("chromium loads an empty page, but not this one")
            return nil
        }
        return loaded
    }

    /// `nil` if nothing was loaded within two minutes.
    private static func loadOnce(_ page: String) async throws -> Loaded? {
        let folder = try TemporaryDirectory()
        let file = try folder.write(Array(page.utf8), to: "page.html")
        // The folder contains folders, which only the shell can remove.
        let script = """
            profile=$(mktemp -d) && trap 'rm -rf "$profile"' EXIT
            timeout 120 chromium --headless=new --no-sandbox --disable-gpu --disable-dev-shm-usage \
            --no-first-run --user-data-dir="$profile" --enable-logging=stderr --dump-dom \
            "file://$0" 2> "$1"
            """
        let shell = try ChildProcess("/bin/sh", ["-c", script, file, folder.file("log")])
        shell.finishSending()
        let document = String(decoding: await shell.outputUntilEnd(), as: UTF8.self)
        guard document.contains("</html>") else { return nil }
        let log = try ChildProcess("/bin/cat", [folder.file("log")])
        log.finishSending()
        let lines = String(decoding: await log.outputUntilEnd(), as: UTF8.self)
            .split(separator: "\n").map(String.init)
        return Loaded(document: document, complaints: lines.filter { $0.contains("CONSOLE") })
    }
}
