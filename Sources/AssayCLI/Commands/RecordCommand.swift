import Base
import CommandLineTool
import Contract
import ContractFile
import Dispatch
import HTTP
import HTTPServer
import Interchange
import Transport

/// `assay record`: records traffic as a contract (reverse proxy).
enum RecordCommand: Command {
    static let specification = CommandSpecification(
        name: "record",
        abstract: "Record traffic as a contract (reverse proxy).",
        discussion: [
            "It forwards requests to the server in --upstream until SIGINT, SIGQUIT, "
                + "SIGTERM or SIGHUP, or until --time or --requests is reached. Then it writes a "
                + "contract of the traffic: operations by method and shape of path, schemas "
                + "that all responses match, errors by their codes, and cases that repeat the "
                + "requests and capture values that later requests use.",
            "Credentials are never written: they become variables that you set in the environment "
                + "or with --var of \"assay verify\". Values that differ from run to run are "
                + "checked only by their schema. FILL IN marks the facts that traffic does not "
                + "show.",
            "Clients connect with HTTP/1.1, whatever the server uses. Bodies of at most 16 MiB are "
                + "forwarded in both directions. Control requests to a reference server, below the "
                + "path /.well-known/assay, are not forwarded.",
        ],
        groups: [addresses, extent, OutputFile.options, transport],
        examples: [
            .init(
                "assay record --upstream https://push.example.com --listen 8080 -o push.yaml",
                "Record the requests of a client to http://127.0.0.1:8080 until Ctrl-C."
            ),
            .init(
                "assay record --upstream http://127.0.0.1:8080 --requests 20 -o push.yaml",
                "Write the contract after twenty requests."
            ),
            .init(
                "assay record --upstream http://127.0.0.1:8080 --into contracts/push -o more.yaml",
                "Report contradictions to the contracts, and write missing operations."
            ),
        ],
        exitStatuses: [
            .success, .commandLine, .unusableFile, .couldNotRun, .contractBroken, .nothingJudged,
            .defect,
        ],
        seeAlso: ["verify-guide", "contract-format"]
    )

    private static let addresses = OptionGroup(
        "Addresses",
        FaultUpstream.options + [
            .flag(
                "preserve-host",
                help: "Forward the Host header unchanged. By default the server gets its own "
                    + "name."
            )
        ]
    )

    private static let extent = OptionGroup(
        "Recording",
        [
            .value(
                "time",
                ValueSpecification("DURATION"),
                help: "Stop after this time; seconds, or with a unit: 90s, 10m."
            ),
            .value(
                "requests",
                ValueSpecification("COUNT"),
                help: "Stop after this number of responses."
            ),
            .value(
                "into",
                ValueSpecification("PATH", completion: .file),
                help:
                    "Write only operations that are missing in this contract file, or folder of "
                    + "contract files, and report responses that contradict it. It is not changed."
            ),
            .value(
                "var",
                ValueSpecification("NAME=VALUE", isRepeatable: true),
                help: "Set a variable of the contracts of --into."
            ),
            .flag(
                "verbose",
                help: "Log each request, even if standard error is not a terminal."
            ),
        ]
    )

    private static let transport = OptionGroup(
        "Transport",
        TransportOptionGroup.routeOptions + [
            .value(
                "max-time",
                short: "m",
                ValueSpecification("DURATION", default: "30s"),
                help: "Wait at most this long for a response from the server; seconds, or with a "
                    + "unit."
            ),
            .value(
                "max-filesize",
                ValueSpecification("BYTES", default: "16M"),
                help:
                    "Limit the body of a response; a longer one is not forwarded. K, M and G are "
                    + "multiples of 1024."
            ),
        ]
    )

    static func run(
        _ arguments: ParsedArguments,
        console: Console
    ) async throws -> ExitStatus {
        let upstream = try FaultUpstream(arguments)
        let address = try arguments.listenAddress("listen") ?? .anywhere
        let time = try arguments.duration("time")
        let requests = try arguments.int("requests", in: 1...Int.max)
        let output = OutputFile(arguments)
        guard !output.cannotBeWritten(by: "record", console) else { return .unusableFile }
        let known = try RecordedContracts(arguments, console)
        guard let known else { return .unusableFile }
        var options = try TransportOptionGroup.route(arguments)
        options.maxTime = try arguments.duration("max-time")
        options.maxFilesize = try arguments.byteCount("max-filesize") ?? options.maxFilesize
        options.userAgent = ""
        try options.validate()
        let stop = Handover<Void>()
        let signals = await SignalWatcher.watch { stop.give() }
        defer { signals.cancel() }
        let lines = RecordingLines(
            console: console,
            tellsAll: arguments.flag("verbose") || console.errorColumns != nil
        )
        let proxy = RecordingProxy(
            before: upstream,
            keepsHost: arguments.flag("preserve-host"),
            transport: try CurlTransport(options: options)
        ) { event in
            lines.tell(event)
            if case .recorded(_, let number) = event, number == requests { stop.give() }
        }
        let server: HTTPDaemon
        do {
            server = try HTTPDaemon(
                host: address.host,
                port: Int(address.port),
                limits: RecordingProxy.limits,
                loss: { proxy.note($0) },
                laterHandler: { await proxy.answer($0) }
            )
        } catch {
            console.printError("assay record: \(error)")
            return .couldNotRun
        }
        lines.tellStart(at: server.origin, before: upstream.origin, output.path)
        let timer = time.map { time in
            Task {
                // Cancelled when the recording ends for another reason.
                _ = try? await Task.sleep(for: time)
                stop.give()
            }
        }
        await stop.wait()
        timer?.cancel()
        // On another thread, as responses in progress need the threads that run this.
        await withCheckedContinuation { continuation in
            DispatchQueue.global().async {
                server.stop()
                continuation.resume()
            }
        }
        return try finish(proxy, output, upstream, lines, known)
    }

    /// Writes the contract.
    private static func finish(
        _ proxy: RecordingProxy,
        _ output: OutputFile,
        _ upstream: FaultUpstream,
        _ lines: RecordingLines,
        _ known: RecordedContracts
    ) throws -> ExitStatus {
        let (exchanges, tally) = proxy.recording
        guard !exchanges.isEmpty else {
            lines.tellNothing(tally)
            return .nothingJudged
        }
        let comparison = try known.comparison(of: exchanges)
        let title = "Traffic of \(upstream.origin)"
        var statuses: [ExitStatus] = []
        if let comparison {
            lines.tellComparison(comparison, TrafficImport.errorRows(of: comparison.contradicting))
            if !comparison.findings.isEmpty { statuses.append(.contractBroken) }
        }
        let contract = TrafficImport.contract(
            of: comparison?.new ?? exchanges,
            title: title,
            remarks: RecordingLines.remarks(tally),
            bodiesIn: output.path.map { "\(FilePath.stem(of: $0)).files" }
        )
        if let contract {
            var status = output.write(contract.files, "record", lines.console)
            if status == .success {
                let text = EditorSchema.contract.named(above: contract.text)
                status = output.write(text, "record", lines.console)
            }
            statuses.append(status)
            if status == .success {
                lines.tellEnd(contract, exchanges.count, tally, output.path, upstream.origin)
            }
        } else {
            lines.tellNoAddition(exchanges.count, tally)
        }
        return ExitStatus.gravest(of: statuses)
    }
}
