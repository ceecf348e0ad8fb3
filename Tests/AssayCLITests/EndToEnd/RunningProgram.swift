import Dispatch
import Glibc
import JSON
import Synchronization

/// The result of a program run.
struct ProgramRun {
    let ending: ChildProcess.Ending
    let output: String
    let errors: String

    /// The report on standard output.
    var report: VerifyReport {
        get throws { VerifyReport(try JSONValue(parsing: Array(output.utf8))) }
    }
}

/// A running program, usually the built one; terminated by its own process number when this is released.
final class RunningProgram: Sendable {
    private let number: pid_t
    private let output: PipeText
    private let errors: PipeText
    /// Whether the process number still belongs to this program.
    private let isRunning = Mutex(true)

    /// Starts the program with exactly these environment variables.
    init(
        _ words: [String],
        program: String = builtProgram,
        output destination: ChildProcess.Output = .kept,
        environment: [String] = ["PATH=/usr/bin:/bin"]
    ) throws {
        let process = try ChildProcess.start(program, words, destination, environment)
        number = process.number
        output = PipeText(process.output)
        errors = PipeText(process.errors)
    }

    deinit {
        send(SIGKILL)
        if isRunning.withLock(\.self) { _ = ChildProcess.wait(for: number) }
    }

    /// Sends a signal, unless `end()` has already seen the program exit.
    func send(_ signal: Int32) {
        isRunning.withLock { if $0 { kill(number, signal) } }
    }

    /// The first line of its standard output, as soon as it is there; the partial output if the program exits before.
    func firstLine() async -> String { await firstLine(of: output) }

    /// The first line of its standard error, in the same way.
    func firstErrorLine() async -> String { await firstLine(of: errors) }

    private func firstLine(of pipe: PipeText) async -> String {
        let text = await pipe.text(until: .lines(1))
        return String(text.utf8.prefix { $0 != UInt8(ascii: "\n") }) ?? text
    }

    /// The first lines of its standard output, as soon as `count` are there; always at least `count`, filled with
    /// empty lines if the program exited before.
    func lines(_ count: Int) async -> [String] {
        let text = await output.text(until: .lines(count))
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        return lines + Array(repeating: "", count: max(0, count - lines.count))
    }

    /// The first lines of its standard error, in the same way.
    func errorLines(_ count: Int) async -> [String] {
        let text = await errors.text(until: .lines(count))
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        return lines + Array(repeating: "", count: max(0, count - lines.count))
    }

    /// Waits until it exits; terminates it if the test is cancelled.
    func end() async -> ProgramRun {
        let texts = await withTaskCancellationHandler {
            (output: await output.text(until: .end), errors: await errors.text(until: .end))
        } onCancel: {
            send(SIGKILL)
        }
        // Its pipes are closed: it has exited or is about to.
        let ending = isRunning.withLock { isRunning in
            isRunning = false
            return ChildProcess.wait(for: number)
        }
        return ProgramRun(ending: ending, output: texts.output, errors: texts.errors)
    }
}

/// The content of a pipe, read by a separate thread.
private final class PipeText: Sendable {
    enum Mark {
        case lines(Int)
        case end
    }

    private struct State {
        var bytes: [UInt8] = []
        var isOver = false
        var waiting: [(mark: Mark, continuation: CheckedContinuation<Void, Never>)] = []

        func has(_ mark: Mark) -> Bool {
            switch mark {
            case .lines(let count):
                isOver || bytes.count { $0 == UInt8(ascii: "\n") } >= count
            case .end: isOver
            }
        }
    }

    private let state = Mutex(State())

    init(_ pipe: Pipe) {
        // The reader outlives `pipe`, which closes its own descriptor.
        let reader = fcntl(pipe.reader, F_DUPFD_CLOEXEC, 3)
        DispatchQueue(label: "assay.tests.pipe").async {
            var chunk = [UInt8](repeating: 0, count: 65_536)
            while reader >= 0 {
                let count = read(reader, &chunk, chunk.count)
                if count < 0 && errno == EINTR { continue }
                guard count > 0 else { break }
                self.change { $0.bytes += chunk[..<count] }
            }
            close(reader)
            self.change { $0.isOver = true }
        }
    }

    func text(until mark: Mark) async -> String {
        await withCheckedContinuation { continuation in
            let isThere = state.withLock { state in
                if state.has(mark) { return true }
                state.waiting.append((mark, continuation))
                return false
            }
            if isThere { continuation.resume() }
        }
        return state.withLock { String(decoding: $0.bytes, as: UTF8.self) }
    }

    private func change(_ body: (inout State) -> Void) {
        let done = state.withLock { state in
            body(&state)
            let known = state
            defer { state.waiting = known.waiting.filter { !known.has($0.mark) } }
            return known.waiting.filter { known.has($0.mark) }
        }
        for waiter in done { waiter.continuation.resume() }
    }
}

/// Runs the program until it exits.
func assay(
    _ words: String...,
    output: ChildProcess.Output = .kept,
    environment: [String] = ["PATH=/usr/bin:/bin"]
) async throws -> ProgramRun {
    try await RunningProgram(words, output: output, environment: environment).end()
}
