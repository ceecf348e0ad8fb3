internal import Glibc
internal import Platform
internal import Synchronization

/// The only place that writes to standard output and standard error.
///
/// Once standard output has failed, further output is dropped: the run continues, so that teardown
/// and report files are not lost, and `exit(_:)` determines the status.
package final class Console: Sendable {
    /// The terminal that standard output leads to, if it does.
    package let terminal: Terminal
    /// The width of the terminal that standard error leads to; `nil` without a terminal that can redraw a line.
    package let errorColumns: Int?
    private let output: any ByteSink
    private let errors: any ByteSink
    private let failure = Mutex<WriteFailure?>(nil)

    package init(
        output: any ByteSink,
        errors: any ByteSink,
        terminal: Terminal,
        errorColumns: Int? = nil
    ) {
        self.output = output
        self.errorColumns = errorColumns
        self.errors = errors
        self.terminal = terminal
    }

    /// The console of this process.
    ///
    /// From here on a closed pipe is an error instead of a signal, and so is a file that grew too
    /// large.
    package static func standard() -> Console {
        for number in [SIGPIPE, SIGXFSZ] { _ = signal(number, SIG_IGN) }
        StandardDescriptors.occupyClosed()
        let output = DescriptorSink(STDOUT_FILENO)
        let terminal = Terminal(
            isTerminal: output.isTerminal,
            terminalColumns: output.terminalColumns,
            terminalRows: output.terminalRows,
            environment: .process
        )
        let errors = DescriptorSink(STDERR_FILENO)
        let canRedraw = errors.isTerminal && Environment.process["TERM"] != "dumb"
        return Console(
            output: output,
            errors: errors,
            terminal: terminal,
            errorColumns: canRedraw ? errors.terminalColumns ?? 80 : nil
        )
    }

    /// Writes text to standard output as it is.
    package func write(_ text: String) {
        guard outputFailure == nil else { return }
        do throws(WriteFailure) {
            try output.write(text)
        } catch {
            report(error)
        }
    }

    /// Shows a text for people: page by page if it is longer than the screen.
    package func page(_ text: String) {
        let pager = terminal.pager(for: text)
        let isShown = pager.map { PagerCall.show(text, with: $0.words, adding: $0.variables) }
        if isShown != true { write(text) }
    }

    /// Writes a line to standard output.
    package func print(_ line: String) { write(line + "\n") }

    /// Writes text to standard error as it is; a failure cannot be reported anywhere.
    package func writeError(_ text: String) {
        do throws(WriteFailure) {
            try errors.write(text)
        } catch {
            return
        }
    }

    /// Writes a line to standard error.
    package func printError(_ line: String) { writeError(line + "\n") }

    /// Why standard output can no longer be written; `nil` while it can.
    package var outputFailure: WriteFailure? { failure.withLock(\.self) }

    private func report(_ error: WriteFailure) {
        let isFirst = failure.withLock { failure in
            defer { failure = failure ?? error }
            return failure == nil
        }
        guard isFirst, !error.isBrokenPipe else { return }
        printError("assay: cannot write to standard output: \(error)")
    }

    /// The exit status, given that of the command.
    ///
    /// Lost output has the gravest status: a verdict that could not be read must not pass. A reader that closed the
    /// pipe saw all it wanted.
    package func status(after status: ExitStatus) -> ExitStatus {
        guard let failure = outputFailure, !failure.isBrokenPipe else { return status }
        return .gravest(of: [status, .defect])
    }

    /// Ends the process.
    ///
    /// When the reader of standard output has gone, and unless a status is graver, the process ends
    /// like any other tool: by SIGPIPE, which a shell shows as 141.
    package func exit(_ status: ExitStatus) -> Never {
        let final = self.status(after: status)
        if final == .success, outputFailure?.isBrokenPipe ?? false {
            _ = signal(SIGPIPE, SIG_DFL)
            _ = raise(SIGPIPE)
        }
        // A connection may still be opening on another thread, which must not use what the exit handlers of OpenSSL
        // and libcurl free.
        fflush(nil)
        _exit(final.rawValue)
    }
}
