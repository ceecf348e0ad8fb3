/// The `openssl` command.
package enum OpenSSL {
    /// The path of the command; `nil` if it is not installed.
    package static let path = ChildProcess.path(of: "openssl")

    /// The command is not installed, or does not work.
    struct Missing: Error {}

    static func required() throws -> String {
        guard let path else { throw Missing() }
        return path
    }
}

/// A self-signed certificate for `localhost`, and its key, valid for a day.
package final class TLSIdentity: Sendable {
    package let certificate: String
    package let key: String
    private let directory: TemporaryDirectory

    package init() async throws {
        directory = try TemporaryDirectory()
        certificate = directory.file("certificate.pem")
        key = directory.file("key.pem")
        let command = try ChildProcess(
            try OpenSSL.required(),
            [
                "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1",
                "-nodes",
                "-keyout", key, "-out", certificate, "-days", "1", "-subj", "/CN=localhost",
                "-addext", "subjectAltName=DNS:localhost",
            ]
        )
        _ = await command.outputUntilEnd()
    }

    /// A file with the key, encrypted with a passphrase.
    package func encryptedKey(pass: String) async throws -> String {
        let path = directory.file("encrypted.pem")
        let command = try ChildProcess(
            try OpenSSL.required(),
            ["pkey", "-in", key, "-aes128", "-passout", "pass:\(pass)", "-out", path]
        )
        _ = await command.outputUntilEnd()
        return path
    }
}

/// `openssl s_server` on its own port, ended when this is released.
package struct TLSServer: Sendable {
    package let port: Int
    package let process: ChildProcess
    private let identity: TLSIdentity

    package init(_ identity: TLSIdentity, _ arguments: String...) async throws {
        self.identity = identity
        process = try ChildProcess(
            try OpenSSL.required(),
            [
                "s_server", "-accept", "127.0.0.1:0", "-cert", identity.certificate, "-key",
                identity.key,
            ] + arguments
        )
        // "ACCEPT 127.0.0.1:40123"
        let text = await process.line(after: "ACCEPT 127.0.0.1:")
        guard let port = text.flatMap({ Int($0) }) else { throw OpenSSL.Missing() }
        self.port = port
    }
}
