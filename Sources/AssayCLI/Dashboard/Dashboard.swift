import Base
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

/// Shows a run or a search in browsers while it lasts, and for a while after it ends.
///
/// The run never waits for it: charts are drawn on their own queue, and a slow or lost browser misses what it did not
/// read.
final class Dashboard: Sendable {
    /// The picture and the line to show, and a redactor for both.
    private struct State {
        var picture: LivePage.Picture?
        /// The time of the picture.
        var pictured: ContinuousClock.Instant?
        var line: String
        var isOver = false
        var isWatchedToTheEnd = false
        var pace = DashboardPace()
        var last: LoadProgress?
        var redactor = Redactor()

        /// The picture, unless it is too old.
        func picture(at now: ContinuousClock.Instant) -> LivePage.Picture? {
            guard !isOver, let pictured else { return picture }
            return now - pictured < Dashboard.oldest ? picture : nil
        }
    }

    /// The age beyond which no figure is shown.
    private static let oldest = Duration.milliseconds(1_500)
    /// How long a page can be reloaded after the run.
    private static let patience = Duration.seconds(30)

    /// The state that the server's threads share; they must not retain the server.
    private final class Shown: Sendable {
        let page: LivePage
        let state: Mutex<State>

        init(_ page: LivePage, _ subject: String) {
            self.page = page
            state = Mutex(State(line: "The \(subject) is being prepared."))
        }

        /// The page as it is now, for a browser that requested it.
        func text() -> String {
            let now = ContinuousClock.now
            let (picture, line, isOver, redactor) = state.withLock { state in
                state.pace.noteRequest(at: now)
                return (state.picture(at: now), state.line, state.isOver, state.redactor)
            }
            return redactor.redact(page.text(picture, line: line, isOver: isOver))
        }
    }

    private let daemon: HTTPDaemon
    private let feed = EventFeed(clientLimit: 16)
    private let shown: Shown
    /// Ends the wait after the run.
    private let leaving = Handover<Void>()
    private let queue = DispatchQueue(label: "assay.dashboard", qos: .utility)

    /// Starts to respond.
    ///
    /// - Parameters:
    ///   - address: The address to listen on.
    ///   - title: Of the profile.
    ///   - subject: A run or a search.
    /// - Throws: A `ServerError` when the address cannot be bound.
    init(at address: ListenAddress, title: String, subject: String = "run") throws {
        let run = String(UInt64.random(in: .min ... .max), radix: 16)
        let shown = Shown(LivePage(version: Version.number, title: title, run: run), subject)
        self.shown = shown
        let endpoint = EndpointGuard(host: address.host)
        let responses = DashboardResponses(endpoint: endpoint, feed: feed) { shown.text() }
        daemon = try HTTPDaemon(
            host: address.host,
            port: Int(address.port),
            limits: ServerLimits(requestLineBytes: 2_048, bodyBytes: 4_096),
            options: .small(connections: 64, drainTimeout: .seconds(2))
        ) { responses.answer($0) }
        feed.publish(StreamedEvent(name: "run", data: run))
    }

    /// The address of the page: `http://127.0.0.1:9200/`.
    var url: String { daemon.origin + "/" }

    /// The port that was bound.
    var port: Int { daemon.port }

    /// Stops the server, after at most two seconds for browsers that do not read.
    func stop() {
        feed.end()
        daemon.stop()
    }
}

extension Dashboard {
    /// Removes these secrets from everything from now on.
    func hide(with redactor: Redactor) { shown.state.withLock { $0.redactor = redactor } }

    /// Whether a browser is watching and needs new metrics now.
    var wantsFigures: Bool {
        let followers = feed.clientCount
        return shown.state.withLock { $0.pace.isDue(at: .now, followers: followers) }
    }

