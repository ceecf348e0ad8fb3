import Base
import CommandLineTool
import Contract
import ContractFile
import HTTP
import HTTPServer
import JSON
import PushSinks
import ReferencePush
import Replay

/// A service that `assay serve` can run.
enum ServedService {
    /// A reference service, by one of the hosts it is documented at.
    case reference(any ReferenceService)
    /// Contracts without a reference service, with a name for messages.
    case stub(StubServer, name: String)
    /// A stand-in for a push provider.
    case sink(SinkPlan)

    /// The services that a command line names; `nil` for an unusable contract, after a message.
    static func all(
        _ arguments: ParsedArguments,
        _ console: Console
    ) throws -> [ServedService]? {
        let name = arguments.string("SERVICE") ?? ServeCommand.everything
        let known = ServiceCatalog.names + [ServeCommand.everything]
        guard known.contains(name) || isPath(name) else {
            throw arguments.unusable(
                name,
                for: "SERVICE",
                expected: Words.alternatives(known + ["the path of a contract"]),
                nearest: NearestName.suggestion(for: name, among: known)
            )
        }
        try ServeCommand.checkSinkOptions(arguments)
        let options = try referenceOptions(arguments)
        let all = arguments.strings("SERVICE")
        if all.count > 1,
            let other = all.enumerated().first(where: { place, name in
                !ServiceCatalog.sinks.contains(name) || all[..<place].contains(name)
            })
        {
            throw arguments.unusable(
                other.element,
                for: "SERVICE",
                expected: "one service, or several sinks, each once: "
                    + ServiceCatalog.sinks.joined(separator: ", ")
            )
        }
        let sinks = all.compactMap { ServiceCatalog.sink(of: $0, options: options) }
        if !sinks.isEmpty { return try SinkPlan.all(sinks, arguments).map { .sink($0) } }
        let names = name == ServeCommand.everything ? ReferenceCatalog.names : [name]
        let faces = names.compactMap { ServiceCatalog.faces(of: $0, options: options) }
        guard faces.isEmpty else {
            let defect = try ServeCommand.defect(of: name, arguments)
            return faces.flatMap(\.self).map { .reference(defect?.put(into: $0) ?? $0) }
        }
        // A stub has no defects.
        _ = try ServeCommand.defect(of: name, arguments)
        return try stub(of: name, arguments, console).map { [$0] }
    }

    /// Whether it is spelled like a path, or names existing contract files.
    private static func isPath(_ name: String) -> Bool {
        if name.contains("/") || name.contains(".") { return true }
        do {
            return try !ContractFinder.files(at: name).isEmpty
        } catch {
            return false
        }
    }

    private static func stub(
        of path: String,
        _ arguments: ParsedArguments,
        _ console: Console
    ) throws -> ServedService? {
        let given = try GivenVariables(arguments)
        let loaded = LoadedContracts(paths: [path], fileRoots: arguments.strings("file-root"))
        console.writeError(loaded.diagnosis)
        guard !loaded.hasErrors else { return nil }
        let variables = VariableResolver(
            given: given.values,
            environment: .process,
            madeUp: .secrets
        )
        do {
            let now = SystemClock().now
            let server = try StubServer(
                loaded.contracts,
                at: now,
                variables: variables,
                checksCredentials: arguments.flag("check-credentials"),
                allowingOrigins: arguments.flag("cors"),
                keeping: try arguments.int("keep", in: 0...10_000_000) ?? 10_000
            ) { console.printError("assay serve: \($0)") }
            for remark in server.remarks {
                console.printError("assay serve: deviation from the contract: \(remark)")
            }
            return .stub(server, name: "a stub of \(path)")
        } catch {
            console.printError("assay serve: \(error)")
            return nil
        }
    }

    private static func referenceOptions(
        _ arguments: ParsedArguments
    ) throws -> ServiceOptions {
        let isSupervised = arguments.flag(Supervision.option.name)
        var options = ServiceOptions(keys: isSupervised ? Supervision.variables() : [:])
        for (name, variable) in [
            ("app-key", "appKey"), ("client-key", "clientKey"), ("secret-key", "secretKey"),
        ] {
            if let key = arguments.string(name) { options.references.keys[variable] = key }
        }
        options.references.downstreamHosts = DownstreamHosts(arguments.strings("allow-downstream"))
        options.references.providers = try ServeCommand.providers(arguments)
        if let delay = try arguments.duration("delivery-delay") {
            options.references.deliveryDelay = delay
        }
        if ServeCommand.isSink(arguments) { options.sinks.apns = try ServeCommand.apns(arguments) }
        options.sinks.knobs = try ServeCommand.knobs(arguments)
        return options
    }
}

extension ServedService {
    /// Starts to respond at an address.
    ///
    /// - Parameters:
    ///   - address: The address to listen on.
    ///   - options: Limits, and the time that responses take.
    ///   - log: The log of requests; `nil` for none.
    /// - Returns: The server.
    /// - Throws: When the address cannot be bound.
    func start(
        _ address: ListenAddress,
        _ options: ServerOptions,
        _ log: RequestLog? = nil
    ) throws -> RunningService {
        switch self {
        case .reference(let service):
            let server = try ReferenceServer(
                service: log.map { InterceptedService(service, loggingTo: $0) } ?? service,
                host: address.host,
                port: Int(address.port),
                options: options
            )
            return RunningService(
                name: server.name,
                origin: server.origin,
                remark: "provider states at \(server.stateChangeURL)",
                guide: { service.guide(at: $0).map(ClientGuidance.lines) ?? [] },
                stop: { server.stop() }
            )
        case .stub(let stub, let name):
            let daemon = try stub.serve(at: address, options, log)
            return RunningService(
                name: name,
                origin: daemon.origin,
                remark: "\(Count.of(stub.routeCount, "request")) known",
                more: { _ in stub.guide },
                guide: { stub.example(at: $0).map(ClientGuidance.lines) ?? [] },
                stop: { daemon.stop() }
            )
        case .sink(let plan): return try plan.start(address)
        }
    }
}

/// A running service.
struct RunningService {
    let name: String
    /// The address for clients.
    var origin: String
    /// Further lines about it.
    let remark: String
    /// Guidance for senders to a sink.
    var more: @Sendable (_ origin: String) throws -> [String] = { _ in [] }
    /// Guidance for clients that find it at an origin.
    var guide: @Sendable (_ origin: String) -> [String] = { _ in [] }
    /// A summary for the end; `nil` for none.
    var summary: @Sendable () -> String? = { nil }
    let stop: @Sendable () -> Void

    /// The lines that a command prints about it.
    func lines() throws -> [String] {
        ["serving \(name) at \(origin)", remark] + (try more(origin))
    }
}

extension StandingHops {
    /// Puts a hop in front of a service, which is found at its address from now on.
    mutating func add(before service: inout RunningService, at address: ListenAddress) throws {
        service.origin = try add(before: FaultUpstream(origin: service.origin), at: address)
    }
}

extension ListenAddress {
    /// Any free port of the loopback interface.
    static let anywhere = ListenAddress(host: "127.0.0.1", port: 0)

    /// The address with a port higher by `count`; any free port stays any.
    ///
    /// - Precondition: The resulting port is valid.
    func advanced(by count: Int) -> ListenAddress {
        port == 0 ? self : ListenAddress(host: host, port: port + UInt16(count))
    }
}
