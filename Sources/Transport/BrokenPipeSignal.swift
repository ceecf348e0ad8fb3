import Glibc

/// Runs `body` so that writing to a connection the peer has closed gives an error, not a signal.
///
/// OpenSSL writes without MSG_NOSIGNAL, and with CURLOPT_NOSIGNAL libcurl does nothing about it. What
/// the program does with SIGPIPE elsewhere stays as it is: only this thread is changed, only meanwhile.
func withoutBrokenPipeSignal<Value>(_ body: () -> Value) -> Value {
    var brokenPipe = sigset_t()
    var before = sigset_t()
    var pending = sigset_t()
    sigemptyset(&brokenPipe)
    sigaddset(&brokenPipe, SIGPIPE)
    sigpending(&pending)
    let wasPending = sigismember(&pending, SIGPIPE) == 1
    pthread_sigmask(SIG_BLOCK, &brokenPipe, &before)
    defer {
        if !wasPending {
            var now = timespec()
            // Takes the signal that a write left behind; most times there is none.
            while sigtimedwait(&brokenPipe, nil, &now) < 0 && errno == EINTR {}
        }
        pthread_sigmask(SIG_SETMASK, &before, nil)
    }
    return body()
}
