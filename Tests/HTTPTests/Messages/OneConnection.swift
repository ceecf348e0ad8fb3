import Glibc

/// A loopback socket that accepts one connection, stores the received bytes and responds with an empty 200.
final class OneConnection {
    let port: UInt16
    private let listener: Int32

    /// Ends a wait that would otherwise last forever; unrelated to speed.
    private static let guardSeconds = 60

    init() throws {
        listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        guard listener >= 0 else { throw Failure("socket") }
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = in_addr_t(0x7F00_0001).bigEndian
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let listener = listener
        let status = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { generic in
                bind(listener, generic, length) == 0 && listen(listener, 1) == 0
                    && getsockname(listener, generic, &length) == 0
            }
        }
        guard status else { throw Failure("bind, listen") }
        port = UInt16(bigEndian: address.sin_port)
        Self.setGuard(on: listener)
    }

    deinit { close(listener) }

    /// Takes the connection and reads until the other side ends it.
    ///
    /// - Parameter count: The number of bytes after which the response is sent.
    /// - Returns: All bytes that came, those after the response too.
    /// - Throws: `Failure` if no client connects, or if the response cannot be sent.
    func exchange(answeringAfter count: Int) throws -> [UInt8] {
        let connection = accept(listener, nil, nil)
        guard connection >= 0 else { throw Failure("accept") }
        defer { close(connection) }
        Self.setGuard(on: connection)
        var received: [UInt8] = []
        Self.read(connection, into: &received) { $0.count >= count }
        let response = Array(
            "HTTP/1.1 200 OK\r\nContent-Length: 0\r\nConnection: close\r\n\r\n".utf8
        )
        guard send(connection, response, response.count, Int32(MSG_NOSIGNAL)) == response.count
        else { throw Failure("send") }
        Self.read(connection, into: &received) { _ in false }
        return received
    }

    private static func read(
        _ connection: Int32,
        into received: inout [UInt8],
        until isEnough: ([UInt8]) -> Bool
    ) {
        var buffer = [UInt8](repeating: 0, count: 65_536)
        while !isEnough(received) {
            let count = recv(connection, &buffer, buffer.count, 0)
            guard count > 0 else { return }
            received += buffer[..<count]
        }
    }

    private static func setGuard(on descriptor: Int32) {
        var limit = timeval(tv_sec: guardSeconds, tv_usec: 0)
        let size = socklen_t(MemoryLayout<timeval>.size)
        setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &limit, size)
    }

    /// A call that failed, and the reason.
    struct Failure: Error, CustomStringConvertible {
        let description: String

        init(_ call: String) {
            description = "\(call): \(String(cString: strerror(errno)))"
        }
    }
}

/// A script of the POSIX shell, started without the caller's settings.
///
/// The script is in a separate file: as an argument it would be limited to 128 KiB.
final class ShellProcess {
    private let identifier: pid_t
    private let script: String

    /// Whether a program can be found.
    static func finds(_ program: String) -> Bool {
        (try? ShellProcess("command -v \(program)").exitStatus()) == 0
    }

    init(_ commands: String) throws {
        script = try Self.file(holding: Array(commands.utf8))
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        for descriptor in [STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO] {
            posix_spawn_file_actions_addopen(&actions, descriptor, "/dev/null", O_RDWR, 0)
        }
        let path = getenv("PATH").map { String(cString: $0) } ?? "/usr/bin:/bin"
        // Owned here until the child has its copy.
        var arguments = ["sh", script].map { (word: String) in strdup(word) }
        var environment = ["PATH=\(path)"].map { (word: String) in strdup(word) }
        defer { (arguments + environment).forEach { free($0) } }
        arguments.append(nil)
        environment.append(nil)
        var identifier: pid_t = 0
        let status = posix_spawn(&identifier, "/bin/sh", &actions, nil, arguments, environment)
        guard status == 0 else {
            errno = status
            throw OneConnection.Failure("posix_spawn /bin/sh")
        }
        self.identifier = identifier
    }

    deinit { unlink(script) }

    private static func file(holding bytes: [UInt8]) throws -> String {
        var path = Array("/tmp/assay-script-XXXXXX".utf8CString)
        let descriptor = mkstemp(&path)
        guard descriptor >= 0 else { throw OneConnection.Failure("mkstemp") }
        defer { close(descriptor) }
        guard write(descriptor, bytes, bytes.count) == bytes.count else {
            throw OneConnection.Failure("write")
        }
        return String(decoding: path.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    /// Waits until it exits; `nil` when a signal ended it.
    func exitStatus() throws -> Int32? {
        var status: Int32 = 0
        while waitpid(identifier, &status, 0) < 0 {
            guard errno == EINTR else { throw OneConnection.Failure("waitpid") }
        }
        return status & 0x7F == 0 ? status >> 8 & 0xFF : nil
    }
}