    /// Shows the progress of a run: the line each time, the figures when there is a snapshot.
    ///
    /// - Parameters:
    ///   - progress: The progress of the run.
    ///   - plan: The load that is run.
    ///   - result: Makes a result of a snapshot.
    func show(
        _ progress: LoadProgress,
        of plan: LoadPlan,
        result: @escaping @Sendable (LoadResult) -> RunResult
    ) {
        let figures = shown.state.withLock { state in
            defer { state.last = progress.withoutSnapshot }
            return LiveFigures(progress, after: state.last, of: plan)
        }
        say(LiveLine.moment(figures))
        guard let snapshot = progress.snapshot, wantsFigures else { return }
        let standing = RunStanding(elapsed: progress.elapsed, dueBySlice: progress.dueBySlice)
        show { LivePage.picture(of: result(snapshot), standing: standing) }
    }

    /// Shows this line above all figures.
    func say(_ line: String) {
        let isShown = shown.state.withLock { state in
            if !state.isOver { state.line = line }
            return !state.isOver
        }
        if isShown { feed.publish(StreamedEvent(name: "now", data: line)) }
    }

    /// Shows a picture of the current state as soon as it is drawn.
    func show(_ picture: @escaping @Sendable () -> LivePage.Picture) {
        let now = ContinuousClock.now
        shown.state.withLock { $0.pace.begin() }
        queue.async { [self] in
            draw(picture(), of: now)
            shown.state.withLock { $0.pace.end() }
        }
    }

    private func draw(_ picture: LivePage.Picture, of moment: ContinuousClock.Instant) {
        dispatchPrecondition(condition: .onQueue(queue))
        let redactor = shown.state.withLock { state -> Redactor? in
            guard !state.isOver else { return nil }
            (state.picture, state.pictured) = (picture, moment)
            return state.redactor
        }
        guard let redactor else { return }
        let text = redactor.redact(shown.page.fragment(picture))
        feed.publish(StreamedEvent(name: "figures", data: text))
    }

    /// Shows the result of a run; the page stays in browsers after this program has ended.
    func end(with result: RunResult) async {
        await end("run") { LivePage.picture(of: result) }
    }

    /// Shows the result of a search.
    func end(with record: CapacityRecord) async {
        await end("search") { LivePage.picture(of: record, isOver: true) }
    }

    /// Shows the last picture, after all that are being drawn, and nothing from then on.
    private func end(
        _ subject: String,
        with picture: @escaping @Sendable () -> LivePage.Picture
    ) async {
        await withCheckedContinuation { continuation in
            queue.async { [self] in
                draw(picture(), of: .now)
                continuation.resume()
            }
        }
        end(
            saying: "The \(subject) has finished; this page is complete. To keep it, use "
                + "--report html=FILE, or assay report with the file of --output."
        )
    }

    /// Shows that nothing more will be shown, and why; later calls have no effect.
    func end(saying line: String) {
        let followers = feed.clientCount
        let isFirst = shown.state.withLock { state in
            guard !state.isOver else { return false }
            state.isWatchedToTheEnd = state.pace.isWatched(at: .now, followers: followers)
            (state.isOver, state.line) = (true, line)
            return true
        }
        guard isFirst else { return }
        feed.publish(StreamedEvent(name: "now", data: line))
        feed.publish(StreamedEvent(name: "end", data: ""))
        feed.end()
    }

    // MARK: - After the end

    /// Keeps responding after the end: for half a minute if a browser watched to the end, or until `leave()`.
    ///
    /// - Parameters:
    ///   - isUnlimited: Whether only `leave()` ends it, with or without browsers.
    ///   - say: Writes a line to the terminal.
    func stay(isUnlimited: Bool, say: (String) -> Void) async {
        let isWatched = shown.state.withLock { $0.isWatchedToTheEnd }
        guard isUnlimited || isWatched else { return }
        let length = isUnlimited ? "until" : "for 30 s more, or until"
        say("dashboard at \(url) \(length) Ctrl-C")
        let leaving = leaving
        let timer = Task {
            guard !isUnlimited, (try? await Task.sleep(for: Self.patience)) != nil else { return }
            leaving.give()
        }
        await leaving.wait()
        timer.cancel()
    }

    /// Ends the stay, now or as soon as it begins.
    func leave() { leaving.give() }
}
