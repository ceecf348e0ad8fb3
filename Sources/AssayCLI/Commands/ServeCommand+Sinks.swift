import Base
import CommandLineTool
import HTTPServer
import PushSinks

extension ServeCommand {
    /// Options that make a sink slow or let it reject messages.
    static let sinkOptions = OptionGroup(
        "Sink",
        SinkKnobs.options(of: nil) + [
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
        knobs.stalls = pace.stalls
        knobs.seed = pace.seed
        for knob in SinkKnobs.all { try knob.take(from: arguments, into: &knobs) }
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

extension SinkKnobs {
    /// The options of the knobs that every sink has, or only one.
    static func options(of service: String?) -> [OptionSpecification] {
        all.compactMap { knob in
            guard let option = knob.option, knob.service == service else { return nil }
            return .value(option, knob.value.specification, help: knob.help)
        }
    }
}

extension SinkKnob {
    /// Sets the knob to the value of its option, if that is given.
    fileprivate func take(
        from arguments: ParsedArguments,
        into knobs: inout SinkKnobs
    ) throws(CommandLineError) {
        guard let name = option else { return }
        switch value {
        case .duration(let place):
            knobs[keyPath: place] = try arguments.duration(name) ?? knobs[keyPath: place]
        case .share(let place):
            let percent = try arguments.percent(name)
            knobs[keyPath: place] = percent.map { $0 / 100 } ?? knobs[keyPath: place]
        case .count(let place, let range):
            knobs[keyPath: place] = try arguments.int(name, in: range) ?? knobs[keyPath: place]
        case .stalls(let place):
            knobs[keyPath: place] = try arguments.stalls(name)
        }
    }
}

extension SinkKnob.Value {
    fileprivate var specification: ValueSpecification {
        switch self {
        case .duration: ValueSpecification("DURATION")
        case .share: ValueSpecification("PERCENT")
        case .count(let place, _):
            ValueSpecification("N", default: String(SinkKnobs()[keyPath: place]))
        case .stalls: ValueSpecification("every=TIME,for=TIME")
        }
    }
}
