import ContractFile
import Glibc
import JSON
import TestSupport
import Testing

/// The workflow of `examples/gateway`: each of its scripts, with processes in place of containers, on free ports, and
/// with a gateway that sends with httpx.
@Suite(.timeLimit(.minutes(5)))
struct PushGatewayRecipeTests {
    private static let example = "examples/gateway"
    private static let python = PackageRoot.path + "/.build/oracles/bin/python"
    private static let hasPython = ConditionTrait.enabled(
        "NOT RUN: there is no .build/oracles/bin/python; make oracles"
    ) {
        access(python, X_OK) == 0
    }

    @Test(
        "The article shows the files of the example unchanged",
        arguments: [
            ("workflow.yml", ".github/workflows/push-gateway.yml"),
            ("gateway.yaml", "gateway.yaml"), ("gateway.load.yaml", "gateway.load.yaml"),
        ]
    )
    func article(name: String, shown: String) throws {
        let blocks = try DocumentBlock.all(in: "\(Documents.folder)/PushGateway.md")
        let block = try #require(blocks.first { $0.file == shown })
        #expect(try block.text + "\n" == Documents.text(of: "\(Self.example)/\(name)"))
    }

    @Test("A test runs every script, and scripts take only variables from GitHub")
    func scripts() throws {
        let recipe = try Recipe(".github/workflows/push-gateway.yml")
        #expect(
            recipe.scripts
                == [
                    "Load the images", "Start the sinks", "Start the gateway", "Send and count",
                    "Logs",
                ]
                .map { "deliver/\($0)" }
        )
        for name in recipe.scripts { #expect(try !recipe.script(name).contains("${{"), "\(name)") }
    }

    @Test(
        "A correct gateway passes; one that loses, repeats or misdirects 1 % of messages fails",
        hasPython,
        arguments: [
            ("sound", 0, "500 of 500 deliveries arrived within 10 s", ""),
            ("drops", 6, "5 lost", "arrival "),
            ("twice", 6, "5 twice", ""),
            ("misdirects", 6, "5 lost", "unexpected"),
        ] as [(String, Int32, String, String)]
    )
    func gateway(mistake: String, ending: Int32, words: String, more: String) async throws {
        try await PushGatewayRun.with(gateway: [Self.python, PushGatewayRun.gateway, mistake]) {
            job in
            let run = try await job.run()
            #expect(run.ending == .exited(ending), "\(run.output)\(run.errors)")
            #expect(job.lastScript == "Send and count", "\(run.errors)")
            let text = run.output.split(whereSeparator: \.isWhitespace).joined(separator: " ")
            #expect(text.contains(words) && text.contains(more), "\(run.output)")
            for message in job.dropped {
                #expect(text.contains("arrival \(message) to recipient \(message),"), "\(text)")
            }
            #expect(job.dropped.count == (mistake == "drops" ? 5 : 0))
            if mistake == "drops" { try Self.expectReport(run.output) }
            #expect(job.runner.content("checkout/load.xml")?.hasPrefix("<?xml") == true)
            #expect(job.runner.content("summary") == job.runner.content("checkout/load.md"))
            try await job.expectSinksByName()
        }
    }

    /// Checks that the report contains every line that the article shows, except examples of lost messages.
    private static func expectReport(_ report: String) throws {
        let blocks = try DocumentBlock.all(in: "\(Documents.folder)/PushGateway.md")
        let block = try #require(blocks.first { $0.language == "text" })
        let lines = report.split(separator: "\n")
        let shown = block.text.split(separator: "\n").filter { line in
            line != "  …" && line.firstMatch(of: /arrival|recipient| [0-9.]+ s$/) == nil
        }
        #expect(shown.count == 8, "\(shown)")
        for line in shown { #expect(lines.contains(line), "\(line) is not in \(report)") }
    }

    @Test("A gateway that does not start ends the job before anything is sent")
    func dead() async throws {
        try await PushGatewayRun.with(gateway: ["/bin/false"]) { job in
            let run = try await job.run(waitingForGateway: "0")
            #expect(job.lastScript == "Start the gateway")
            #expect(run.ending == .exited(7), "\(run.errors)")
            #expect(run.errors.contains("Failed to connect to localhost port \(job.gatewayPort)"))
        }
    }

    @Test(
        "A gateway that sends nothing makes the run inconclusive, and the report names the sink",
        hasPython
    )
    func silent() async throws {
        try await PushGatewayRun.with(
            gateway: [Self.python, PushGatewayRun.gateway, "silent"],
            profile: { $0.replacing("within: 10s", with: "within: 1s") }
        ) { job in
            let run = try await job.run()
            #expect(run.ending == .exited(8), "\(run.output)\(run.errors)")
            let text = run.output.split(whereSeparator: \.isWhitespace).joined(separator: " ")
            #expect(text.contains("nothing came to the sink: does the service send to http://"))
        }
    }
}

/// One run of the workflow's job, on ports that were free.
private final class PushGatewayRun {
    static let gateway = PackageRoot.path + "/Tests/Senders/gateway.py"

