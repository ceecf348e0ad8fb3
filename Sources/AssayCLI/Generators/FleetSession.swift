import Base
import CommandLineTool
import Distribution
import JSON
import LoadModel

/// The generators that a command coordinates, from the first that joins until all are released.
///
/// Used by one task at a time, except for `interrupt`.
final class FleetSession {
    /// Events of a run.
    enum Event: Sendable {
        case locust(LocustMaster.Event)
        case second
        case interrupted
        /// The wait for generators timed out.
        case late
    }

    let option: GeneratorFleetOption
    let master: LocustMaster
    /// The name of the command, for messages.
    private let command: String
    private let console: Console?
    private let feed: AsyncStream<Event>.Continuation
    private var events: AsyncStream<Event>.Iterator
    private let timers: [Task<Void, any Error>]
    private var locals: LocalGenerators?
    /// The Locust identifiers of the generators that finished the last run; `nil` before the first.
    private(set) var nodes: [String]?

    /// Starts a Locust master, or connects to the one that started this command.
    ///
    /// - Parameters:
    ///   - option: The generators, and how they are reached.
    ///   - command: `load`.
    ///   - console: Receives messages on what is waited for; `nil` hides them.
    /// - Throws: A `LoadObstacle`.
    init(_ option: GeneratorFleetOption, command: String, console: Console?) throws {
        let (stream, feed) = AsyncStream<Event>.makeStream()
        self.option = option
        self.command = command
        self.console = console
        self.feed = feed
        events = stream.makeAsyncIterator()
        master = try LocustMaster(option) { feed.yield(.locust($0)) }
        timers = [
            Task {
                while true {
                    try await Task.sleep(for: .seconds(1))
                    feed.yield(.second)
                }
            },
            Task {
                try await Task.sleep(for: option.patience)
                feed.yield(.late)
            },
        ]
    }

    /// Interrupts the run, from any thread.
    var interrupt: @Sendable () -> Void { { [feed] in feed.yield(.interrupted) } }

    /// Coordinates a run until it ends.
    func lead(_ lead: FleetLead) async throws {
        defer { nodes = lead.survivors }
        if let nodes { try lead.enlist(nodes) }
        while !lead.isOver, let event = await events.next() { try take(event, lead) }
    }

    private func take(_ event: Event, _ lead: FleetLead) throws {
        switch event {
        case .locust(.listening(let address, let warning)):
            if let warning { console?.printError("assay \(command): \(warning)") }
            try listening(at: address)
        case .locust(.fleet(let event)): try lead.take(event)
        case .locust(.stop), .interrupted: lead.interrupt()
        case .locust(.gone): try lead.locustGone()
        case .second: try lead.second()
        case .late: try lead.late(after: option.patience)
        }
    }

    private func listening(at address: String) throws {
        guard option.isLocal else {
            let count = Count.grouped(UInt64(option.count), "generator")
            console?.printError(
                "assay \(command): waiting for \(count); start on each machine: assay generator "
                    + "--master \(address)"
            )
            return
        }
        locals = try LocalGenerators(option.count, master: address)
    }

    /// Releases all generators.
    func end(_ status: ExitStatus) async {
        for node in nodes ?? [] { master.send(FleetMessage.end, Packet([:]), to: node) }
        timers.forEach { $0.cancel() }
        await master.quit(status)
        feed.finish()
        locals?.stop()
    }
}
