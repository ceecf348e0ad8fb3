import Glibc
import Platform
import Testing

/// Programs that the program starts.
@Suite(.timeLimit(.minutes(5)))
struct ChildProgramTests {
    @Test("A child receives written lines, and its output lines are returned")
    func lines() async throws {
        let child = try ChildProgram("/bin/cat", [])
        #expect(child.write("one\ntwo\nthree\n"))
        #expect(await child.lines(2) == ["one", "two"])
        child.end()
        child.end()
    }

    @Test("A child that exits early returns fewer lines")
    func ends() async throws {
        let child = try ChildProgram("/bin/sh", ["-c", "echo $PATH; exit 3"])
        #expect(await child.lines(2).count == 1)
        child.end()
    }

    @Test("A missing program is rejected with the system's reason")
    func missing() throws {
        let failure = #expect(throws: SystemError.self) { try ChildProgram("/nowhere/at-all", []) }
        #expect(failure?.description == "No such file or directory")
    }

    @Test("With descriptors for one pipe only, that pipe is closed again")
    func onePipe() async {
        await #expect(processExitsWith: .success) {
            var limit = rlimit()
            let files = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
            precondition(getrlimit(files, &limit) == 0)
            limit.rlim_cur = 256
            precondition(setrlimit(files, &limit) == 0)
            func takenDescriptors() -> [Int32] {
                var taken: [Int32] = []
                while case let descriptor = dup(STDIN_FILENO), descriptor >= 0 {
                    taken.append(descriptor)
                }
                return taken
            }
            // Other threads of this process occasionally open a file, which spoils one attempt; a pipe that stays open
            // spoils all of them.
            for _ in 0..<100 {
                let taken = takenDescriptors()
                for descriptor in taken.suffix(3) { close(descriptor) }
                let child = try? ChildProgram("/bin/cat", [])
                child?.end()
                let free = takenDescriptors()
                if child == nil, free.count >= 3 { return }
                for descriptor in taken.dropLast(3) + free { close(descriptor) }
            }
            preconditionFailure("the first pipe stays open")
        }
    }

    @Test("A reference target that was started for a run exits with its parent")
    func supervised() throws {
        let line = #"echo '{"appKey":"k"}' | \#(builtProgram) serve ncmb --supervised"#
        let run = try ChildProcess("/bin/sh", ["-c", line])
        #expect(run.ending == .exited(0))
        #expect(run.output.hasPrefix("serving ncmb at http://127.0.0.1:"))
    }
}
