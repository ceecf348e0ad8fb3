import CLinux
import Dispatch
import Glibc
import Synchronization

/// A program that runs to its end with the standard error of this process.
///
/// A Ctrl-C on the terminal does not reach it; `send` does.
package final class ProgramCall: Sendable {
    /// Its number, until it was waited for.
    private let number: Mutex<pid_t?>
    /// Whether its child processes end with it.
    private let isGroup: Bool
    /// Keeps its standard input open; `nil` for an empty input.
    private let input: Int32?

    /// Starts a program with the environment of this process.
    ///
    /// Its standard input stays empty, and ends when this process does.
    ///
    /// - Parameters:
    ///   - path: The file.
    ///   - arguments: Without the program's name.
    /// - Throws: Why it could not be started.
    package init(_ path: String, _ arguments: [String]) throws(ProgramCallFailure) {
        guard let pipe = OwnDescriptor.pipe() else {
            throw ProgramCallFailure(path: path, code: errno)
        }
        input = pipe.writer
        var child = pid_t()
        let code = ProgramStart.spawn(path, [path] + arguments, &child) { actions in
            posix_spawn_file_actions_adddup2(&actions, pipe.reader, STDIN_FILENO)
            posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0)
        }
        close(pipe.reader)
        guard code == 0 else {
            close(pipe.writer)
            throw ProgramCallFailure(path: path, code: code)
        }
        number = Mutex(child)
        isGroup = false
    }

    /// Starts a command found as in a shell; its output goes to standard error, signals reach its child processes,
    /// and all of those end with it.
    ///
    /// - Parameters:
    ///   - command: The program, then its arguments.
    ///   - variables: Environment variables that differ from those of this process.
    /// - Throws: Why it could not be started.
    package init(
        command: [String],
        adding variables: [String: String]
    ) throws(ProgramCallFailure) {
        var child = pid_t()
        let path = command.first ?? ""
        let code = ProgramStart.spawn(path, command, adding: variables, &child) { actions in
            posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
            posix_spawn_file_actions_adddup2(&actions, STDERR_FILENO, STDOUT_FILENO)
        }
        guard code == 0 else { throw ProgramCallFailure(path: path, code: code) }
        number = Mutex(child)
        isGroup = true
        input = nil
    }

    /// Starts a program in its own process group, with a descriptor as its standard input.
    ///
    /// - Parameters:
    ///   - path: The file, or the name of one in a folder of PATH.
    ///   - arguments: Without the program's name.
    ///   - folder: Its working directory.
    ///   - prefix: Variables with this prefix are removed from its environment.
    ///   - variables: Environment variables that differ from those of this process.
    ///   - standardInput: The program gets a copy; the caller closes it.
    ///   - log: Descriptor for its output and errors.
    /// - Throws: Why it could not be started.
    package init(
        _ path: String,
        _ arguments: [String],
        in folder: String,
        withoutVariables prefix: String,
        adding variables: [String: String],
        standardInput: Int32,
        log: String
    ) throws(ProgramCallFailure) {
        var child = pid_t()
        let words = [path] + arguments
        let code = ProgramStart.spawn(
            path,
            words,
            adding: variables,
            without: { $0.hasPrefix(prefix) },
            &child
        ) { actions in
            _ = clinux_spawn_in(&actions, folder)
            posix_spawn_file_actions_adddup2(&actions, standardInput, STDIN_FILENO)
            let flags = O_WRONLY | O_CREAT | O_APPEND
            posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, log, flags, 0o600)
            posix_spawn_file_actions_adddup2(&actions, STDOUT_FILENO, STDERR_FILENO)
        }
        guard code == 0 else { throw ProgramCallFailure(path: path, code: code) }
        number = Mutex(child)
        isGroup = true
        input = nil
    }

    deinit { if let input { close(input) } }

    /// Sends a signal, unless it has ended.
    package func send(_ signal: Int32) {
        number.withLock { if let child = $0 { kill(isGroup ? -child : child, signal) } }
    }

    /// Waits for its end; must be called once.
    ///
    /// - Returns: Its exit status; 128 plus the number of the signal that ended it.
    package func end() async -> Int32 {
        await withCheckedContinuation { continuation in
            DispatchQueue(label: "assay.platform.call").async {
                continuation.resume(returning: self.wait())
            }
        }
    }

    private func wait() -> Int32 {
        guard let child = number.withLock(\.self) else { return 0 }
        // Its process ID stays reserved until the lock is held, so a signal cannot reach another process.
        var info = siginfo_t()
        while waitid(P_PID, id_t(child), &info, WEXITED | WNOWAIT) == -1 && errno == EINTR {}
        return number.withLock { number in
            // Until it is waited for, its process ID is not reused.
            if isGroup { kill(-child, SIGKILL) }
            number = nil
            var status: Int32 = 0
            while waitpid(child, &status, 0) == -1 && errno == EINTR {}
            let signal = status & 0x7F
            return signal == 0 ? (status >> 8) & 0xFF : 128 + signal
        }
    }
}

/// Why a program could not be started.
package struct ProgramCallFailure: Error, Hashable, Sendable, CustomStringConvertible {
    package let path: String
    /// From `errno`.
    package let code: Int32

    package var description: String {
        "\(path) cannot be started: \(SystemError(code: code))"
    }
}
