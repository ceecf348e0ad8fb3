import Dispatch
import Glibc
import Synchronization

/// A program that this process started; it ends with this object at the latest.
///
/// Its standard input stays open for the lifetime of this process, so that it can detect a crash. A Ctrl-C on the
/// terminal does not reach it.
package final class ChildProgram: Sendable {
    /// Its process ID, until it was waited for.
    private let number: Mutex<pid_t?>
    private let input: Int32
    private let output: Int32

    /// Starts a program with the environment and the standard error of this process.
    ///
    /// - Parameters:
    ///   - path: The file.
    ///   - arguments: Without the program's name.
    /// - Throws: Why it could not be started.
    package init(_ path: String, _ arguments: [String]) throws(SystemError) {
        guard let inputPipe = OwnDescriptor.pipe() else { throw .last }
        guard let outputPipe = OwnDescriptor.pipe() else {
            let failure = SystemError.last
            close(inputPipe.reader)
            close(inputPipe.writer)
            throw failure
        }
        (input, output) = (inputPipe.writer, outputPipe.reader)
        var child = pid_t()
        let code = ProgramStart.spawn(path, ["assay"] + arguments, &child) { actions in
            posix_spawn_file_actions_adddup2(&actions, inputPipe.reader, STDIN_FILENO)
            posix_spawn_file_actions_adddup2(&actions, outputPipe.writer, STDOUT_FILENO)
        }
        close(inputPipe.reader)
        close(outputPipe.writer)
        guard code == 0 else {
            close(inputPipe.writer)
            close(outputPipe.reader)
            throw SystemError(code: code)
        }
        number = Mutex(child)
    }

    deinit { end() }

    /// Its process ID; `nil` once it has ended.
    package var process: Int32? { number.withLock(\.self) }

    /// Writes to its standard input.
    ///
    /// - Returns: Whether everything was taken.
    package func write(_ text: String) -> Bool {
        do throws(SystemError) {
            try OwnDescriptor.write(Array(text.utf8), to: input)
            return true
        } catch {
            return false
        }
    }

    /// Reads lines of its standard output, without line ends; must be called once.
    ///
    /// - Parameter count: Number of lines.
    /// - Returns: As many lines; fewer when it closed its output before.
    package func lines(_ count: Int) async -> [String] {
        await withCheckedContinuation { continuation in
            DispatchQueue(label: "assay.platform.child").async {
                continuation.resume(returning: self.readLines(count))
            }
        }
    }

    private func readLines(_ count: Int) -> [String] {
        var lines: [[UInt8]] = []
        var line: [UInt8] = []
        var byte: UInt8 = 0
        while lines.count < count {
            let taken = read(output, &byte, 1)
            if taken < 0 && errno == EINTR { continue }
            guard taken == 1 else { break }
            if byte == UInt8(ascii: "\n") {
                lines.append(line)
                line = []
            } else {
                line.append(byte)
            }
        }
        return lines.map { String(decoding: $0, as: UTF8.self) }
    }

    /// Kills it, unless it has ended, and waits for its end.
    package func end() {
        number.withLock { number in
            guard let child = number else { return }
            number = nil
            kill(child, SIGKILL)
            while waitpid(child, nil, 0) == -1 && errno == EINTR {}
            close(input)
            close(output)
        }
    }
}
