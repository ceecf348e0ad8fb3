import Base
import CommandLineTool

/// `assay fault`: proxies a server and injects faults.
enum FaultCommand: Command {
    static let specification = CommandSpecification(
        name: "fault",
        abstract: "Proxy a server and inject network faults.",
        discussion: [
            "It forwards connections to the server in --upstream and applies a fault to "
                + "requests, to test how a client reacts. TLS is passed through unchanged. It "
                + "runs until SIGINT, SIGQUIT, SIGTERM or SIGHUP.",
            "Faults: refuse, hang, reset, empty (closed without a response), "
                + "truncate=BYTES (of the response body), garbage[=BYTES], slow=BYTES (a "
                + "second), latency=TIME, status=CODE, malformed-chunk, "
                + "drop-after=BYTES[,of=request] (of the response, or of the request) and tls "
                + "(the handshake fails). With \",request=2\" only the second request since the "
                + "fault was set is affected.",
        ],
        groups: [
            OptionGroup(
                "Addresses",
                FaultUpstream.options + [FaultOption.control]
            ),
            OptionGroup("Fault", [FaultOption.specification]),
        ],
        examples: [
            .init(
                "assay fault --upstream http://127.0.0.1:8080 --fault hang",
                "Accept requests for a server and never respond."
            ),
            .init(
                "assay fault --upstream http://127.0.0.1:8080 --control 127.0.0.1:9000",
                "Forward everything until you set a fault at port 9000."
            ),
        ],
        exitStatuses: [.success, .commandLine, .couldNotRun, .defect],
        seeAlso: ["faults-and-stubs"]
    )

    static func run(
        _ arguments: ParsedArguments,
        console: Console
    ) async throws -> ExitStatus {
        let upstream = try FaultUpstream(arguments)
        let fault = try FaultOption.fault(arguments, isTLS: upstream.isTLS)
        let address = try arguments.listenAddress("listen") ?? .anywhere
        let control = try FaultOption.controlAddress(arguments)
        let stop = Handover<Void>()
        let signals = await SignalWatcher.watch { stop.give() }
        defer { signals.cancel() }
        var hops = StandingHops(fault: fault)
        let origin: String
        do {
            origin = try hops.add(before: upstream, at: address)
            if let control { try hops.serveControl(at: control) }
        } catch {
            console.printError("assay fault: \(error)")
            return .couldNotRun
        }
        console.print("listening at \(origin) in front of \(upstream.origin)")
        for line in hops.lines { console.print(line) }
        await stop.wait()
        if let summary = hops.stop() { console.print(summary) }
        return .success
    }
}
