import Base
import CommandLineTool
import HTTP2Serving
import Platform
import PushSinks

extension ServeCommand {
    /// The options of the APNs sink alone.
    static let apnsOptions = OptionGroup(
        "APNs",
        [
            .value(
                "streams",
                ValueSpecification("N", default: "1000"),
                help: "How many requests a connection may have under way once it has shown a good "
                    + "token; one before that."
            ),
            .value(
                "goaway-every",
                ValueSpecification("N", default: "0"),
                help: "End each connection with GOAWAY after N requests; 0 never does."
            ),
            .value(
                "idle-timeout",
                ValueSpecification("DURATION", default: "1h"),
                help: "End a connection with GOAWAY on which nothing happened for so long."
            ),
            .value(
                "environment",
                ValueSpecification("SIDE", default: "sandbox", allowed: ["sandbox", "production"]),
                help: "Which APNs it is."
            ),
            .value(
                "auth-key",
                ValueSpecification("FILE", completion: .file),
                help:
                    "The key by which senders sign their tokens, as Apple hands it out; without it, "
                    + "the one of the contracts. Needs --key-id."
            ),
            .value("key-id", ValueSpecification("ID"), help: "The identifier of that key."),
            .value(
                "team-id",
                ValueSpecification("ID"),
                help: "The team whose key that is; without it, any team may use it."
            ),
            .value(
                "topic",
                ValueSpecification("BUNDLE", isRepeatable: true),
                help: "A bundle identifier that may be sent to; without it, all may."
            ),
            .value(
                "tls-cert",
                ValueSpecification("FILE", completion: .file),
                help:
                    "The certificate to show to who speaks TLS, in PEM form. Needs --tls-key. HTTP "
                    + "in clear text is answered at the same port."
            ),
            .value(
                "tls-key",
                ValueSpecification("FILE", completion: .file),
                help: "The key of that certificate."
            ),
            .value(
                "ca",
                ValueSpecification("FILE", completion: .file),
                help: "Speak TLS with a certificate of an authority that is made for this run, and "
                    + "write what clients have to trust to FILE: for this address, localhost and "
                    + "Apple's hosts."
            ),
            .flag(
                "proxy",
                help: "Be an HTTP proxy too, for senders that fix Apple's hosts: CONNECT to these "
                    + "leads here, and to no other. Needs --ca or --tls-cert."
            ),
            .value(
                "threads",
                ValueSpecification("N", default: "1"),
                help: "How many threads answer; each has connections of its own."
            ),
        ]
    )
}

/// A file that a sink was given and cannot use.
struct SinkObstacle: CommandObstacle {
    let file: String
    let reason: String

    var status: ExitStatus { .unusableFile }

    var description: String { "\(file): \(reason)" }
}

/// A sink as the command line asks for it.
struct SinkPlan {
    let sink: APNsSink
    let options: HTTP2Options
    let tls: TLSServerContext?

    /// - Throws: A `CommandLineError`, or why a file cannot be used.
    init(_ arguments: ParsedArguments) throws {
        for name in ["service-time", "servers", "error-rate"]
        where arguments.isGiven(name) {
            throw arguments.unusable(
                arguments.string(name) ?? "",
                for: name,
                expected: "an option of sinks, such as --latency or --unavailable"
            )
        }
        var apns = APNsOptions()
        if let key = try Self.key(arguments) { apns = APNsOptions(key: key) }
        apns.topics = arguments.strings("topic")
        let environment = arguments.string("environment") ?? ""
        apns.environment = APNsOptions.Environment(rawValue: environment) ?? .sandbox
        sink = APNsSink(options: apns, knobs: try ServeCommand.knobs(arguments))
        var options = HTTP2Options()
        options.threads = try arguments.int("threads", in: 1...64) ?? 1
        options.idleTimeout = try arguments.duration("idle-timeout") ?? options.idleTimeout
        tls = try Self.tls(arguments)
        options.tunnels = try Self.tunnels(arguments, hasTLS: tls != nil)
        self.options = options
    }

