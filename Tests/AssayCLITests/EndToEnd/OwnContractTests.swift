import Glibc
import JSON
import TestSupport
import Testing

/// The contracts of the package, against correct and faulty servers.
struct OwnContractTests {
    @Test(
        "All contracts pass in process with full coverage, and an external server gets the same results"
    )
    func reference() async throws {
        // The programs run in parallel; each takes seconds.
        async let whole = verify()
        var runs: [ProgramRun] = []
        for service in ["ncmb", "nifty", "core-push", "web-push"] {
            let server = try await ReferenceProcess(service)
            runs.append(
                try await verify("/\(service)", "--target", server.origin, "--jobs", "8")
            )
        }
        for (service, targets) in [("apns", ["apns=", "manage="]), ("web-push", [""])] {
            let server = try await ReferenceProcess(service)
            let words = targets.map { "--target=\($0)\(server.origin)" } + ["--jobs=8"]
            runs.append(
                try await verify("/\(service)", words[0], words[1], "--http2-prior-knowledge")
            )
        }
        for service in ["nhn-push", "toast-push"] {
            let (program, targets) = try await Self.serveTwoHosts(service)
            runs.append(try await verify("/\(service)", targets[0], targets[1], "--jobs", "8"))
            program.send(SIGTERM)
        }
        let sink = try RunningProgram(["serve", "fcm"])
        let words = try await Self.targets(ofSink: sink)
        runs.append(try await verify("/fcm", words[0], words[1], "--var", words[2]))
        runs.append(
            try await verify(
                "/fcm",
                words[0],
                words[1],
                "--var",
                words[2],
                "--http2-prior-knowledge"
            )
        )
        sink.send(SIGTERM)
        runs.insert(try await whole, at: 0)
        for run in runs {
            #expect(run.ending == .exited(0))
            #expect(run.errors.isEmpty)
        }
        let reports = try runs.map { try $0.report }
        #expect(reports[0].cases.count > 300)
        #expect(!reports[0].promises.isEmpty)
        #expect(!reports[0].promises.values.contains { !Self.settled.contains($0) })
        #expect(!reports[0].clientPromises.isEmpty)
        #expect(!reports[0].clientPromises.values.contains { !Self.settled.contains($0) })
        let outside = reports.dropFirst().map(Self.verdicts).reduce(into: [:]) { all, one in
            all.merge(one) { first, _ in first }
        }
        #expect(Self.verdicts(reports[0]) == outside)
        #expect(reports[0].cases.allSatisfy { $0.verdict == "passed" })
        // Services run in parallel, yet everything is reported in the order of the files.
        let files = reports[0].cases.map(\.file)
        #expect(files == files.sorted())
    }

    @Test("Every step checks what its promises state, or they state that success is all")
    func lint() async throws {
        let run = try await assay("lint", PackageRoot.contracts)
        #expect(run.ending == .exited(0))
        #expect(run.errors == "")
    }

    @Test("A server that responds to everything with 200 and {} fails each contract for its reason")
    func emptyObjects() async throws {
        let server = try ScriptedServer(answering: Answer.json("{}"))
        let run = try await verify("/ncmb", "--target", server.origin, coverage: false)
        #expect(run.ending == .exited(4))
        let report = try run.report
        let cases = report.cases.filter { !Self.isOfClient($0) }
        #expect(!cases.contains { $0.verdict == "passed" })
        #expect(cases.count { $0.verdict == "failed" } > 200)
        // Cases that need an object cannot be checked; those that need a state cannot run.
        for entry in cases where entry.verdict == "inconclusive" {
            #expect(entry.reason?.hasPrefix("set-up step create") == true, "\(entry.name)")
        }
        for entry in cases where entry.verdict == "skipped" {
            #expect(entry.reason?.hasPrefix("needs state ") == true, "\(entry.name)")
        }
        for entry in cases where entry.verdict == "failed" {
            let headline = entry.headline ?? ""
            let isReason =
                headline.hasPrefix("wanted E") && headline.hasSuffix(", got success (200)")
                || headline.hasPrefix("wanted 201, got 200")
                || headline.hasPrefix("status: expected 201, got 200")
                || headline.hasPrefix("header ") || headline.hasPrefix("$")
            #expect(isReason, "\(entry.name): \(headline)")
        }
    }

    @Test("A server with another client key rejects signed requests, and the report says so")
    func otherKey() async throws {
        let key = String(repeating: "0", count: 64)
        let server = try await ReferenceProcess("ncmb", "--client-key", key)
        let run = try await verify("/ncmb", "--target", server.origin, coverage: false)
        #expect(run.ending == .exited(4))
        let report = try run.report
        let refusal = ", got E403002 «Unauthorized operations for signature.» (403)"
        let cases = report.cases.filter { !Self.isOfClient($0) }
        let failed = cases.filter { $0.verdict == "failed" }
        #expect(failed.count > 100)
        for entry in failed {
            let headline = entry.headline ?? ""
            let isReason =
                headline.hasPrefix("wanted ") && headline.hasSuffix(refusal)
                || headline.hasPrefix("header X-NCMB-Response-Signature: expected ")
            #expect(isReason, "\(entry.name): \(headline)")
        }
        for entry in cases where entry.verdict == "inconclusive" {
            let reason = entry.reason ?? ""
            #expect(reason.hasPrefix("set-up step ") && reason.hasSuffix(refusal), "\(reason)")
        }
    }

    /// Options for both targets of FCM at a sink, and the key that the sink has made for its account.
    private static func targets(ofSink sink: RunningProgram) async throws -> [String] {
        let lines = await sink.lines(3)
        try #require(lines.count >= 3)
        let origin = try #require(lines[0].split(separator: " ").last)
        let account = try JSONValue(parsing: Array(lines[2].drop { $0 != "{" }.utf8))
        let key = try #require(account["private_key"]?.stringValue)
        return ["--target=api=\(origin)", "--target=oauth=\(origin)", "privateKey=\(key)"]
    }

    /// A service that is documented with two hosts, and the option for each of them.
    private static func serveTwoHosts(_ service: String) async throws -> (RunningProgram, [String])
    {
        let program = try RunningProgram(["serve", service])
        let lines = await program.lines(4).filter { $0.hasPrefix("serving \(service).") }
        try #require(lines.count == 2)
        let targets = lines.map { line in
            let words = line.split(separator: " ")
            return "--target=\(words[1].dropFirst(service.count + 1))=\(words[3])"
        }
        return (program, targets)
    }

    private static let settled: Set = ["passed", "waived", "untestable", "local"]

    /// The reaction of a client to a bad response may be exactly the promised one.
    private static func isOfClient(_ entry: VerifyReport.Case) -> Bool {
        entry.file.hasSuffix("/client.yaml")
    }

    private static func verdicts(_ report: VerifyReport) -> [String: String] {
        Dictionary(report.cases.map { ("\($0.file) \($0.name)", $0.verdict) }) { one, _ in one }
    }

    private func verify(
        _ folder: String = "",
        _ options: String...,
        coverage: Bool = true
    ) async throws -> ProgramRun {
        let gate =
            coverage ? ["--require-coverage", "100%", "--require-client-coverage", "100%"] : []
        let words =
            ["verify", PackageRoot.contracts + folder, "--basis", "all", "--format", "json"] + gate
        return try await RunningProgram(words + options).end()
    }
}
