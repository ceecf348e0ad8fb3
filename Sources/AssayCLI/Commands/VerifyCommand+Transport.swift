extension VerifyCommand {
    /// How to reach the target, in curl's words.
    static let transport = OptionGroup(
        "Transport, as in curl",
        [
            .value(
                "cacert",
                ValueSpecification("FILE", completion: .file),
                help: "Trust the certificates in this PEM file in place of the system's."
            ),
            .value(
                "cert",
                ValueSpecification("FILE", completion: .file),
                help: "Present this PEM client certificate."
            ),
            .value(
                "key",
                ValueSpecification("FILE", completion: .file),
                help: "The private key of the client certificate, when it is not in the same file."
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
                help: "Connect to this Unix socket in place of the URL's host."
            ),
            .value(
                "resolve",
                ValueSpecification("HOST:PORT:ADDRESS", isRepeatable: true),
                help: "Use this address for the host and port, without asking for its name."
            ),
            .value(
                "connect-timeout",
                ValueSpecification("DURATION", default: "10s"),
                help: "The longest a connection may take, TLS included; seconds, or with a unit."
            ),
            .value(
                "max-time",
                short: "m",
                ValueSpecification("DURATION", default: "30s"),
                help: "The longest a request may take as a whole; seconds, or with a unit."
            ),
            .flag("http1.1", excludes: ["http2"], help: "Speak HTTP/1.1 only."),
            .flag("http2", help: "Speak HTTP/2 where the server can; over TLS only."),
            .value(
                "max-filesize",
                ValueSpecification("BYTES", default: "16M"),
                help: "The longest response body; one that is longer is a transport failure. "
                    + "K, M and G are multiples of 1024."
            ),
        ]
    )
}