    private static func key(_ arguments: ParsedArguments) throws -> APNsKey? {
        guard let path = arguments.string("auth-key") else { return nil }
        guard let id = arguments.string("key-id") else {
            throw arguments.unusable(path, for: "auth-key", expected: "--key-id beside it")
        }
        do {
            let bytes = try FileContent.bytes(of: path, atMost: 65_536)
            let pem = String(decoding: bytes, as: UTF8.self)
            return try APNsKey(id: id, team: arguments.string("team-id"), pem: pem)
        } catch {
            throw SinkObstacle(file: path, reason: "\(error)")
        }
    }

    /// Where notifications are sent to (Apple, "Sending notification requests to APNs").
    private static let hosts = [
        "api.push.apple.com", "api.sandbox.push.apple.com", "api.development.push.apple.com",
    ]

    /// Those hosts with their ports, where the sink is to be a proxy.
    private static func tunnels(
        _ arguments: ParsedArguments,
        hasTLS: Bool
    ) throws -> Set<String>? {
        guard arguments.flag("proxy") else { return nil }
        guard hasTLS else {
            throw SinkObstacle(file: "--proxy", reason: "needs --ca or --tls-cert beside it")
        }
        return Set(hosts.flatMap { ["\($0):443", "\($0):2197"] })
    }

    /// A context of an authority of its own, whose certificate is written to a file.
    private static func ownTLS(_ path: String, host: String) throws -> TLSServerContext {
        do {
            let authority = try CertificateAuthority(name: "assay serve apns")
            let local = ["localhost", "127.0.0.1", "::1"]
            let context = try authority.context(
                for: local + (local.contains(host) ? [] : [host]) + hosts,
                protocols: ["h2", "http/1.1"]
            )
            try WholeFile.write(Array(authority.pem.utf8), to: path, replacing: true)
            context.askForCertificates()
            return context
        } catch {
            throw SinkObstacle(file: path, reason: "\(error)")
        }
    }

    private static func tls(_ arguments: ParsedArguments) throws -> TLSServerContext? {
        if let path = arguments.string("ca") {
            let address = try arguments.listenAddress("listen") ?? .anywhere
            return try ownTLS(path, host: address.host)
        }
        guard let certificate = arguments.string("tls-cert") else { return nil }
        guard let key = arguments.string("tls-key") else {
            throw arguments.unusable(certificate, for: "tls-cert", expected: "--tls-key beside it")
        }
        do {
            let context = try TLSServerContext(
                certificate: certificate,
                key: key,
                protocols: ["h2", "http/1.1"]
            )
            context.askForCertificates()
            return context
        } catch {
            throw SinkObstacle(file: "\(certificate), \(key)", reason: "\(error)")
        }
    }

    /// Answers at an address from now on.
    func start(_ address: ListenAddress) throws -> RunningService {
        let server = try APNsServer(
            sink,
            host: address.host,
            port: Int(address.port),
            options: options,
            tls: tls
        )
        return RunningService(
            name: sink.name,
            origin: server.origin,
            remark: "knobs, account and provider states at \(server.controlURL)",
            more: more(server.origin),
            summary: { Self.summary(of: server) },
            stop: { server.stop() }
        )
    }

    /// What clients can use beside clear text.
    private func more(_ origin: String) -> [String] {
        let proxy = "a proxy for \(Self.hosts.joined(separator: ", ")) at \(origin)"
        return (tls == nil ? [] : ["TLS at https\(origin.dropFirst("http".count))"])
            + (options.tunnels == nil ? [] : [proxy])
    }

    /// What is said of a sink that ends.
    private static func summary(of server: APNsServer) -> String {
        let load = server.load
        let limit = load.wasLimit ? "; the sink was the limit" : ""
        return "apns judged \(Count.of(Int(server.sink.requestCount), "request")) and was busy for "
            + "\(percent(load.share)) of the time, \(percent(load.busiestSecond)) of its busiest "
            + "second\(limit)"
    }

    private static func percent(_ share: Double) -> String { "\(Int((share * 100).rounded())) %" }
}
