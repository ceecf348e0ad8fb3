import CommandLineTool
import Platform

/// Generators on this machine, which exit with this process.
final class LocalGenerators: Sendable {
    private let children: [ChildProgram]

    /// - Parameters:
    ///   - count: How many.
    ///   - master: HOST:PORT.
    /// - Throws: A `LoadObstacle`.
    init(_ count: Int, master: String) throws {
        do {
            children = try (1...count).map { number in
                try ChildProgram(
                    "/proc/self/exe",
                    [
                        "generator", "--master", master, "--name", "local-\(number)",
                        "--supervised",
                        "--quiet",
                    ]
                )
            }
        } catch {
            throw LoadObstacle(.couldNotRun, "a generator on this machine: \(error)")
        }
    }

    /// Ends those that are still running.
    func stop() { for child in children { child.end() } }
}
