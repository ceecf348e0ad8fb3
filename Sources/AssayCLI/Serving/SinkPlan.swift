import Base
import CommandLineTool
import HTTP2Serving
import JSON
import Platform
import PushSinks
import ReferencePush

/// A file for a sink that cannot be used.
struct SinkObstacle: CommandObstacle {
    let file: String
    let reason: String

    var status: ExitStatus { .unusableFile }

    var description: String { "\(file): \(reason)" }
}

/// A sink with the options of the command line.
struct SinkPlan {
    private let sink: any PushSink
    /// Its defect; `nil` for none.
    private let defect: Defect?
    private let options: HTTP2Options
    private let tls: TLSServerContext?
    /// The file with the certificate authority that clients must trust; `nil` without its own.
    private let authority: String?
    /// The host name that senders use; `nil` for the host that it listens on.
    private let hostname: String?
    /// The folder for the files that senders need; `nil` for none.
    private let keys: String?

    private static let clearText = ["--http2-prior-knowledge"]

    /// Sinks that share a certificate authority, which is written to its file.
    ///
    /// - Parameters:
    ///   - sinks: The sinks, in the order of their ports.
    ///   - arguments: Their options.
    /// - Returns: One plan for each, in the same order.
    /// - Throws: A `CommandLineError`, or why a file cannot be used.
    static func all(_ sinks: [any PushSink], _ arguments: ParsedArguments) throws -> [SinkPlan] {
        guard let path = arguments.string("ca") else {
            return try sinks.map { try SinkPlan($0, arguments, nil) }
        }
        do {
            let names = sinks.map(\.name).joined(separator: " ")
            let authority = try CertificateAuthority(name: "assay serve \(names)")
            let plans = try sinks.map { try SinkPlan($0, arguments, authority) }
            try WholeFile.write(Array(authority.pem.utf8), to: path, replacing: true)
            return plans
        } catch let error as any CommandObstacle {
            throw error
        } catch let error as CommandLineError {
            throw error
        } catch {
            throw SinkObstacle(file: path, reason: "\(error)")
        }
    }

    private init(
        _ sink: any PushSink,
        _ arguments: ParsedArguments,
        _ authority: CertificateAuthority?
    ) throws {
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
        tls = try Self.tls(sink, arguments, authority)
        self.authority = arguments.string("ca")
        hostname = try Self.hostname(arguments)
        keys = arguments.string("keys")
        var options = HTTP2Options()
        options.threads = try arguments.int("threads", in: 1...64) ?? 1
        options.idleTimeout = try arguments.duration("idle-timeout") ?? options.idleTimeout
        options.tunnels = try Self.tunnels(sink, arguments, hasTLS: tls != nil)
        self.options = options
    }

    private static func hostname(_ arguments: ParsedArguments) throws -> String? {
        guard let name = arguments.string("hostname") else { return nil }
        guard name.utf8.count <= 253, name.wholeMatch(of: /[A-Za-z0-9._-]+/) != nil else {
            throw arguments.unusable(
                name,
                for: "hostname",
                expected: "a name of at most 253 letters, digits, \".\", \"_\" and \"-\""
            )
        }
        return name
    }

    /// The targets of CONNECT, when the sink serves as a proxy.
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
        _ arguments: ParsedArguments,
        _ authority: CertificateAuthority?
    ) throws -> TLSServerContext? {
        if let authority {
            var hosts = ["localhost", "127.0.0.1", "::1"]
            let given = [try arguments.listenAddress("listen")?.host, arguments.string("hostname")]
            for host in given.compactMap(\.self) where !hosts.contains(host) { hosts.append(host) }
            return try authority.context(for: hosts + sink.hosts, protocols: protocols)
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
}

extension SinkPlan {
    /// Starts to respond at an address.
    func start(_ address: ListenAddress) throws -> RunningService {
        let server = try SinkServer(
            sink,
            defect: defect,
            host: address.host,
            port: Int(address.port),
            hostname: hostname,
            options: options,
            tls: tls
        )
        let origin = hostname.map { "http://\($0):\(server.port)" } ?? server.origin
        return RunningService(
            name: sink.name,
            origin: origin,
            remark: "knobs, account and provider states at \(origin)\(ControlEndpoint.path)",
            more: more,
            summary: { Self.summary(of: server) },
            stop: { server.stop() }
        )
    }

    /// Further addresses with TLS, and what clients need for them.
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
            if let keys { lines.append("which is in \(try write(need, to: keys))") }
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

    /// Writes the files that a sender needs, and the key of APNs also in the form that Apple issues: in a file of its
    /// own.
    ///
    /// - Returns: The paths.
    private func write(_ need: JSONValue, to folder: String) throws -> String {
        var files = [("\(folder)/\(sink.name).json", need.text)]
        if let key = need["key"]?.stringValue { files.append(("\(folder)/\(sink.name).p8", key)) }
        for (path, text) in files {
            do {
                try WholeFile.write(Array(text.utf8), to: path, replacing: true)
            } catch {
                throw SinkObstacle(file: path, reason: "\(error)")
            }
        }
        return files.map(\.0).joined(separator: " and ")
    }

    /// The summary of a sink when it stops.
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
