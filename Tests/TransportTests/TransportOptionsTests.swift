import Glibc
import TestSupport
import Testing
import Transport

struct TransportOptionsTests {
    /// The validation error after `change`; `nil` if the options are valid.
    private static func message(_ change: (inout TransportOptions) -> Void) -> String? {
        var options = TransportOptions.patient
        change(&options)
        do throws(TransportOptionsError) {
            try options.validate()
            return nil
        } catch {
            return error.description
        }
    }

    @Test("The defaults are valid")
    func defaults() {
        #expect(Self.message { _ in } == nil)
    }

    @Test("Values in every form that curl accepts are valid")
    func goodForms() {
        let message = Self.message { options in
            options.proxy = "socks5h://user:pass@[::1]:1080"
            options.resolve = ["a:80:127.0.0.1", "+a:443:[::1],10.0.0.1", "*:80:127.0.0.1"]
            options.connectTo = ["a:80:b:90", "::b:", "[::1]:80:[::2]:90"]
            options.interface = "if!eth0"
            options.connectTimeout = .zero
            options.maxTime = nil
            options.httpVersion = .http2PriorKnowledge
            options.maxFilesize = 0
        }
        #expect(message == nil)
    }

    @Test("A missing file is reported with its option, before anything is sent")
    func missingFiles() throws {
        let directory = try TemporaryDirectory()
        let path = directory.file("absent.pem")
        let text = "cannot read '\(path)': No such file or directory; give the path of a PEM file"
        #expect(Self.message { $0.cacert = path } == "--cacert: \(text)")
        #expect(Self.message { $0.cert = path } == "--cert: \(text)")
        let pem = try directory.write(Array(Self.certificate.utf8), to: "cert.pem")
        let message = Self.message { options in
            options.cert = pem
            options.key = path
        }
        #expect(message == "--key: \(text)")
    }

