internal import Glibc

/// The three files every process starts with.
enum StandardDescriptors {
    /// Puts something into each place that the caller left closed.
    ///
    /// Otherwise the next socket would get the number of standard output, and a report would be
    /// sent to a server. What is put there cannot be used in the direction that is wanted, so that
    /// reading or writing still fails.
    static func occupyClosed() {
        for descriptor in [STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO]
        where fcntl(descriptor, F_GETFD) == -1 {
            // The lowest free number is taken, which is `descriptor`: those below it are open.
            _ = unsafe open("/dev/null", descriptor == STDIN_FILENO ? O_WRONLY : O_RDONLY)
        }
    }
}
