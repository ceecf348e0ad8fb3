import Glibc
import TestSupport
import Testing

/// A separate network namespace with 60 local ports.
enum NarrowPorts {
    /// 60 ports, and only the loopback interface.
    static let narrowing =
        "ip link set lo up && echo '40000 40059' > /proc/sys/net/ipv4/ip_local_port_range"
    static let unshare = "/usr/bin/unshare"
    static let environment = ["PATH=/usr/sbin:/usr/bin:/sbin:/bin"]

    static let arePossible: Bool = {
        guard access(unshare, X_OK) == 0 else { return false }
        let attempt = try? ChildProcess(
            unshare,
            ["-r", "-n", "sh", "-c", narrowing],
            environment: environment
        )
        return attempt?.ending == .exited(0)
    }()
}

/// Runs in a separate namespace with hardly any local ports; skipped where it cannot be created.
@Suite(
    .enabled(
        if: NarrowPorts.arePossible,
        "needs network namespaces (unshare and ip, as root or with user namespaces)"
    ),
    .timeLimit(.minutes(5))
)
struct LocalTroubleTests {
    /// Runs the built program there, against its own reference server.
    private static func run(_ words: String...) async throws -> ProgramRun {
        let script = NarrowPorts.narrowing + " && exec \"$0\" \"$@\""
        return try await RunningProgram(
            ["-r", "-n", "sh", "-c", script, builtProgram] + words,
            program: NarrowPorts.unshare,
            environment: NarrowPorts.environment
        ).end()
    }

    private static let profile = PackageRoot.path + "/loadprofiles/ncmb-push.yaml"

    @Test("A run with fewer local ports than connections is invalid, and names the ports")
    func load() async throws {
        let run = try await Self.run(
            "load",
            Self.profile,
            "--rate",
            "40/s",
            "--duration",
            "1s",
            "--connections",
            "100"
        )
        #expect(run.ending == .exited(8), "\(run.output)\(run.errors)")
        let text = run.output.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        #expect(text.contains("INCONCLUSIVE: limited by local ports of the generator's machine"))
        #expect(text.contains("ip_local_port_range"))
        #expect(!text.contains("over 100 connections"))
        #expect(text.contains(" of 100 connections"))
    }

    @Test("A search never mistakes the local ports for the capacity of the service")
    func capacity() async throws {
        let run = try await Self.run(
            "capacity",
            Self.profile,
            "--rate",
            "40/s",
            "--budget",
            "30s",
            "--connections",
            "100"
        )
        #expect(run.ending == .exited(8), "\(run.output)\(run.errors)")
        let text = run.output.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        #expect(text.contains("limited by local ports, not by the service"))
    }
}
