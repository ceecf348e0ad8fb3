import Glibc
import Platform
import Synchronization

/// Another program, killed by its process ID when this is released.
///
/// Its standard error is dropped.
package final class ChildProcess: Sendable {
    private let number: pid_t
    /// The write end of the pipe to the standard input.
    private let input: Int32
    /// The read end of the pipe from the standard output.
    private let output: Int32
    private let unread = Mutex<[UInt8]>([])
    private let isInputOpen = Mutex(true)

    /// The path of `name` in the directories of `PATH`; `nil` if it does not exist.
    package static func path(of name: String) -> String? {
        guard let variable = getenv("PATH") else { return nil }
        return String(cString: variable).split(separator: ":").map { "\($0)/\(name)" }
            .first { access($0, X_OK) == 0 }
    }

    /// Starts the program at `path`; its first argument after the name is `arguments[0]`.
    package init(_ path: String, _ arguments: [String]) throws {
        guard let toChild = OwnDescriptor.pipe(), let fromChild = OwnDescriptor.pipe() else {
            throw SystemCallFailure(call: "pipe", code: errno)
        }
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_adddup2(&actions, toChild.reader, 0)
        posix_spawn_file_actions_adddup2(&actions, fromChild.writer, 1)
        posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0)
        // Sockets of other tests that the child inherits would look open to their clients.
        for descriptor in 3..<Int32(1024) {
            posix_spawn_file_actions_addclose(&actions, descriptor)
        }
        // Dispatch threads block signals, and the child would inherit the mask: it could not be interrupted.
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        var noSignals = sigset_t()
        sigemptyset(&noSignals)
        posix_spawnattr_setsigmask(&attributes, &noSignals)
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK))
        // Copies, freed below: posix_spawn needs an array that ends with a null pointer.
        let texts = ([path] + arguments).map { strdup($0) }
        defer { texts.forEach { free($0) } }
        var number: pid_t = 0
        let status = posix_spawn(&number, path, &actions, &attributes, texts + [nil], environ)
        close(toChild.reader)
        close(fromChild.writer)
        (input, output, self.number) = (toChild.writer, fromChild.reader, number)
        guard status == 0 else { throw SystemCallFailure(call: "posix_spawn", code: status) }
    }

    deinit {
        finishSending()
        close(output)
        guard number > 0 else { return }
        end()
        var status: Int32 = 0
        while waitpid(number, &status, 0) < 0 && errno == EINTR {}
    }

    /// Writes to the program's standard input.
    package func send(_ bytes: [UInt8]) {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { write(input, $0.baseAddress, $0.count) }
            guard count > 0 else { return }
            rest.removeFirst(count)
        }
    }

    /// Kills the program at once, in any state; the kernel closes its connections.
    package func end() {
        // The process ID is ours until `deinit` reads the status.
        kill(number, SIGKILL)
    }

    /// Closes the program's standard input.
    package func finishSending() {
        isInputOpen.withLock { isOpen in
            if isOpen { close(input) }
            isOpen = false
        }
    }

    /// Waits until `text` appears in the standard output and returns the rest of that line; `nil` if the output ends
    /// first.
    package func line(after text: String) async -> String? {
        await withCheckedContinuation { continuation in
            DetachedThread.start { continuation.resume(returning: self.readLine(after: text)) }
        }
    }

    private func readLine(after text: String) -> String? {
        unread.withLock { unread in
            let mark = Array(text.utf8)
            var searched = 0
            var chunk = [UInt8](repeating: 0, count: 65_536)
            while true {
                // Byte by byte, because a search for the complete text is slow in unoptimized builds.
                while true {
                    searched = unread[searched...].firstIndex(of: mark[0]) ?? unread.count
                    let rest = unread[searched...]
                    guard rest.count >= mark.count else { break }
                    if rest.starts(with: mark) {
                        guard let end = rest.firstIndex(of: UInt8(ascii: "\n")) else { break }
                        unread.removeFirst(end + 1)
                        return String(decoding: rest[..<end].dropFirst(mark.count), as: UTF8.self)
                    }
                    searched += 1
                }
                let count = read(output, &chunk, chunk.count)
                guard count > 0 else { return nil }
                unread.append(contentsOf: chunk[..<count])
            }
        }
    }

    /// Waits for the end of the program.
    ///
    /// - Returns: What it wrote to its standard output.
    package func outputUntilEnd() async -> [UInt8] {
        await withCheckedContinuation { continuation in
            DetachedThread.start { continuation.resume(returning: self.readToEnd()) }
        }
    }

    private func readToEnd() -> [UInt8] {
        unread.withLock { unread in
            var chunk = [UInt8](repeating: 0, count: 4096)
            while true {
                let count = read(output, &chunk, chunk.count)
                guard count > 0 else { return unread }
                unread.append(contentsOf: chunk[..<count])
            }
        }
    }
}
