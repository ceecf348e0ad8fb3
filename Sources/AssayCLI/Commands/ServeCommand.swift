import Base
import CommandLineTool
import HTTPServer
import PushSinks
import ReferencePush

/// `assay serve`: runs a reference service, a sink or a stub.
enum ServeCommand: Command {
    static let specification = CommandSpecification(
        name: "serve",
        abstract: "Run a reference service, a sink, or a stub of any contract.",
        discussion: [
            "It prints its base URL when it listens, with its keys and a curl command to "
                + "copy, and runs until SIGINT, SIGQUIT, SIGTERM or SIGHUP. All state is kept "
                + "in memory.",
            "A service with several documented hosts listens once for each host, on consecutive "
                + "ports from the given one. So do several sinks: \"assay serve apns fcm "
                + "web-push\".",
            "A sink accepts the messages that push services send, as APNs, FCM or a Web Push "
                + "service does. fcm and web-push print the data that a sender needs: a service "
                + "account file, or a subscription; GET /.well-known/assay/sender returns the "
                + "same. Below that path there are also account, messages (?recipient=NAME) and "
                + "knobs; a PUT of {\"latency\":\"5ms\"} changes a knob. Each sink serves HTTP/2 "
                + "and HTTP/1.1 on one port, without TLS or, with --ca, over TLS.",
            "A contract file, or a folder of contracts, is served as a stub: each operation "
                + "returns its success response, generated from its schema and examples. Objects "
                + "that one operation creates are stored for others that read, change, delete and "
                + "list them, as paths and cases of the contract show, until the stub exits. A "
                + "request with \"Prefer: code=E400008\" gets that error of the catalogue, one "
                + "with \"Prefer: code=201\" that response.",
        ],
        positionals: [
            PositionalSpecification(
                ValueSpecification(
                    "SERVICE",
                    isRepeatable: true,
                    completion: .list(ServiceCatalog.names + [everything])
                ),
                help: ReferenceCatalog.entries.map { "\($0.name) \($0.phrase)" }
                    .joined(separator: ", ") + "; all serves each of these. "
                    + "\(Words.conjunction(ServiceCatalog.sinks)) are sinks, to which push services "
                    + "send. Or the path of a contract. Several services must all be sinks."
            )
        ],
        groups: [
            OptionGroup(
                "Server",
                [
                    .value(
                        "listen",
                        ValueSpecification("[HOST:]PORT", default: "127.0.0.1:0"),
                        help: "Listen on this address; port 0 means any free port."
                    ),
                    .value(
                        "defect",
                        ValueSpecification("NAME"),
                        help: "Inject this defect into the service, to see which test detects "
                            + "it; --list-defects lists all."
                    ),
                    .flag(
                        "list-defects",
                        help: "List the defects that SERVICE can have, and exit."
                    ),
                    .value(
                        "app-key",
                        ValueSpecification("KEY"),
                        help: "Require this application key. Default: the one in the contracts."
                    ),
                    .value(
                        "client-key",
                        ValueSpecification("KEY"),
                        help: "Require signatures with this client key (NCMB). Default: the one in "
                            + "the contracts."
                    ),
                    .value(
                        "secret-key",
                        ValueSpecification("KEY"),
                        help: "Require this secret key in requests of servers (NHN Cloud Push). "
                            + "Default: the one in the contracts."
                    ),
                    .value(
                        "delivery-delay",
                        ValueSpecification("DURATION", default: "30ms"),
                        help: "Deliver immediate pushes after this time; seconds, or with a "
                            + "unit: 500ms, 1.5s, 2m."
                    ),
                    .value(
                        "allow-downstream",
                        ValueSpecification("HOST", isRepeatable: true),
                        help: "Allow the provider states \"downstream\" and \"providers\" to "
                            + "name this host. Default: this machine only."
                    ),
                    .value(
                        "var",
                        ValueSpecification("NAME=VALUE", isRepeatable: true),
                        help: "Set a variable of the contracts of a stub."
                    ),
                    CommonOptions.variablesFile,
                    CommonOptions.fileRoot,
                    .value(
                        "keep",
                        ValueSpecification("COUNT", default: "10000"),
                        help: "Store at most this number of objects that clients create at a stub, "
                            + "so that later requests can read, change and delete them; beyond "
                            + "that number the oldest are evicted. With 0, none are stored."
                    ),
                    .flag(
                        "check-credentials",
                        help:
                            "Reject requests to a stub that lack the keys or the signature of "
                            + "the contract."
                    ),
                    .flag(
                        "cors",
                        help:
                            "Allow pages of any origin to read the responses of a stub, and "
                            + "respond to preflight requests (CORS)."
                    ),
                    .flag(
                        "verbose",
                        help: "Log each request: the matching operation, the response, and why a "
                            + "stub rejected it, which is also in the response header "
                            + "Assay-Refusal. A sink keeps its messages instead (GET "
                            + "/.well-known/assay/messages)."
                    ),
                    Supervision.option,
                ]
            ),
            OptionGroup("Fault", [FaultOption.specification, FaultOption.control]),
            deliveryOptions,
            paceOptions,
            sinkOptions,
            apnsOptions,
        ],
        examples: [
            .init(
                "assay serve ncmb --listen 127.0.0.1:8080",
                "Serve NCMB on a given port."
            ),
            .init(
                "assay serve fcm --latency 20ms --unregistered 1%",
                "Stand in for FCM, with 1 % unregistered tokens."
            ),
            .init(
                "assay serve ncmb --deliver-to apns=http://127.0.0.1:8443 --delivery-rate 2000/s",
                "Deliver the pushes of NCMB to a sink started by \"assay serve apns\"."
            ),
            .init(
                "assay serve apns fcm web-push --listen 127.0.0.1:8443 --ca ca.pem --keys .",
                "Stand in for three providers, on ports 8443 to 8445."
            ),
            .init("assay serve notes.yaml", "Serve a stub of your own contract."),
            .init(
                "assay serve ncmb --service-time 2ms --servers 4",
                "Serve it with a capacity of 2,000 requests a second."
            ),
        ],
        exitStatuses: [.success, .commandLine, .unusableFile, .couldNotRun, .defect],
        seeAlso: ["faults-and-stubs"]
    )

