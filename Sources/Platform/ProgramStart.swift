import Glibc

/// Starts programs as children, by default in process groups that no signal of the terminal reaches.
enum ProgramStart {
    /// Starts a program with the environment and the standard error of this process.
    ///
    /// - Parameters:
    ///   - path: The file, or the name of one in a folder of PATH.
    ///   - words: The program's name and its arguments.
    ///   - variables: Environment variables that differ.
    ///   - isLeftOut: Whether a variable is removed from its environment, by name.
    ///   - hasOwnGroup: Whether it gets a process group of its own.
    ///   - child: Receives its process ID.
    ///   - prepare: Sets its standard input and output.
    /// - Returns: Zero, or the error number.
    static func spawn(
        _ path: String,
        _ words: [String],
        adding variables: [String: String] = [:],
        without isLeftOut: (String) -> Bool = { _ in false },
        inOwnGroup hasOwnGroup: Bool = true,
        _ child: inout pid_t,
        prepare: (inout posix_spawn_file_actions_t) -> Void
    ) -> Int32 {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        prepare(&actions)
        // Threads of Dispatch block signals, which a child would inherit.
        var (none, ordinary) = (sigset_t(), sigset_t())
        sigemptyset(&none)
        sigemptyset(&ordinary)
        for number in [SIGINT, SIGTERM, SIGQUIT, SIGPIPE, SIGXFSZ] { sigaddset(&ordinary, number) }
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        posix_spawnattr_setsigmask(&attributes, &none)
        posix_spawnattr_setsigdefault(&attributes, &ordinary)
        posix_spawnattr_setpgroup(&attributes, 0)
        let flags =
            POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF
            | (hasOwnGroup ? POSIX_SPAWN_SETPGROUP : 0)
        posix_spawnattr_setflags(&attributes, Int16(flags))
        // Both lists end in `nil`, as the call wants it; their strings are freed below.
        let words: [UnsafeMutablePointer<CChar>?] = words.map { strdup($0) } + [nil]
        let kept = environment.filter { variable in
            let name = String(variable.prefix { $0 != "=" })
            return variables[name] == nil && !isLeftOut(name)
        }
        let changed = variables.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }
        let all: [UnsafeMutablePointer<CChar>?] = (kept + changed).map { strdup($0) } + [nil]
        defer { for string in words + all { free(string) } }
        return posix_spawnp(&child, path, &actions, &attributes, words, all)
    }

    /// The environment that this process was started with, as `NAME=VALUE`.
    private static var environment: [String] {
        do {
            let bytes = try FileContent.bytes(of: "/proc/self/environ", upTo: 64 << 20)
            return bytes.split(separator: 0).map { String(decoding: $0, as: UTF8.self) }
        } catch {
            return []
        }
    }
}
