import AssayCLI
import CommandLineTool
import Synchronization

/// Stores the text written to it, and fails on request.
final class MemorySink: ByteSink {
    private let written = Mutex("")
    private let failure: WriteFailure?

    init(failure: WriteFailure? = nil) {
        self.failure = failure
    }

    var text: String { written.withLock(\.self) }

    func write(_ text: String) throws(WriteFailure) {
        if let failure { throw failure }
        written.withLock { $0 += text }
    }
}

extension Terminal {
    /// The terminal of a console whose output is redirected to a file.
    static let none = Terminal(isTerminal: false, terminalColumns: nil, environment: .init([:]))
}
