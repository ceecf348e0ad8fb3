import Glibc

/// A program that shows a text on the terminal of this process, page by page.
package enum PagerCall {
    /// Starts a pager, gives it a text on its standard input, and waits until it has exited.
    ///
    /// Ctrl-C belongs to the pager meanwhile; SIGPIPE has to be ignored, as a pager may exit before it has
    /// read everything.
    ///
    /// - Parameters:
    ///   - text: What to show.
    ///   - words: The program, found in a folder of PATH, and its arguments.
    ///   - variables: Added to the environment of this process.
    /// - Returns: Whether the text was shown: `false` if the pager could not be started or failed.
    package static func show(
        _ text: String,
        with words: [String],
        adding variables: [String: String]
    ) -> Bool {
        guard let program = words.first, let pipe = OwnDescriptor.pipe() else { return false }
        var child = pid_t()
        let code = ProgramStart.spawn(
            program,
            words,
            adding: variables,
            // A group of its own would be in the background, where it could not read keys.
            inOwnGroup: false,
            &child
        ) { actions in
            posix_spawn_file_actions_adddup2(&actions, pipe.reader, STDIN_FILENO)
        }
        close(pipe.reader)
        guard code == 0 else {
            close(pipe.writer)
            return false
        }
        let signals = [SIGINT, SIGQUIT]
        let actions = signals.map { signal($0, SIG_IGN) }
        defer { for (number, action) in zip(signals, actions) { _ = signal(number, action) } }
        // Fails when the pager reads no more.
        try? OwnDescriptor.write(Array(text.utf8), to: pipe.writer)
        close(pipe.writer)
        var status: Int32 = 0
        while waitpid(child, &status, 0) == -1 && errno == EINTR {}
        // By a signal, and by what a shell makes of one, a reader ends it who has seen enough.
        let exited = status & 0x7F == 0 ? (status >> 8) & 0xFF : 128
        return exited == 0 || exited >= 128
    }
}
