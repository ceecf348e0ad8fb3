import CommandLineTool
import Transport

/// Options for reaching a server, named as in curl.
enum TransportOptionGroup {
    /// How a connection is opened.
    static let routeOptions: [OptionSpecification] = [
        .value(
            "cacert",
            ValueSpecification("FILE", completion: .file),
            help: "Trust the certificates in this PEM file instead of the system's."
        ),
        .value(
            "cert",
            ValueSpecification("FILE", completion: .file),
            help: "Present this PEM client certificate."
        ),
        .value(
            "key",
            ValueSpecification("FILE", completion: .file),
            help: "Use this private key for the client certificate, if it is not in the same file."
        ),
        .value(
            "pass",
            ValueSpecification("PHRASE", isSecret: true),
            help: "Use this pass phrase for the private key. Other users of this machine can see "
                + "it while the program runs; reports never show it."
        ),
        .flag(
            "insecure",
            short: "k",
            help: "Accept any server certificate."
        ),
        .value(
            "proxy",
            short: "x",
            ValueSpecification("URL"),
            help: "Connect through this proxy: http, https, socks4, socks5 or socks5h."
        ),
        .value(
            "unix-socket",
            ValueSpecification("PATH", completion: .file),
            help: "Connect to this Unix socket instead of the URL's host."
        ),
        .value(
            "resolve",
            ValueSpecification("HOST:PORT:ADDRESS", isRepeatable: true),
            help: "Use this address for the host and port, without a DNS lookup."
        ),
        .value(
            "connect-to",
            ValueSpecification("HOST:PORT:HOST:PORT", isRepeatable: true),
            help:
                "Connect to the second host and port for requests to the first; the requests do "
                + "not change. An empty part means any host or port in the first pair, and the "
                + "same one in the second."
        ),
        .value(
            "connect-timeout",
            ValueSpecification("DURATION", default: "10s"),
            help: "Limit the time to connect, including TLS; seconds, or with a unit."
        ),
    ]

    /// The values of `routeOptions`.
    static func route(_ arguments: ParsedArguments) throws -> TransportOptions {
        var options = TransportOptions()
        options.cacert = arguments.string("cacert")
        options.cert = arguments.string("cert")
        options.key = arguments.string("key")
        options.pass = arguments.string("pass")
        options.insecure = arguments.flag("insecure")
        options.proxy = arguments.string("proxy")
        options.unixSocket = arguments.string("unix-socket")
        options.resolve = arguments.strings("resolve")
        options.connectTo = arguments.strings("connect-to")
        options.connectTimeout = try arguments.duration("connect-timeout")
        return options
    }

    /// The values of `routeOptions` and of the options that only `verify` has.
    static func all(_ arguments: ParsedArguments) throws -> TransportOptions {
        var options = try route(arguments)
        options.maxTime = try arguments.duration("max-time")
        options.maxFilesize = try arguments.byteCount("max-filesize") ?? options.maxFilesize
        if arguments.flag("http1.1") { options.httpVersion = .http1_1 }
        if arguments.flag("http2") { options.httpVersion = .http2 }
        if arguments.flag("http2-prior-knowledge") { options.httpVersion = .http2PriorKnowledge }
        return options
    }
}
