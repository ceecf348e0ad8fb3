import CommandLineTool
import Contract
import Dispatch
import HTTP
import HTTPServer
import Load
import Measure
import Reports
import RunReports
import Synchronization

/// Shows a run in browsers while it lasts.
///
/// Nothing in a run waits for it: charts are drawn on a queue of its own, and a browser that is slow or
/// gone misses what it did not read.
final class Dashboard: Sendable {
    /// What is shown, and to whom nothing may be shown of it.
    private struct State {
        var picture: LivePage.Picture?
        var line = "The run is being prepared."
        var isOver = false
        var pace = DashboardPace()
        var last: LoadProgress?
        var redactor = Redactor()
    }

    /// What the server's threads need; they may not hold the server.
    private final class Shown: Sendable {
        let page: LivePage
        let state = Mutex(State())

        init(_ page: LivePage) { self.page = page }

        /// The page as it is now, for somebody who asked for it.
        func text() -> String {
            let (picture, line, isOver, redactor) = state.withLock { state in
                state.pace.noteRequest(at: .now)
                return (state.picture, state.line, state.isOver, state.redactor)
            }
            return redactor.redact(page.text(picture, line: line, isOver: isOver))
        }
    }

    private let daemon: HTTPDaemon
    private let feed = EventFeed(clientLimit: 16)
    private let shown: Shown
    private let queue = DispatchQueue(label: "assay.dashboard", qos: .utility)

    /// Answers from now on.
    ///
    /// - Parameters:
    ///   - address: Where to listen.
    ///   - title: Of the profile.
    /// - Throws: A `ServerError` when the address cannot be bound.
    init(at address: ListenAddress, title: String) throws {
        let run = String(UInt64.random(in: .min ... .max), radix: 16)
        let shown = Shown(LivePage(version: Version.number, title: title, run: run))
        self.shown = shown
        let endpoint = EndpointGuard(host: address.host)
        let answers = DashboardAnswers(endpoint: endpoint, feed: feed) { shown.text() }
        daemon = try HTTPDaemon(
            host: address.host,
            port: Int(address.port),
            limits: ServerLimits(requestLineBytes: 2_048, bodyBytes: 4_096),
            options: .small(connections: 64, drainTimeout: .seconds(2))
        ) { answers.answer($0) }
        feed.publish(ServerSentEvent(name: "run", data: run))
    }

    /// Where the page is: `http://127.0.0.1:9200/`.
    var url: String { daemon.origin + "/" }

    /// The port that was bound.
    var port: Int { daemon.port }

    /// Ends the answers, at the latest after two seconds for those who do not read.
    func stop() {
        feed.end()
        daemon.stop()
    }
}

extension Dashboard {
    /// Takes these secrets out of everything from now on.
    func hide(with redactor: Redactor) { shown.state.withLock { $0.redactor = redactor } }

    /// Whether somebody watches for whom charts are to be drawn now.
    var wantsFigures: Bool {
        let followers = feed.clientCount
        return shown.state.withLock { $0.pace.isDue(at: .now, followers: followers) }
    }

    /// Shows how a run stands: the line each time, the charts when they are due and there is a snapshot.
    ///
    /// - Parameters:
    ///   - progress: How things stand.
    ///   - plan: What is run.
    ///   - result: Makes a result of a snapshot.
    func show(
        _ progress: LoadProgress,
        of plan: LoadPlan,
        result: @escaping @Sendable (LoadResult) -> RunResult
    ) {
        let line = shown.state.withLock { state -> String? in
            guard !state.isOver else { return nil }
            let figures = LiveFigures(progress, after: state.last, of: plan)
            state.last = progress.withoutSnapshot
            state.line = LiveLine.text(figures, separator: " · ")
            return state.line
        }
        guard let line else { return }
        feed.publish(ServerSentEvent(name: "now", data: line))
        guard let snapshot = progress.snapshot, wantsFigures else { return }
        let standing = RunStanding(elapsed: progress.elapsed, dueBySlice: progress.dueBySlice)
        shown.state.withLock { $0.pace.begin() }
        queue.async { [self] in
            let start = ContinuousClock.now
            draw(LivePage.picture(of: result(snapshot), standing: standing))
            shown.state.withLock { $0.pace.end(at: .now, since: start) }
        }
    }

    private func draw(_ picture: LivePage.Picture) {
        dispatchPrecondition(condition: .onQueue(queue))
        let redactor = shown.state.withLock { state -> Redactor? in
            guard !state.isOver else { return nil }
            state.picture = picture
            return state.redactor
        }
        guard let redactor else { return }
        let text = redactor.redact(shown.page.fragment(picture))
        feed.publish(ServerSentEvent(name: "figures", data: text))
    }

    /// Shows what the run came to, after all that is being drawn, and nothing from then on; the page
    /// stays in browsers after this program has ended.
    func end(with result: RunResult) async {
        await withCheckedContinuation { continuation in
            queue.async { [self] in
                draw(LivePage.picture(of: result))
                continuation.resume()
            }
        }
        end(
            saying: "The run has ended; these are all its figures. This page is nowhere else: "
                + "assay report makes one of the file of --output."
        )
    }

    /// Says that nothing more will be shown, and why; the first time is the last.
    func end(saying line: String) {
        let isFirst = shown.state.withLock { state in
            defer { state.isOver = true }
            if !state.isOver { state.line = line }
            return !state.isOver
        }
        guard isFirst else { return }
        feed.publish(ServerSentEvent(name: "now", data: line))
        feed.publish(ServerSentEvent(name: "end", data: ""))
        feed.end()
    }
}
