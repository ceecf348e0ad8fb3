import Glibc
import Measure
import ContractFile
import TestSupport

/// The real Locust, from `make generators` or PATH; without it these tests are skipped, which the Makefile reports.
enum Locust {
    static let path = Program.path(
        of: "locust",
        before: [PackageRoot.path + "/.build/generators/bin"]
    )

    static var isThere: Bool { path != nil }

    /// The environment for a program whose wall clock, and nothing else, is 3.7 s ahead; `nil` without a C compiler.
    static func aheadOfTime(in folder: TemporaryDirectory) async throws -> String? {
        let source = """
            #define _GNU_SOURCE
            #include <sys/syscall.h>
            #include <time.h>
            #include <unistd.h>
            int clock_gettime(clockid_t clock, struct timespec *time) {
                int answer = syscall(SYS_clock_gettime, clock, time);
                if (clock == CLOCK_REALTIME) {
                    time->tv_sec += 3 + (time->tv_nsec >= 300000000);
                    time->tv_nsec = (time->tv_nsec + 700000000) % 1000000000;
                }
                return answer;
            }
            """
        let file = try folder.write(Array(source.utf8), to: "ahead.c")
        let compilers = ["/usr/bin/cc", "/usr/bin/clang", "/opt/swift/usr/bin/clang"]
        guard let compiler = compilers.first(where: { access($0, X_OK) == 0 }) else { return nil }
        let library = folder.file("ahead.so")
        let made = try RunningProgram(
            ["-shared", "-fPIC", "-o", library, file],
            program: compiler
        )
        return await made.end().ending == .exited(0) ? library : nil
    }
}

/// Programs that may be installed.
enum Program {
    /// The path of a program in one of the folders or in PATH; `nil` if it is missing.
    static func path(of name: String, before folders: [String] = []) -> String? {
        let list = getenv("PATH").map { String(cString: $0) } ?? ""
        let all = folders + list.split(separator: ":").map(String.init)
        return all.map { "\($0)/\(name)" }.first { access($0, X_OK) == 0 }
    }
}

/// A run made by generators; each arrival sends its number to a server.
final class LedRun: Sendable {
    let profile: SampleProfile
    let server: ScriptedServer

    /// `count` arrivals at the given rate, of a profile whose members are in flow style.
    init(
        count: Int,
        rate: Int = 200,
        thresholds: String = "[{ errors: ratio, lt: 1% }]",
        waits: String = "timeout: 60s, drain: 60s",
        response: String = Answer.box
    ) throws {
        profile = try SampleProfile(
            load: "stages: [{ rate: \(rate)/s, for: audience }], connections: 4",
            waits: waits,
            thresholds: thresholds,
            sends: "[{ call: getThing, path: \"/thing/{id}\", params: { id: \"{{recipient}}\" } }]",
            more: "audience: { count: \(count), recipient: \"{{index}}\" }"
        )
        server = try ScriptedServer(answering: response)
    }

    /// Starts the coordinator of `count` generators.
    ///
    /// - Returns: The program, and where generators reach its master; empty for those of this machine.
    func coordinator(
        _ generators: String,
        _ options: String...
    ) async throws -> (program: RunningProgram, address: String) {
        let isLocal = generators.hasPrefix("local:")
        let program = try RunningProgram(
            [
                "load", profile.path, "--target", server.origin, "--generators", generators,
                "--locust", Locust.path ?? "", "--output", resultFile, "--force",
            ] + (isLocal ? ["--quiet"] : ["--master-bind", "0"]) + options
        )
        guard !isLocal else { return (program, "") }
        let line = await program.firstErrorLine()
        return (program, line.split(separator: " ").last.map(String.init) ?? "")
    }

    func generator(
        _ name: String,
        at address: String,
        _ options: String...,
        environment: [String] = ["PATH=/usr/bin:/bin"]
    ) throws -> RunningProgram {
        try RunningProgram(
            [
                "generator", "--master", address, "--name", name, "--keep",
                profile.contract.folder.path,
                "--quiet",
            ] + options,
            environment: environment
        )
    }

    var resultFile: String { profile.file("result.json") }

    var result: RunResult {
        get throws { try result(of: resultFile) }
    }

    func result(of path: String) throws -> RunResult {
        try RunResult(parsing: try DiskFiles().read(path, atMost: 10_000_000), file: path)
    }

    /// The numbers of the arrivals whose requests were received, in ascending order.
    var numbers: [Int] {
        server.received.compactMap { item in
            let words = item.headLines.first?.split(separator: " ") ?? []
            guard words.count > 1, words[1].hasPrefix("/thing/") else { return nil }
            return Int(words[1].dropFirst("/thing/".count))
        }.sorted()
    }
}
