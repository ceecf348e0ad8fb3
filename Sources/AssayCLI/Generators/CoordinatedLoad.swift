import CommandLineTool
import Distribution
import HTTP
import Load
import Measure
import Reports
import RunReports

/// One run of `assay load` that several generators perform and this process coordinates.
struct CoordinatedLoad {
    let preparation: FleetPreparation
    let isQuiet: Bool
    let console: Console
    let interruption: LoadInterruption
    let metrics: MetricsServer?
    let dashboard: Dashboard?

    /// Coordinates the run until it ends.
    ///
    /// - Returns: The result; `nil` when it was interrupted before it began.
    /// - Throws: Why it could not start: a `LoadObstacle`, a `VerificationObstacle` or a `FleetRefusal`.
    func run() async throws -> LoadTest.Outcome? {
        try await LoadTest.showingEnd(on: dashboard) { try await led() }
    }

    private func led() async throws -> LoadTest.Outcome? {
        let (basis, command) = try await preparation.prepared(passingOn: ["rate", "break-off"])
        dashboard?.hide(with: basis.redactor)
        let display = isQuiet ? nil : LiveDisplay(basis.outline, console: console)
        let deliveries = try await preparation.deliveries(basis)
        let session = try FleetSession(
            preparation.option,
            command: "load",
            console: isQuiet ? nil : console
        )
        interruption.take(session.interrupt, say: display.map { $0.say })
        defer { interruption.release() }
        let screen = Screen(display: display, metrics: metrics, dashboard: dashboard, basis: basis)
        let lead = FleetLead(
            basis: basis,
            command: command,
            wanted: preparation.option.count,
            isLast: true,
            master: session.master,
            watch: deliveries?.watch,
            say: { [console] in
                let text = "assay load: \($0)"
                if let display { display.say(text) } else { console.printError(text) }
            },
            show: screen.show,
            picture: screen.picture
        )
        do {
            try await session.lead(lead)
            await lead.watchToTheEnd { [interruption] in interruption.count }
            lead.delivery = await deliveries?.ended(lead.delivery)
        } catch {
            display?.end()
            await deliveries?.leave()
            await session.end(.couldNotRun)
            throw error
        }
        display?.end()
        await session.end(.success)
        return try lead.result().map { LoadTest.Outcome(result: $0, redactor: basis.redactor) }
    }

    /// The displays of the run while it lasts.
    private struct Screen {
        let display: LiveDisplay?
        let metrics: MetricsServer?
        let dashboard: Dashboard?
        let basis: FleetBasis

        func show(_ progress: LoadProgress) -> Bool {
            display?.show(progress)
            return true
        }

        /// Draws the charts, which need all figures.
        func picture(_ progress: LoadProgress, _ seconds: Int, _ whole: () -> RunResult?) {
            guard metrics != nil || dashboard != nil, let whole = whole() else { return }
            dashboard?.show(progress, of: basis.outline) { _ in whole }
            guard let metrics, seconds % 5 == 1 else { return }
            let redactor = basis.redactor
            metrics.show { redactor.redact(PrometheusText($0).text(of: LoadFacts(whole))) }
        }
    }
}
