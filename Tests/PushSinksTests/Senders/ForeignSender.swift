import HTTP2Serving
import JSON
import PushSinks
import TestSupport

/// An independent, unmodified sender from PyPI: a script in `Tests/Senders` drives it.
struct ForeignSender {
    /// The file name without its extension.
    let script: String
    /// Variables added to the environment of this process.
    var environment: [String] = []

    /// The Python that has the packages; `nil` reports that the tests did not run.
    static func python(with packages: String) async -> String? {
        guard let path = ChildProcess.path(of: "python3"),
            let probe = try? ChildProcess(path, ["-c", "import \(packages); print('there')"])
        else { return nil }
        return await probe.outputUntilEnd() == Array("there\n".utf8) ? path : nil
    }

    private static let folder =
        #filePath.split(separator: "/", omittingEmptySubsequences: false)
        .dropLast(3).joined(separator: "/") + "/Senders"

    /// Runs it to its end.
    ///
    /// - Parameter options: What the script is given.
    /// - Returns: What it prints.
    /// - Throws: When it cannot be started, or prints no JSON.
    func run(_ options: JSONValue) async throws -> JSONValue {
        let command = ["python3", "\(Self.folder)/\(script).py", options.text]
        let process = try ChildProcess("/usr/bin/env", environment + command)
        return try JSONValue(parsing: await process.outputUntilEnd())
    }
}

/// A sink with TLS under its own authority, which is also a proxy for the provider's hosts.
struct SecureSink {
    let server: SinkServer
    private let folder: TemporaryDirectory

    init(_ sink: any PushSink) throws {
        let authority = try CertificateAuthority(name: "A test")
        let context = try authority.context(
            for: ["localhost", "127.0.0.1"] + sink.hosts,
            protocols: ["h2", "http/1.1"]
        )
        var options = HTTP2Options()
        options.tunnels = Set(sink.authorities)
        server = try SinkServer(sink, options: options, tls: context)
        folder = try TemporaryDirectory()
        try folder.write(Array(authority.pem.utf8), to: "ca.pem")
        try folder.write(Array(APNsKey.knownPEM.utf8), to: "key.p8")
    }

    /// The certificate that senders have to trust.
    var authority: String { folder.file("ca.pem") }

    /// The key that they may sign with.
    var keyFile: String { folder.file("key.p8") }

    /// The origin of the sink over TLS.
    var origin: String { "https://localhost:\(server.port)" }

    /// The variables from which senders read the authority.
    var trust: [String] { ["SSL_CERT_FILE", "REQUESTS_CA_BUNDLE"].map { "\($0)=\(authority)" } }

    /// The variables that direct senders here instead of to the provider.
    var detour: [String] {
        trust + ["HTTPS_PROXY", "https_proxy"].map { "\($0)=\(server.origin)" }
            + ["NO_PROXY=", "no_proxy="]
    }
}
