import Base
import CommandLineTool
import HTTPServer
import PushSinks

extension ServeCommand {
    /// The options by which a sink gets slow, or refuses what it could take.
    static let sinkOptions = OptionGroup(
        "Sink",
        [
            .value(
                "latency",
                ValueSpecification("DURATION"),
                help: "Hold each answer of a sink back; --stall holds all of them back for a while."
            ),
            .value(
                "unregistered",
                ValueSpecification("PERCENT"),
                help: "Answer for that share of recipients that they are not registered any more; "
                    + "which they are follows from the seed and the recipient."
            ),
            .value(
                "too-many",
                ValueSpecification("PERCENT"),
                help: "Answer that share of messages with status 429."
            ),
            .value(
                "unavailable",
                ValueSpecification("PERCENT"),
                help: "Answer that share of messages with status 503."
            ),
            .value(
                "streams",
                ValueSpecification("N", default: "1000"),
                help: "How many requests a connection may have under way over HTTP/2; at APNs one, "
                    + "until it has shown a good token."
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
                    + "the provider's hosts. Several sinks share the authority."
            ),
            .value(
                "hostname",
                ValueSpecification("NAME"),
                help: "The host name of the sink for senders on other machines: its certificate, "
                    + "keys and control address use it. Without it, the host of --listen."
            ),
            .value(
                "keys",
                ValueSpecification("FOLDER", completion: .folder),
                help: "Write the keys and addresses that senders need to FOLDER: apns.json and "
                    + "apns.p8, fcm.json, web-push.json."
            ),
            .flag(
                "proxy",
                help: "Be an HTTP proxy too, for senders that fix the provider's hosts: CONNECT to "
                    + "these leads here, and to no other. Needs --ca or --tls-cert."
            ),
            .value(
                "threads",
                ValueSpecification("N", default: "1"),
                help: "How many threads answer; each has connections of its own."
            ),
        ]
    )

    /// What those options say, and those of the pace that a sink takes for itself.
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

    /// Whether the service that is asked for is a sink, whose stalls can be changed while it runs.
    static func isSink(_ arguments: ParsedArguments) -> Bool {
        let names = arguments.strings("SERVICE")
        return !names.isEmpty && names.allSatisfy(ServiceCatalog.sinks.contains)
    }
}
