import Base
import CommandLineTool
import HTTP2Serving
import JSON
import Platform
import PushSinks
import ReferencePush

/// A file that a sink was given and cannot use.
struct SinkObstacle: CommandObstacle {
    let file: String
    let reason: String

    var status: ExitStatus { .unusableFile }

    var description: String { "\(file): \(reason)" }
}

/// A sink as the command line asks for it.
struct SinkPlan {
    private let sink: any PushSink
    /// Its defect; `nil` for none.
    private let defect: Defect?
    private let options: HTTP2Options
    private let tls: TLSServerContext?
    /// The file that clients have to trust; `nil` without one of its own.
    private let authority: String?

    private static let clearText = ["--http2-prior-knowledge"]

    /// - Parameters:
    ///   - sink: The sink.
    ///   - arguments: How it is served.
    /// - Throws: A `CommandLineError`, or why a file cannot be used.
    init(_ sink: any PushSink, _ arguments: ParsedArguments) throws {
        for name in ["service-time", "servers", "error-rate"]
        where arguments.isGiven(name) {
            throw arguments.unusable(
                arguments.string(name) ?? "",
                for: name,
                expected: "an option of sinks, such as --latency or --unavailable"
            )
        }
        self.sink = sink
        defect = try ServeCommand.defect(of: sink.name, arguments)
        tls = try Self.tls(sink, arguments)
        authority = arguments.string("ca")
        var options = HTTP2Options()
        options.threads = try arguments.int("threads", in: 1...64) ?? 1
        options.idleTimeout = try arguments.duration("idle-timeout") ?? options.idleTimeout
        options.tunnels = try Self.tunnels(sink, arguments, hasTLS: tls != nil)
        self.options = options
    }

    /// Where CONNECT may lead to, where the sink is to be a proxy.
    private static func tunnels(
        _ sink: any PushSink,
        _ arguments: ParsedArguments,
        hasTLS: Bool
    ) throws -> Set<String>? {
        guard arguments.flag("proxy") else { return nil }
        guard hasTLS else {
            throw SinkObstacle(file: "--proxy", reason: "requires --ca or --tls-cert")
        }
        return Set(sink.authorities)
    }

    private static let protocols = ["h2", "http/1.1"]

    private static func tls(
        _ sink: any PushSink,
        _ arguments: ParsedArguments
    ) throws -> TLSServerContext? {
        if let path = arguments.string("ca") {
            let address = try arguments.listenAddress("listen") ?? .anywhere
            return try ownTLS(path, sink, host: address.host)
        }
        guard let certificate = arguments.string("tls-cert") else { return nil }
        guard let key = arguments.string("tls-key") else {
            throw arguments.dependent("tls-cert", on: "--tls-key FILE")
        }
        do {
            return try TLSServerContext(
                certificate: certificate,
                key: key,
                protocols: protocols
            )
        } catch {
            throw SinkObstacle(file: "\(certificate), \(key)", reason: "\(error)")
        }
    }

    /// A context of an authority of its own, whose certificate is written to a file.
    private static func ownTLS(
        _ path: String,
        _ sink: any PushSink,
        host: String
    ) throws -> TLSServerContext {
        do {
            let authority = try CertificateAuthority(name: "assay serve \(sink.name)")
            let local = ["localhost", "127.0.0.1", "::1"]
            let context = try authority.context(
                for: local + (local.contains(host) ? [] : [host]) + sink.hosts,
                protocols: protocols
            )
            try WholeFile.write(Array(authority.pem.utf8), to: path, replacing: true)
            return context
        } catch {
            throw SinkObstacle(file: path, reason: "\(error)")
        }
    }
}

extension SinkPlan {
    /// Answers at an address from now on.
    func start(_ address: ListenAddress) throws -> RunningService {
        let server = try SinkServer(
            sink,
            defect: defect,
            host: address.host,
            port: Int(address.port),
            options: options,
            tls: tls
        )
        return RunningService(
            name: sink.name,
            origin: server.origin,
            remark: "knobs, account and provider states at \(server.controlURL)",
            more: more,
            summary: { Self.summary(of: server) },
            stop: { server.stop() }
        )
    }

    /// Addresses besides clear text, and what clients need for them.
    @Sendable private func more(_ origin: String) throws -> [String] {
        let secure = "https\(origin.dropFirst("http".count))"
        var lines: [String] = []
        if tls != nil { lines.append("TLS at \(secure)") }
        var senderOrigin: String? = tls == nil ? origin : secure
        if options.tunnels != nil {
            senderOrigin = nil
            lines.append("a proxy for \(sink.hosts.joined(separator: ", ")) at \(origin)")
        }
        if let need = try sink.need(ofSendersAt: senderOrigin) {
            lines.append("a sender needs \(need.text)")
        }
        if let words = try sink.trial(at: tls == nil ? origin : secure) {
            let route =
                authority.map { ["--cacert", $0] } ?? (tls == nil ? Self.clearText : ["-k"])
            // A token of the user's own comes from a variable of the shell.
            let quoted = (route + words).map { word in
                word.contains("$TOKEN") ? "\"\(word)\"" : ShellQuoting.word(word)
            }
            lines.append("try: curl \(quoted.joined(separator: " "))")
        }
        return lines
    }

    /// The summary of a sink at its end.
    private static func summary(of server: SinkServer) -> String {
        let load = server.load
        let limit = load.wasLimit ? "; the sink was the limit" : ""
        let count = Count.of(Int(server.sink.state.requestCount), "request")
        return
            "\(server.sink.name) checked \(count) and was busy for \(percent(load.share)) of the "
            + "time, \(percent(load.busiestSecond)) of its busiest second\(limit)"
    }

    private static func percent(_ share: Double) -> String { "\(Int((share * 100).rounded())) %" }
}
