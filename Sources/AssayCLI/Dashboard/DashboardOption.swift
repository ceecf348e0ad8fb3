import CommandLineTool
import HTTP
import HTTPServer

/// `--dashboard` and `--dashboard-stay`: the address of the dashboard, and how long it stays.
struct DashboardOption {
    let address: ListenAddress
    /// Whether it keeps responding after the run until Ctrl-C.
    let stays: Bool

    static let options: [OptionSpecification] = [
        .value(
            "dashboard",
            ValueSpecification("[HOST:]PORT"),
            help: "Show live metrics and charts in a browser; you can reload the page for 30 s "
                + "after the run. Without HOST only this machine can open it (127.0.0.1). Port 0 "
                + "means any free port."
        ),
        .flag(
            "dashboard-stay",
            help: "With --dashboard: keep the page available after the run until Ctrl-C."
        ),
    ]

    /// `nil` without the option.
    init?(_ arguments: ParsedArguments) throws {
        stays = arguments.flag("dashboard-stay")
        guard let address = try arguments.listenAddress("dashboard") else {
            if stays {
                throw arguments.dependent("dashboard-stay", on: "--dashboard")
            }
            return nil
        }
        self.address = address
    }

    /// Starts the dashboard and reports its address, and which machines can reach it.
    ///
    /// - Throws: A `LoadObstacle` when the address cannot be bound.
    func begin(
        command: String,
        title: String,
        subject: String = "run",
        console: Console
    ) throws -> Dashboard {
        do {
            let dashboard = try Dashboard(at: address, title: title, subject: subject)
            let reach =
                EndpointGuard(host: address.host).isLoopback
                ? "" : ", which other machines can reach; without a host, only this one can"
            console.printError("assay \(command): dashboard at \(dashboard.url)\(reach)")
            return dashboard
        } catch {
            throw LoadObstacle(.couldNotRun, "\(error)")
        }
    }

    /// Keeps the page available after the run; Ctrl-C ends that.
    func stay(
        _ dashboard: Dashboard?,
        _ interruption: LoadInterruption,
        say: (String) -> Void
    ) async {
        guard let dashboard else { return }
        interruption.take({ dashboard.leave() }, say: { _ in })
        await dashboard.stay(isUnlimited: stays, say: say)
        interruption.release()
    }
}
