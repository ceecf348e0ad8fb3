import Glibc

/// A program that ran to its end.
struct ChildProcess {
    /// How it ended.
    enum Ending: Equatable {
        case exited(Int32)
        case killed(signal: Int32)
    }

    /// Where its standard output leads to.
    enum Output {
        case kept
        /// A pipe nobody reads from.
        case abandonedPipe
        case file(String)
        case closed
    }

    struct SpawnFailure: Error {
        let code: Int32
    }

    let ending: Ending
    let output: String
    let errors: String

    /// Runs `path` with exactly these environment variables and waits for its end.
    ///
    /// What it writes must fit into a pipe, 64 KiB each for output and errors.
    init(
        _ path: String,
        _ arguments: [String],
        output destination: Output = .kept,
        environment: [String] = ["PATH=/usr/bin:/bin"]
    ) throws {
        let (outputPipe, errorPipe) = (try Pipe(), try Pipe())
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_adddup2(&actions, errorPipe.writer, STDERR_FILENO)
        switch destination {
        case .kept:
            posix_spawn_file_actions_adddup2(&actions, outputPipe.writer, STDOUT_FILENO)
        case .abandonedPipe:
            outputPipe.closeReader()
            posix_spawn_file_actions_adddup2(&actions, outputPipe.writer, STDOUT_FILENO)
        case .file(let file):
            posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, file, O_WRONLY, 0)
        case .closed:
            posix_spawn_file_actions_addclose(&actions, STDOUT_FILENO)
        }
        let process = try Self.spawn(path, arguments, environment, &actions)
        outputPipe.closeWriter()
        errorPipe.closeWriter()
        if case .kept = destination { output = outputPipe.text } else { output = "" }
        errors = errorPipe.text
        ending = Self.wait(for: process)
    }

    private static func spawn(
        _ path: String,
        _ arguments: [String],
        _ environment: [String],
        _ actions: inout posix_spawn_file_actions_t
    ) throws -> pid_t {
        // Both lists end in `nil`, as the call wants it; their strings are freed below.
        let words: [UnsafeMutablePointer<CChar>?] = ([path] + arguments).map { strdup($0) } + [nil]
        let variables: [UnsafeMutablePointer<CChar>?] = environment.map { strdup($0) } + [nil]
        defer { for string in words + variables { free(string) } }
        var process = pid_t()
        let code = posix_spawn(&process, path, &actions, nil, words, variables)
        guard code == 0 else { throw SpawnFailure(code: code) }
        return process
    }

    private static func wait(for process: pid_t) -> Ending {
        var status: Int32 = 0
        while waitpid(process, &status, 0) == -1 && errno == EINTR {}
        let signal = status & 0x7F
        return signal == 0 ? .exited(status >> 8 & 0xFF) : .killed(signal: signal)
    }
}

/// A pipe whose ends no other child inherits.
///
/// It is a pair of sockets, because those are closed to children from the start: a test that runs
/// at the same time must not hold an end open.
private final class Pipe {
    private(set) var reader: Int32 = -1
    private(set) var writer: Int32 = -1

    init() throws {
        var ends: [Int32] = [-1, -1]
        let kind = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
        guard socketpair(AF_UNIX, kind, 0, &ends) == 0 else {
            throw ChildProcess.SpawnFailure(code: errno)
        }
        (reader, writer) = (ends[0], ends[1])
    }

    deinit {
        closeReader()
        closeWriter()
    }

    func closeReader() {
        if reader != -1 { close(reader) }
        reader = -1
    }

    func closeWriter() {
        if writer != -1 { close(writer) }
        writer = -1
    }

    /// Everything up to the end.
    var text: String {
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 4_096)
        while case let count = read(reader, &buffer, buffer.count), count != 0 {
            if count > 0 { bytes += buffer[..<count] } else if errno != EINTR { break }
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}
