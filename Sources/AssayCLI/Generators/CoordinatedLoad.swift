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
    let metrics: MetricsServer?

    private var session: LoadSession { preparation.session }

    /// Coordinates the run until it ends.
    ///
    /// - Returns: The result; `nil` when it was interrupted before it began.
    /// - Throws: Why it could not start: a `LoadObstacle`, a `VerificationObstacle` or a `FleetRefusal`.
    func run() async throws -> LoadTest.Outcome? {
        try await LoadTest.showingEnd(on: session.dashboard) {
            try await preparation.led(
                as: "load",
                passingOn: ["rate", "break-off"],
                coordinated
            )
        }
    }

    private func coordinated(_ led: FleetPreparation.Led) async throws -> LoadTest.Outcome? {
        let (console, interruption) = (session.console, session.interruption)
        let display = session.isQuiet ? nil : LiveDisplay(led.basis.outline, console: console)
        defer { display?.end() }
        interruption.take(led.fleet.interrupt, say: display.map { $0.say })
        defer { interruption.release() }
        let screen = Screen(
            display: display,
            metrics: metrics,
            dashboard: session.dashboard,
            basis: led.basis
        )
        let lead = FleetLead(
            basis: led.basis,
            command: led.command,
            wanted: preparation.option.count,
            isLast: true,
            master: led.fleet.master,
            watch: led.deliveries?.watch,
            say: {
                let text = "assay load: \($0)"
                if let display { display.say(text) } else { console.printError(text) }
            },
            show: screen.show,
            picture: screen.picture
        )
        try await led.fleet.lead(lead)
        await lead.watchToTheEnd { interruption.count }
        lead.delivery = await led.deliveries?.ended(lead.delivery)
        return try lead.result().map { LoadTest.Outcome(result: $0, redactor: led.basis.redactor) }
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
