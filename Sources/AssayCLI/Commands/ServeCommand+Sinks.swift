import Base
import CommandLineTool
import HTTPServer
import PushSinks

extension ServeCommand {
    /// Options that make a sink slow or let it reject messages.
    static let sinkOptions = OptionGroup(
        "Sink",
        [
            .value(
                "latency",
                ValueSpecification("DURATION"),
                help: "Delay each response of a sink by this time; --stall delays all of them at "
                    + "once."
            ),
            .value(
                "unregistered",
                ValueSpecification("PERCENT"),
                help: "Report this share of recipients as no longer registered; the seed and the "
                    + "recipient determine which."
            ),
            .value(
                "too-many",
                ValueSpecification("PERCENT"),
                help: "Respond to this share of messages with status 429."
            ),
            .value(
                "unavailable",
                ValueSpecification("PERCENT"),
                help: "Respond to this share of messages with status 503."
            ),
            .value(
                "streams",
                ValueSpecification("N", default: "1000"),
                help: "Allow this number of concurrent HTTP/2 streams on a connection; apns "
                    + "allows one until the connection has presented a valid token."
            ),
            .value(
                "goaway-every",
                ValueSpecification("N", default: "0"),
                help: "Close each connection with GOAWAY after N requests; 0 means never."
            ),
            .value(
                "idle-timeout",
                ValueSpecification("DURATION", default: "1h"),
                help: "Close a connection with GOAWAY after this time without activity."
            ),
            .value(
                "tls-cert",
                ValueSpecification("FILE", completion: .file),
                help:
                    "Present this certificate to TLS clients, in PEM format. Requires --tls-key. "
                    + "The same port also accepts HTTP without TLS."
            ),
            .value(
                "tls-key",
                ValueSpecification("FILE", completion: .file),
                help: "Use this private key for the certificate of --tls-cert."
            ),
            .value(
                "ca",
                ValueSpecification("FILE", completion: .file),
                help: "Serve TLS with a certificate of an authority created for this run, for "
                    + "this address, localhost and the provider's hosts, and write the "
                    + "authority's certificate, which clients have to trust, to FILE. Several sinks "
                    + "share the authority."
            ),
            .value(
                "hostname",
                ValueSpecification("NAME"),
                help: "Use this host name of the sink in its certificate, keys and control "
                    + "address, for senders on other machines. Default: the host of --listen."
            ),
            .value(
                "keys",
                ValueSpecification("FOLDER", completion: .folder),
                help: "Write the keys and addresses that senders need to FOLDER: apns.json and "
                    + "apns.p8, fcm.json, web-push.json."
            ),
            .flag(
                "proxy",
                help: "Also act as an HTTP proxy, for senders with hard-coded hosts of the "
                    + "provider: CONNECT to these hosts leads to this sink; other hosts are "
                    + "rejected. Requires --ca or --tls-cert."
            ),
            .value(
                "threads",
                ValueSpecification("N", default: "1"),
                help: "Serve with this number of threads; each has its own connections."
            ),
        ]
    )

    /// The values of these options, and of the pace options that a sink uses.
    static func knobs(_ arguments: ParsedArguments) throws -> SinkKnobs {
        let pace = try pace(arguments)
        var knobs = SinkKnobs()
        knobs.latency = try arguments.duration("latency") ?? .zero
        knobs.unregistered = try (arguments.percent("unregistered") ?? 0) / 100
        knobs.tooMany = try (arguments.percent("too-many") ?? 0) / 100
        knobs.unavailable = try (arguments.percent("unavailable") ?? 0) / 100
        knobs.streams = try arguments.int("streams", in: 1...100_000) ?? knobs.streams
        knobs.goAwayEvery = try arguments.int("goaway-every", in: 0...1_000_000_000) ?? 0
        knobs.subscribers =
            try arguments.int("subscribers", in: 0...SinkKnobs.mostSubscribers) ?? 0
        knobs.stalls = pace.stalls
        knobs.seed = pace.seed
        return knobs
    }

    /// Rejects options of sinks that are not served.
    ///
    /// - Throws: A `CommandLineError`.
    static func checkSinkOptions(_ arguments: ParsedArguments) throws {
        let services = arguments.strings("SERVICE")
        for (sinks, group) in [(ServiceCatalog.sinks, sinkOptions), (["apns"], apnsOptions)]
        where !sinks.contains(where: services.contains) {
            for option in group.options {
                let name = option.name
                let isGiven = option.value == nil ? arguments.flag(name) : arguments.isGiven(name)
                guard isGiven else { continue }
                throw arguments.unusable(
                    services.first ?? everything,
                    for: "SERVICE",
                    expected: "\(Words.alternatives(sinks)), which --\(name) requires"
                )
            }
        }
    }

    /// Whether the requested services are sinks, with stalls that can be changed while it runs.
    static func isSink(_ arguments: ParsedArguments) -> Bool {
        let names = arguments.strings("SERVICE")
        return !names.isEmpty && names.allSatisfy(ServiceCatalog.sinks.contains)
    }
}