    @Test("A directory is not a PEM file")
    func directory() throws {
        let directory = try TemporaryDirectory()
        #expect(
            Self.message { $0.cacert = directory.path }
                == "--cacert: cannot read '\(directory.path)': Is a directory; give the path of a PEM file"
        )
    }

    @Test("A file without the required PEM block is named")
    func wrongContent() throws {
        let directory = try TemporaryDirectory()
        let empty = try directory.write([], to: "empty")
        let certificate = try directory.write(Array(Self.certificate.utf8), to: "cert")
        #expect(
            Self.message { $0.cacert = empty }
                == "--cacert: '\(empty)' holds no certificate; expected a PEM file with one"
        )
        let message = Self.message { options in
            options.cert = certificate
            options.key = certificate
        }
        #expect(
            message
                == "--key: '\(certificate)' holds no private key; expected a PEM file with one"
        )
    }

    @Test("An endless file, or a pipe without a writer, is not a PEM file", arguments: [0, 1, 2])
    func endless(option: Int) throws {
        let directory = try TemporaryDirectory()
        let pipe = directory.file("pipe")
        try #require(mkfifo(pipe, 0o600) == 0)
        let certificate = try directory.write(Array(Self.certificate.utf8), to: "cert")
        func message(_ path: String) -> String? {
            Self.message { options in
                if option == 0 { options.cacert = path }
                if option > 0 { options.cert = option == 1 ? path : certificate }
                if option == 2 { options.key = path }
            }
        }
        let name = ["cacert", "cert", "key"][option]
        #expect(
            message("/dev/zero")
                == "--\(name): '/dev/zero' has more than 16777216 bytes; expected a PEM file"
        )
        #expect(message(pipe)?.hasPrefix("--\(name): '\(pipe)' holds no ") == true)
    }

    @Test("A key requires its certificate, and a proxy excludes a Unix domain socket")
    func combinations() {
        #expect(Self.message { $0.key = "k.pem" } == "--key 'k.pem' needs --cert; give both")
        #expect(
            Self.message { $0.pass = "s3cr3t" } == "--pass '[redacted]' needs --cert; give both"
        )
        let message = Self.message { options in
            options.unixSocket = "/run/s"
            options.proxy = "localhost"
        }
        #expect(
            message
                == "--unix-socket '/run/s' cannot be used together with --proxy; leave one out"
        )
    }

    @Test(
        "A proxy needs a scheme that libcurl supports",
        arguments: ["ftp://a:1", "", "a b", "://a"]
    )
    func proxy(value: String) {
        #expect(
            Self.message { $0.proxy = value }
                == "--proxy: expected [SCHEME://]HOST[:PORT] with a scheme of http, https, socks4, "
                + "socks4a, socks5, socks5h, got '\(value)'"
        )
    }

    @Test(
        "A proxy password with a delimiter is rejected and never shown",
        arguments: ["http://u:se/cret@h:1", "http://u:se#cret@h:1", "http://u:s?e@cret@h:1"]
    )
    func proxyPassword(value: String) {
        #expect(
            Self.message { $0.proxy = value }
                == "--proxy: expected / as %2F, ? as %3F, # as %23 and @ as %40 in a user name and a "
                + "password, got 'http://…@h:1'"
        )
        let other = Self.message { $0.proxy = value.replacing("http", with: "ftp") } ?? ""
        #expect(other.hasSuffix(", got 'ftp://…@h:1'"))
    }

    @Test("A resolve entry has three parts", arguments: ["", "a:80", "127.0.0.1", "a:80:1 2"])
    func resolve(value: String) {
        #expect(
            Self.message { $0.resolve = ["a:80:127.0.0.1", value] }
                == "--resolve: expected HOST:PORT:ADDRESS[,ADDRESS], got '\(value)'"
        )
    }

    @Test("A connect-to entry has four parts", arguments: ["", "a:80:b", "a:80:b:90:c"])
    func connectTo(value: String) {
        #expect(
            Self.message { $0.connectTo = [value] }
                == "--connect-to: expected HOST1:PORT1:HOST2:PORT2, got '\(value)'"
        )
    }

    @Test("The path of a socket has 1 to 107 bytes")
    func unixSocket() {
        let limit = String(repeating: "a", count: 107)
        #expect(Self.message { $0.unixSocket = limit } == nil)
        #expect(
            Self.message { $0.unixSocket = limit + "a" }
                == "--unix-socket: expected a path of 1 to 107 bytes, got '\(limit)a'"
        )
        #expect(Self.message { $0.unixSocket = "" } != nil)
    }

    @Test("Negative limits are rejected")
    func limits() {
        #expect(
            Self.message { $0.maxFilesize = -1 }
                == "--max-filesize: expected zero (no limit) or more bytes, got '-1'"
        )
        #expect(
            Self.message { $0.maxTime = .seconds(-1) }
                == "--max-time: expected a duration of zero (no limit) or more, got '-1.0 seconds'"
        )
        #expect(
            Self.message { $0.connectTimeout = .milliseconds(-1) }?.hasPrefix("--connect-") == true
        )
    }

    @Test("A User-Agent cannot end its field")
    func userAgent() {
        #expect(
            Self.message { $0.userAgent = "a\r\nB: c" }
                == "--user-agent: expected text without control characters, got 'a\r\nB: c'"
        )
    }

    @Test("A transport is not created from invalid options")
    func transport() {
        var options = TransportOptions.patient
        options.cacert = "/absent"
        #expect(
            throws: TransportOptionsError(
                option: "cacert",
                value: "/absent",
                kind: .unreadable(code: ENOENT)
            )
        ) { try CurlTransport(options: options) }
    }

    @Test("The libraries are listed with their versions")
    func libraries() {
        let parts = libraryVersion.split(separator: " ")
        #expect(parts.first?.hasPrefix("libcurl/") == true)
        #expect(parts.contains { $0.hasPrefix("nghttp2/") })
        #expect(parts.count == 3)
    }

    /// Only the PEM frame of a certificate: validation does not decode it.
    private static let certificate =
        "-----BEGIN CERTIFICATE-----\nAA==\n-----END CERTIFICATE-----\n"
}
