import CommandLineTool
import Distribution
import Glibc
import JSON
import LoadModel
import Measure
import Platform

/// The command line of `assay generator`.
struct GeneratorOptions {
    /// As `HOST:PORT`.
    let master: String
    let host: String
    let name: String
    /// The folder for parts that the coordinator did not take.
    let keep: String
    /// How long to wait for a run.
    let patience: Duration
    let isSupervised: Bool
    let isQuiet: Bool

    init(_ arguments: ParsedArguments) throws {
        guard let address = try arguments.listenAddress("master") else {
            throw LoadObstacle(
                .commandLine,
                "missing option --master; expected HOST:PORT of the Locust master of the "
                    + "coordinator"
            )
        }
        master =
            "\(address.host.contains(":") ? "[\(address.host)]" : address.host):\(address.port)"
        host = Machine.name
        name = arguments.string("name") ?? "\(Machine.name)-\(getpid())"
        keep = arguments.string("keep") ?? "."
        patience = try arguments.duration("wait") ?? .seconds(600)
        isSupervised = arguments.flag(Supervision.endOption.name)
        isQuiet = arguments.flag("quiet")
    }

    /// Waits for a run, takes part in it, and handles its outcome.
    func taking(part session: GeneratorSession, _ console: Console) async throws -> ExitStatus {
        let listening = Task { await session.listen() }
        defer { listening.cancel() }
        if !isQuiet { console.printError("assay generator: looking for a master at \(master)") }
        let limit = Task {
            try await Task.sleep(for: patience)
            session.end()
        }
        let plan = await session.plan()
        limit.cancel()
        if let refusal = session.refusal { throw LoadObstacle(.couldNotRun, refusal) }
        guard let plan else {
            if session.interruption.count > 0 { return .interrupted }
            let reason =
                session.bus.clock.count > 0
                ? "no run began within \(patience.text)"
                : "no Locust master responded at \(master) within \(patience.text); expected one "
                    + "started by \"assay load --generators\""
            throw LoadObstacle(.couldNotRun, reason)
        }
        return try await take(part: session, in: plan, console)
    }

    private func take(
        part session: GeneratorSession,
        in plan: GeneratorPlan,
        _ console: Console
    ) async throws -> ExitStatus {
        let run = GeneratorRun(
            plan: plan,
            bus: session.bus,
            name: name,
            host: host,
            console: console,
            interruption: session.interruption,
            led: { session.follow($0) },
            next: { await session.plan() }
        )
        do {
            guard let outcome = try await run.run() else {
                if let refusal = session.refusal { throw LoadObstacle(.couldNotRun, refusal) }
                return session.interruption.count > 0 ? .interrupted : .couldNotRun
            }
            if outcome.isTaken { return .success }
            return keepPart(outcome.result, of: session, console)
        } catch {
            session.bus.send(
                FleetMessage.failed,
                Packet([
                    "reason": .string("\(error)"), "name": .string(name), "host": .string(host),
                ])
            )
            throw error
        }
    }

    /// Writes a part that the coordinator did not take to a file, so that it can be merged.
    private func keepPart(
        _ result: RunResult,
        of session: GeneratorSession,
        _ console: Console
    ) -> ExitStatus {
        let shard = result.firstPart.shard
        let path = "\(keep)/\(name)-\(shard.number)-of-\(shard.count).json"
        let why =
            session.isFenced
            ? "the coordinator continued without this generator"
            : "the connection to the coordinator was lost"
        if let reason = DestinationFile(path: path).write(result.fileText) {
            console.printError(
                "assay generator: \(why), and the part cannot be written to \(path): \(reason)"
            )
            return .defect
        }
        console.printError("assay generator: \(why); the part is in \(path), for assay merge")
        return .couldNotRun
    }
}

extension Duration {
    /// `600 s`, `1.5 s`.
    fileprivate var text: String { NanosecondText.exact(wholeNanoseconds) }
}
