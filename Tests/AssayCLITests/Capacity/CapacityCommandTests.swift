import Glibc
import JSON
import TestSupport
import Testing

/// Capacity searches of the built program, with budgets so small that every machine gets the same result.
@Suite(.timeLimit(.minutes(5)))
struct CapacityCommandTests {
    private static func json(_ text: String) throws -> JSONObject {
        try #require(try JSONValue(parsing: Array(text.utf8)).objectValue)
    }

    @Test("A search never finds more than the known capacity of the server")
    func bracket() async throws {
        let profile = try SampleProfile(
            load: "stages: [{ rate: 100/s, for: 1s }], connections: 64",
            thresholds: "[{ latency: p50, lt: 150ms }]"
        )
        let server = try RunningProgram([
            "serve", profile.contract.path, "--service-time", "8ms",
        ])
        let origin = try #require(await server.firstLine().split(separator: " ").last)
        let file = profile.file("capacity.json")
        let run = try await assay(
            "capacity",
            profile.path,
            "--target",
            String(origin),
            "--budget",
            "12s",
            "--format",
            "json",
            "--output",
            file
        )
        let object = try Self.json(run.output)
        #expect(object["assayCapacity"] == .integer(1))
        let steps = try #require(object["steps"]?.arrayValue)
        #expect(!steps.isEmpty)
        let rate = object["rate"]?.number
        let upper = object["upperRate"]?.number
        // At 200 arrivals/s, 75 are left behind, independent of the speed of the client.
        if let rate { #expect(rate < 200) }
        if let rate, let upper { #expect(rate < upper) }
        if let estimate = object["estimate"]?.objectValue {
            let bounds = ["low", "rate", "high"].compactMap { estimate[$0]?.number }
            #expect(bounds.count == 3 && bounds == bounds.sorted())
            #expect((bounds.first ?? 0) < 200)
        }
        for step in steps where step["verdict"] == "passed" && step["purpose"] != "recovery" {
            #expect(step["saturation"]?["seconds"]?.number ?? 0 < 3)
        }
        switch object["ending"]?.stringValue {
        case "found": #expect(run.ending == .exited(0))
        case "budgetOver", "limited": #expect(run.ending == .exited(8))
        default: #expect(run.ending == .exited(6))
        }
        #expect(run.errors.contains("doubling 100/s "))
        #expect(object["options"] == ["--budget", "12s"])
        server.send(SIGTERM)
        _ = await server.end()
        // The output file can also be rendered as a page.
        let report = try await assay("report", file)
        #expect(report.ending == .exited(0), "\(report.errors)")
        #expect(
            report.output.contains(
                "assay capacity \(profile.path) --target api=\(origin) --seed 7 --budget 12s "
                    + "--output capacity.json"
            )
        )
    }

    @Test("A budget that is too small for one step sends nothing and proves nothing")
    func budget() async throws {
        let profile = try SampleProfile(
            load: "stages: [{ rate: 40/s, for: 1s }], connections: 4"
        )
        let server = try ScriptedServer(answering: Answer.box)
        let run = try await profile.run(
            "--budget",
            "4s",
            "--rate",
            "20/s",
            command: "capacity",
            on: server
        )
        // A hundred arrivals, one of them above p99, take 5 s.
        #expect(run.ending == .exited(8))
        #expect(run.output.contains("NOTHING KNOWN: no step fits into the budget of 4 s"))
        #expect(run.errors.isEmpty)
        #expect(server.received.isEmpty)
    }

    @Test("No capacity is reported for a server that only fails")
    func failing() async throws {
        let profile = try SampleProfile(
            load: "stages: [{ rate: 400/s, for: 1s }], connections: 4"
        )
        let server = try ScriptedServer(
            answering: Answer.json("{}", status: "503 Service Unavailable")
        )
        let run = try await profile.run(
            "--budget",
            "3s",
            "--format",
            "json",
            command: "capacity",
            on: server
        )
        #expect(run.ending == .exited(8), "\(run.errors)")
        let object = try Self.json(run.output)
        #expect(object["rate"] == .null)
        #expect(object["steps"]?.arrayValue?.isEmpty == false)
    }

    @Test("A target that refuses connections yields status 3 with the reason")
    func refused() async throws {
        let profile = try SampleProfile()
        try await LoopbackSocket.withClosedPort { port in
            let origin = "http://127.0.0.1:\(port)"
            let run = try await assay("capacity", profile.path, "--target", origin)
            #expect(run.ending == .exited(3))
            #expect(run.errors.hasPrefix("assay capacity: \(origin): no connection: refused: "))
            #expect(run.output.isEmpty)
        }
    }

    @Test("Without thresholds a search is rejected; the message shows what to write")
    func noThresholds() async throws {
        let profile = try SampleProfile(thresholds: "[]")
        let run = try await assay("capacity", profile.path)
        #expect(run.ending == .exited(2))
        #expect(
            run.errors == """
                assay capacity: \(profile.path): thresholds: expected what must hold at the rate that \
                is looked for, got none; write for example
                  thresholds:
                    - { latency: p99, lt: 250ms }
                    - { errors: ratio, lt: 0.1% }

                """
        )
    }

    @Test("A search rejects a profile without a rate")
    func closed() async throws {
        let profile = try SampleProfile(load: "stages: [{ connections: 4, for: 1s }]")
        let run = try await assay("capacity", profile.path)
        #expect(run.ending == .exited(2))
        #expect(run.errors.contains("load: expected a rate to begin with, got a closed load"))
    }

    @Test(
        "Unusable option values are command-line errors",
        arguments: [
            ["--budget", "0"], ["--rate", "0"], ["--workers", "5"], ["--target", "a=http://b"],
        ]
    )
    func badOptions(words: [String]) async throws {
        let profile = try SampleProfile()
        let run = try await RunningProgram(["capacity", profile.path] + words).end()
        #expect(run.ending == .exited(1), "\(run.errors)")
    }

    @Test("An existing file is not overwritten")
    func overwriting() async throws {
        let profile = try SampleProfile()
        let file = try profile.contract.folder.write(Array("mine".utf8), to: "capacity.json")
        let run = try await assay("capacity", profile.path, "--output", file)
        #expect(run.ending == .exited(2))
        #expect(
            run.errors
                == "assay capacity: cannot write \(file): the file exists; --force replaces it\n"
        )
    }

    @Test("Ctrl-C ends the search with status 130 and the results so far")
    func interrupted() async throws {
        let profile = try SampleProfile(
            load: "stages: [{ rate: 5/s, for: 1s }], connections: 4"
        )
        let server = try ScriptedServer(answering: Answer.box)
        let file = profile.file("capacity.json")
        let program = try profile.start(
            "--output",
            file,
            command: "capacity",
            on: server
        )
        await server.waitForReceived(3)
        program.send(SIGINT)
        let run = await program.end()
        #expect(run.ending == .exited(130))
        #expect(run.errors == "assay capacity: interrupted; press Ctrl-C again to stop at once\n")
        #expect(run.output.contains("NOTHING KNOWN: the search was interrupted"))
    }
}

extension JSONValue {
    /// `nil` if it is not a number.
    fileprivate var number: Double? {
        if case .number(let number) = self { number.doubleValue } else { nil }
    }
}
