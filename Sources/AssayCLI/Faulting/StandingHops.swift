import Base
import CommandLineTool
import Contract
import Faults
import HTTP
import HTTPServer

/// Hops that run until the command that started them ends, all with the same fault.
struct StandingHops {
    private let fault: Fault?
    private var hops: [FaultHop] = []
    private var control: HTTPDaemon?
    private var isTLS = false

    init(fault: Fault?) { self.fault = fault }

    /// Puts a hop in front of a server.
    ///
    /// - Parameters:
    ///   - upstream: The server.
    ///   - address: The address to listen on.
    /// - Returns: The origin for clients.
    /// - Throws: When the address cannot be bound.
    mutating func add(
        before upstream: FaultUpstream,
        at address: ListenAddress
    ) throws -> String {
        let hop = try FaultHop(
            before: .init(host: upstream.host, port: upstream.port),
            host: address.host,
            port: address.port,
            fault: fault
        )
        hops.append(hop)
        isTLS = isTLS || upstream.isTLS
        return upstream.origin(at: address.host, hop.port)
    }

    /// Serves the control address of all hops.
    mutating func serveControl(at address: ListenAddress) throws {
        control = try FaultControl(hops, isTLS: isTLS).serve(at: address)
    }

    /// The lines that a command prints once they run.
    var lines: [String] { control.map { ["control at \($0.origin)/"] } ?? [] }

    /// Stops them.
    ///
    /// - Returns: The line that a command prints at the end; `nil` without hops.
    func stop() -> String? {
        control?.stop()
        for hop in hops { hop.stop() }
        return hops.isEmpty ? nil : hops.reduce(FaultCounters()) { $0 + $1.counters }.summary
    }
}

extension FaultCounters {
    /// The counts of two hops together.
    static func + (left: FaultCounters, right: FaultCounters) -> FaultCounters {
        var sum = left
        sum.connections += right.connections
        sum.open += right.open
        sum.requests += right.requests
        sum.faults += right.faults
        sum.omissions += right.omissions
        sum.upstreamFailures += right.upstreamFailures
        sum.lastUpstreamFailure = right.lastUpstreamFailure ?? left.lastUpstreamFailure
        return sum
    }

    private var omissionText: String {
        omissions == 0 ? "" : ", \(omissions) without, because the message ended before"
    }

    /// `3 connections, 5 requests, 2 with a fault`.
    fileprivate var summary: String {
        let failures =
            lastUpstreamFailure.map {
                "; the server could not be reached \(Count.of(upstreamFailures, "time")): \($0)"
            } ?? ""
        return "\(Count.of(connections, "connection")), \(Count.of(requests, "request")), "
            + "\(faults) with a fault\(omissionText)\(failures)"
    }
}
