import TestSupport
import Testing

enum OpenSSL {
    /// The path of the command; `nil` when it is not installed.
    static let path = ChildProcess.path(of: "openssl")
}

/// A certificate for `localhost` that signs itself, and its key, good for a day.
final class TLSIdentity: Sendable {
    let certificate: String
    let key: String
    private let directory: TemporaryDirectory

    init() async throws {
        directory = try TemporaryDirectory()
        certificate = directory.file("certificate.pem")
        key = directory.file("key.pem")
        let command = try ChildProcess(
            try #require(OpenSSL.path),
            [
                "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1",
                "-nodes",
                "-keyout", key, "-out", certificate, "-days", "1", "-subj", "/CN=localhost",
                "-addext", "subjectAltName=DNS:localhost",
            ]
        )
        _ = await command.outputUntilEnd()
    }

    /// A file with the key under a pass phrase.
    func encryptedKey(pass: String) async throws -> String {
        let path = directory.file("encrypted.pem")
        let command = try ChildProcess(
            try #require(OpenSSL.path),
            ["pkey", "-in", key, "-aes128", "-passout", "pass:\(pass)", "-out", path]
        )
        _ = await command.outputUntilEnd()
        return path
    }
}

/// `openssl s_server` on a port of its own, ended when this is released.
struct TLSServer: Sendable {
    let port: Int
    let process: ChildProcess
    private let identity: TLSIdentity

    init(_ identity: TLSIdentity, _ arguments: String...) async throws {
        self.identity = identity
        process = try ChildProcess(
            try #require(OpenSSL.path),
            [
                "s_server", "-accept", "127.0.0.1:0", "-cert", identity.certificate, "-key",
                identity.key,
            ] + arguments
        )
        // "ACCEPT 127.0.0.1:40123"
        let text = await process.line(after: "ACCEPT 127.0.0.1:")
        port = try #require(text.flatMap { Int($0) })
    }
}
