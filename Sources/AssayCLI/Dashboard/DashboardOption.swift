import CommandLineTool
import HTTP
import HTTPServer

/// `--dashboard` and `--dashboard-stay`: where browsers can watch, and for how long.
struct DashboardOption {
    let address: ListenAddress
    /// Whether it answers behind the end until Ctrl-C.
    let stays: Bool

    static let options: [OptionSpecification] = [
        .value(
            "dashboard",
            ValueSpecification("[HOST:]PORT"),
            help: "Show the figures and charts in a browser while it lasts, and for 30 s more if "
                + "somebody watched to the end. Without HOST for this machine alone (127.0.0.1). "
                + "Port 0 means any free one."
        ),
        .flag(
            "dashboard-stay",
            help: "With --dashboard: answer browsers behind the end until Ctrl-C."
        ),
    ]

    /// `nil` when nobody asked for one.
    init?(_ arguments: ParsedArguments) throws {
        stays = arguments.flag("dashboard-stay")
        guard let address = try arguments.listenAddress("dashboard") else {
            if stays {
                throw arguments.unusable(
                    "",
                    for: "dashboard-stay",
                    expected: "\"--dashboard\" beside it"
                )
            }
            return nil
        }
        self.address = address
    }

    /// Answers from now on, and says where the page is, and who can reach it.
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
                ? "" : ", which other machines may reach; without a host, this one alone does"
            console.printError("assay \(command): dashboard at \(dashboard.url)\(reach)")
            return dashboard
        } catch {
            throw LoadObstacle(.couldNotRun, "\(error)")
        }
    }

    /// Answers behind the end as long as somebody may want it; Ctrl-C ends that.
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
