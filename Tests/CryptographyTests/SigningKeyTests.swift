import Cryptography
import Glibc
import TestSupport
import Testing

@Suite(
    "Signing keys",
    .enabled(if: ChildProcess.path(of: "openssl") != nil, "NOT RUN: there is no openssl command")
)
struct SigningKeyTests {
    /// The arguments for the openssl command to make a key for each algorithm.
    private static let cases: [(SigningKey.Algorithm, [String])] = [
        (.es256, ["genpkey", "-algorithm", "EC", "-pkeyopt", "ec_paramgen_curve:P-256"]),
        (.rs256, ["genpkey", "-algorithm", "RSA", "-pkeyopt", "rsa_keygen_bits:2048"]),
    ]

    @Test("A signature is verified by the openssl command", arguments: [0, 1])
    func verified(position: Int) async throws {
        let (algorithm, arguments) = Self.cases[position]
        let folder = try TemporaryDirectory()
        let key = folder.path + "/key.pem"
        try await run(arguments + ["-out", key])
        try await run(["pkey", "-in", key, "-pubout", "-out", key + ".pub"])
        let message = Array("eyJhbGciOiJFUzI1NiJ9.e30".utf8)
        let pem = try await text(of: key)
        let signature = try SigningKey(pem: pem, algorithm: algorithm).signature(of: message)
        _ = try folder.write(message, to: "message")
        _ = try folder.write(algorithm == .es256 ? der(signature) : signature, to: "signature")
        try await run([
            "dgst", "-sha256", "-verify", key + ".pub", "-signature", folder.path + "/signature",
            folder.path + "/message",
        ])
        #expect(signature.count == (algorithm == .es256 ? 64 : 256))
    }

    @Test("A text that is not a key is rejected without being shown")
    func noKey() {
        #expect(throws: SigningKey.Unusable.self) {
            try SigningKey(pem: "s3cret", algorithm: .es256)
        }
        do {
            _ = try SigningKey(pem: "s3cret", algorithm: .es256)
        } catch {
            #expect(
                "\(error)"
                    == "expected a private key in PEM form without a pass phrase "
                    + "(-----BEGIN PRIVATE KEY-----)"
            )
        }
    }

    @Test("A key of another type than the algorithm's is rejected")
    func otherKind() async throws {
        let folder = try TemporaryDirectory()
        let key = folder.path + "/key.pem"
        try await run(Self.cases[1].1 + ["-out", key])
        let pem = try await text(of: key)
        do {
            _ = try SigningKey(pem: pem, algorithm: .es256)
            Issue.record("an RSA key was taken for ES256")
        } catch {
            #expect("\(error)" == "ES256 expects an EC key on P-256")
        }
    }

    /// Runs the openssl command, which must succeed.
    private func run(_ arguments: [String]) async throws {
        let openssl = try #require(ChildProcess.path(of: "openssl"), "there is no openssl command")
        let shell = try ChildProcess(
            "/bin/sh",
            ["-c", "\"$0\" \"$@\" >&2 && echo done", openssl] + arguments
        )
        let output = String(decoding: await shell.outputUntilEnd(), as: UTF8.self)
        #expect(output.hasSuffix("done\n"), "openssl \(arguments.joined(separator: " "))")
    }

    private func text(of path: String) async throws -> String {
        let cat = try ChildProcess("/bin/cat", [path])
        return String(decoding: await cat.outputUntilEnd(), as: UTF8.self)
    }

    /// r and s as the DER sequence that openssl expects.
    private func der(_ signature: [UInt8]) -> [UInt8] {
        func integer(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
            var digits = Array(bytes.drop { $0 == 0 })
            if digits.first.map({ $0 >= 0x80 }) ?? true { digits.insert(0, at: 0) }
            return [0x02, UInt8(digits.count)] + digits
        }
        let body = integer(signature[..<32]) + integer(signature[32...])
        return [0x30, UInt8(body.count)] + body
    }
}
