import AssayCLI
import CommandLineTool
import Synchronization

/// Keeps what is written to it, and fails when told to.
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
    /// What a console finds when its output goes into a file.
    static let none = Terminal(isTerminal: false, terminalColumns: nil, environment: .init([:]))
}
