import Glibc

/// This process's action on a signal.
package enum SignalAction {
    /// Whether a signal is ignored, as `nohup` has it for the end of the terminal.
    package static func isIgnored(_ number: Int32) -> Bool {
        var action = sigaction()
        guard sigaction(number, nil, &action) == 0 else { return false }
        // `SIG_IGN` is a constant that is not the address of a function.
        let handler = unsafeBitCast(action.__sigaction_handler.sa_handler, to: Int.self)
        return handler == unsafeBitCast(SIG_IGN, to: Int.self)
    }
}
