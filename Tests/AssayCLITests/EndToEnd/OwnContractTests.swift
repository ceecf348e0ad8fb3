import Glibc
import TestSupport
import Testing

/// The contracts that come with the package, against servers good and bad.
struct OwnContractTests {
    @Test("All hold in process, nothing is left untried, and a server of its own gets the same")
    func reference() async throws {
        let ncmb = try await ReferenceProcess("ncmb")
        let nifty = try await ReferenceProcess("nifty")
        async let inside = verify()
        async let ncmbRun = verify("/ncmb", "--target", ncmb.origin, "--jobs", "8")
        async let niftyRun = verify("/nifty", "--target", nifty.origin)
        let runs = try await [inside, ncmbRun, niftyRun]
        for run in runs {
            #expect(run.ending == .exited(0))
            #expect(run.errors.isEmpty)
        }
        let reports = try runs.map { try $0.report }
        #expect(reports[0].cases.count > 300)
        #expect(!reports[0].promises.isEmpty)
        #expect(!reports[0].promises.values.contains { !Self.settled.contains($0) })
        let outside = Self.verdicts(reports[1]).merging(Self.verdicts(reports[2])) { one, _ in one }
        #expect(Self.verdicts(reports[0]) == outside)
        #expect(reports[0].cases.allSatisfy { $0.verdict == "passed" })
    }

    @Test("A server that answers everything with 200 and {} breaks them, each for its reason")
    func emptyObjects() async throws {
        let server = try ScriptedServer(answering: Answer.json("{}"))
        let run = try await verify("/ncmb", "--target", server.origin, coverage: false)
        #expect(run.ending == .exited(4))
        let report = try run.report
        #expect(report.count("passed") == 0)
        #expect(report.count("failed") ?? 0 > 200)
        // Cases that need an object cannot be judged; those that need a state cannot run.
        for entry in report.cases where entry.verdict == "undetermined" {
            #expect(entry.reason?.hasPrefix("set-up step create") == true, "\(entry.name)")
        }
        for entry in report.cases where entry.verdict == "skipped" {
            #expect(entry.reason?.hasPrefix("needs state ") == true, "\(entry.name)")
        }
        for entry in report.cases where entry.verdict == "failed" {
            let headline = entry.headline ?? ""
            let isReason =
                headline.hasPrefix("wanted E") && headline.hasSuffix(", got success (200)")
                || headline.hasPrefix("wanted 201, got 200")
                || headline.hasPrefix("status: expected 201, got 200")
                || headline.hasPrefix("header ") || headline.hasPrefix("$")
            #expect(isReason, "\(entry.name): \(headline)")
        }
    }

    @Test("A server with another client key refuses what is signed, and the report says so")
    func otherKey() async throws {
        let key = String(repeating: "0", count: 64)
        let server = try await ReferenceProcess("ncmb", "--client-key", key)
        let run = try await verify("/ncmb", "--target", server.origin, coverage: false)
        #expect(run.ending == .exited(4))
        let report = try run.report
        let refusal = ", got E403002 «Unauthorized operations for signature.» (403)"
        let failed = report.cases.filter { $0.verdict == "failed" }
        #expect(failed.count > 100)
        for entry in failed {
            let headline = entry.headline ?? ""
            let isReason =
                headline.hasPrefix("wanted ") && headline.hasSuffix(refusal)
                || headline.hasPrefix("header X-NCMB-Response-Signature: expected ")
            #expect(isReason, "\(entry.name): \(headline)")
        }
        for entry in report.cases where entry.verdict == "undetermined" {
            let reason = entry.reason ?? ""
            #expect(reason.hasPrefix("set-up step ") && reason.hasSuffix(refusal), "\(reason)")
        }
    }

    private static let settled: Set = ["held", "waived", "unprovokable"]

    private static func verdicts(_ report: VerifyReport) -> [String: String] {
        Dictionary(report.cases.map { ("\($0.file) \($0.name)", $0.verdict) }) { one, _ in one }
    }

    private func verify(
        _ folder: String = "",
        _ options: String...,
        coverage: Bool = true
    ) async throws -> ProgramRun {
        let gate = coverage ? ["--require-coverage", "100%"] : []
        let words =
            ["verify", PackageRoot.contracts + folder, "--basis", "all", "--format", "json"] + gate
        return try await RunningProgram(words + options).end()
    }
}
