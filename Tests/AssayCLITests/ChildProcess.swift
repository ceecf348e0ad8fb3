import Glibc

/// A program that has exited.
struct ChildProcess {
    /// The way in which it ended.
    enum Ending: Equatable {
        case exited(Int32)
        case killed(signal: Int32)
    }

    /// Destination of its standard output.
    enum Output {
        case kept
        /// A pipe without a reader.
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

    /// Runs `path` with exactly these environment variables and waits until it exits.
    ///
    /// Its output must fit into a pipe: 64 KiB each for standard output and standard error.
    init(
        _ path: String,
        _ arguments: [String],
        output destination: Output = .kept,
        environment: [String] = ["PATH=/usr/bin:/bin"]
    ) throws {
        let process = try Self.start(path, arguments, destination, environment)
        if case .kept = destination { output = process.output.text } else { output = "" }
        errors = process.errors.text
        ending = Self.wait(for: process.number)
    }

    /// Starts a program and returns the descriptors from which to read its output and its errors.
    static func start(
        _ path: String,
        _ arguments: [String],
        _ destination: Output,
        _ environment: [String]
    ) throws -> (number: pid_t, output: Pipe, errors: Pipe) {
        let (outputPipe, errorPipe) = (try Pipe(), try Pipe())
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        destination.prepare(&actions, outputPipe, errorPipe)
        let number = try spawn(path, arguments, environment, &actions)
        outputPipe.closeWriter()
        errorPipe.closeWriter()
        return (number, outputPipe, errorPipe)
    }

    /// Starts a program with only its standard descriptors open and no signal blocked or ignored.
    private static func spawn(
        _ path: String,
        _ arguments: [String],
        _ environment: [String],
        _ actions: inout posix_spawn_file_actions_t
    ) throws -> pid_t {
        // Sockets of other tests that this child inherited would look open to their clients.
        for descriptor in 3..<Int32(1024) {
            posix_spawn_file_actions_addclose(&actions, descriptor)
        }
        // Tests run on Dispatch threads, which block signals; a child would inherit that.
        var (blocked, restored) = (sigset_t(), sigset_t())
        sigemptyset(&blocked)
        sigemptyset(&restored)
        for number in [SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGPIPE, SIGXFSZ] {
            sigaddset(&restored, number)
        }
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        posix_spawnattr_setsigmask(&attributes, &blocked)
        posix_spawnattr_setsigdefault(&attributes, &restored)
        let flags = POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF
        posix_spawnattr_setflags(&attributes, Int16(flags))
        // Both lists end in `nil`, as the call requires; their strings are freed below.
        let words: [UnsafeMutablePointer<CChar>?] = ([path] + arguments).map { strdup($0) } + [nil]
        let variables: [UnsafeMutablePointer<CChar>?] = environment.map { strdup($0) } + [nil]
        defer { for string in words + variables { free(string) } }
        var process = pid_t()
        let code = posix_spawn(&process, path, &actions, &attributes, words, variables)
        guard code == 0 else { throw SpawnFailure(code: code) }
        return process
    }

    /// Waits until a child exits, after which its process number is free.
    static func wait(for process: pid_t) -> Ending {
        var status: Int32 = 0
        while waitpid(process, &status, 0) == -1 && errno == EINTR {}
        let signal = status & 0x7F
        return signal == 0 ? .exited(status >> 8 & 0xFF) : .killed(signal: signal)
    }
}

extension ChildProcess.Output {
    /// Connects the standard output and the standard error of a child to their destinations.
    fileprivate func prepare(
        _ actions: inout posix_spawn_file_actions_t,
        _ outputPipe: Pipe,
        _ errorPipe: Pipe
    ) {
        posix_spawn_file_actions_adddup2(&actions, errorPipe.writer, STDERR_FILENO)
        switch self {
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
    }
}