    static func run(
        _ arguments: ParsedArguments,
        console: Console
    ) async throws -> ExitStatus {
        if arguments.flag("list-defects") {
            for name in arguments.strings("SERVICE") { listDefects(of: name, console) }
            return .success
        }
        if arguments.flag("list-delivery-defects") {
            listDeliveryDefects(console)
            return .success
        }
        let services = try ServedService.all(arguments, console)
        let address = try arguments.listenAddress("listen") ?? .anywhere
        let fault = try FaultOption.fault(arguments, isTLS: false)
        let control = try FaultOption.controlAddress(arguments)
        var options = ServerOptions()
        options.pace = try pace(arguments)
        if isSink(arguments) { options.pace.stalls = nil }
        guard let services else { return .unusableFile }
        try checkPorts(arguments, address, count: services.count)
        let stop = Handover<Void>()
        if arguments.flag(Supervision.option.name) { Supervision.atEnd { stop.give() } }
        let signals = await SignalWatcher.watch { stop.give() }
        defer { signals.cancel() }
        let log = arguments.flag("verbose") ? RequestLog(console: console) : nil
        var servers: [RunningService] = []
        var hops = StandingHops(fault: fault)
        defer { for server in servers { server.stop() } }
        do {
            for service in services {
                let place = address.advanced(by: servers.count)
                let isFaulty = fault != nil || control != nil
                servers.append(try service.start(isFaulty ? .anywhere : place, options, log))
                guard isFaulty else { continue }
                try hops.add(before: &servers[servers.count - 1], at: place)
            }
            if let control { try hops.serveControl(at: control) }
        } catch {
            console.printError("assay serve: \(error)")
            return .couldNotRun
        }
        for line in try servers.flatMap({ try $0.lines() }) + hops.lines { console.print(line) }
        // Another run of this program needs no guidance.
        if !arguments.flag(Supervision.option.name) {
            for line in servers.flatMap({ $0.guide($0.origin) }) { console.print(line) }
        }
        await stop.wait()
        for summary in servers.map({ $0.summary() }) + [hops.stop()] {
            if let summary { console.print(summary) }
        }
        return .success
    }

    /// Rejects a port without enough ports after it for every service.
    private static func checkPorts(
        _ arguments: ParsedArguments,
        _ address: ListenAddress,
        count: Int
    ) throws {
        let last = Int(UInt16.max) - count + 1
        guard Int(address.port) > last else { return }
        throw arguments.unusable(
            arguments.string("listen") ?? "",
            for: "listen",
            expected: "0 or a port up to \(last), as \(count) services use consecutive ports"
        )
    }

    static let everything = "all"
}