    let runner: RecipeRunner
    private(set) var lastScript = ""
    private let recipe: Recipe
    /// The replacement for each port of the example.
    private let ports: [String: UInt16]

    var gatewayPort: UInt16 { ports["8080"] ?? 0 }
    private var firstSinkPort: UInt16 { ports["8443"] ?? 0 }

    /// Makes a checkout, lets `body` use it, and terminates the processes that the workflow started.
    static func with(
        gateway: [String],
        profile edit: (String) -> String = { $0 },
        _ body: (PushGatewayRun) async throws -> Void
    ) async throws {
        let job = try await PushGatewayRun(gateway, edit)
        let result: Result<Void, any Error>
        do { result = .success(try await body(job)) } catch { result = .failure(error) }
        _ = try await job.runner.run("docker rm --force sinks gateway")
        try result.get()
    }

    private init(_ gateway: [String], _ edit: (String) -> String) async throws {
        recipe = try Recipe(".github/workflows/push-gateway.yml")
        let sinks = try Self.threePorts()
        let own = try LoopbackSocket.portToServe()
        ports = ["8443": sinks, "8444": sinks + 1, "8445": sinks + 2, "8080": own]
        let settings: JSONValue = [
            "assay": .string(builtProgram),
            "gateway": .array((gateway + ["\(own)"]).map { .string($0) }),
            "ports": .object(
                JSONObject(
                    ports.map { .init(name: $0.key, value: .number(.integer(Int64($0.value)))) }
                )
            ),
        ]
        runner = try await RecipeRunner(
            recipe,
            [
                "PROFILE": recipe.variables["PROFILE"] ?? "",
                "ENGINE_SETTINGS": settings.text,
            ]
        )
        let engine = PackageRoot.path + "/Tests/Packages/engine.py"
        try runner.standIn(
            for: "docker",
            "ENGINE=\"$HOME\" exec python3 '\(engine)' \"$@\""
        )
        for name in ["gateway.yaml", "gateway.load.yaml"] {
            // A process reaches another one at localhost.
            let text = try Documents.text(of: "examples/gateway/\(name)")
                .replacing("://sinks:", with: "://localhost:")
            try runner.write(edit(withPorts(text)), to: "checkout/\(name)")
        }
    }

    /// The first of three consecutive ports that were free a moment ago.
    private static func threePorts() throws -> UInt16 {
        for _ in 0..<100 {
            let first = try LoopbackSocket.portToServe()
            let others = (1...2).compactMap { try? LoopbackSocket.listen(port: first + $0) }
            for other in others { close(other.descriptor) }
            if others.count == 2 { return first }
        }
        throw SystemCallFailure(call: "bind", code: EADDRINUSE)
    }

    private func withPorts(_ text: String) -> String {
        text.replacing(/[0-9]+/) { number in
            ports[String(number.output)].map { "\($0)" } ?? String(number.output)
        }
    }

    /// Runs the scripts in order until one fails, then shows the logs.
    ///
    /// - Parameter patience: How long the gateway may take to start, in seconds.
    /// - Returns: How the last script that was run ended.
    /// - Throws: When a script cannot be started.
    func run(waitingForGateway patience: String = "30") async throws -> ProgramRun {
        var last: ProgramRun?
        for name in recipe.scripts where name != "deliver/Logs" {
            lastScript = String(name.dropFirst("deliver/".count))
            let own = lastScript == "Start the gateway" ? ["PATIENCE": patience] : [:]
            let run = try await runner.run(withPorts(try recipe.script(name)), own)
            last = run
            if run.ending != .exited(0) { break }
        }
        let logs = try await runner.run(try recipe.script("deliver/Logs"))
        #expect(logs.ending == .exited(0))
        return try #require(last)
    }

    /// The numbers of the messages dropped by the gateway, as it logs them: `dropped assay:RUN:99 hello`.
    var dropped: [String] {
        (runner.content("logs/gateway") ?? "").split(separator: "\n")
            .filter { $0.hasPrefix("dropped ") }
            .map { String($0.split(separator: " ")[1].split(separator: ":").last ?? "") }
    }

    /// Sinks respond under the name that containers use, each with the same authority and its own key.
    func expectSinksByName() async throws {
        let folder = "../volumes/sinks"
        for (place, name) in ["apns", "fcm", "web-push"].enumerated() {
            let port = Int(firstSinkPort) + place
            let run = try await runner.run(
                "curl -fsS --noproxy '*' --cacert \(folder)/ca.pem --resolve sinks:\(port):127.0.0.1 "
                    + "https://sinks:\(port)/.well-known/assay; cat \(folder)/\(name).json"
            )
            #expect(run.ending == .exited(0), "\(run.errors)")
            #expect(run.output.contains("\"\(name)\""), "\(run.output)")
            if name != "apns" { #expect(run.output.contains("\"https://sinks:\(port)/")) }
        }
    }
}
