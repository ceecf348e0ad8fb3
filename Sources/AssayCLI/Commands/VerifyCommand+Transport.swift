extension VerifyCommand {
    /// How to reach the target.
    static let transport = OptionGroup(
        "Transport, as in curl",
        TransportOptionGroup.routeOptions + [
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
