import Glibc
import TestSupport
import Testing

/// A target that dies in the middle of a run.
struct DyingTargetTests {
    /// Two cases with a response, one during which the target dies, and two more after it.
    private static let cases = """
          case-1: { steps: [ { call: getThing } ] }
          case-2: { steps: [ { call: getThing } ] }
          case-3: { steps: [ { request: { method: GET, path: /last } } ] }
          case-4: { steps: [ { call: getThing } ] }
          case-5: { steps: [ { call: getThing } ] }
        """

    @Test("The report shows which cases were judged and which were not, and the status is 3")
    func death() async throws {
        let contract = try SampleContract(cases: Self.cases)
        let answering = try ScriptedServer(answering: Answer.box)
        // A separate process that is killed at its third request: it forwards that one too, and withholds the
        // response.
        let target = try RunningProgram([
            "fault", "--upstream", answering.origin, "--fault", "latency=1h,request=3",
        ])
        let line = await target.firstLine()
        let origin = try #require(line.split(separator: " ").dropFirst(2).first.map(String.init))
        let program = try RunningProgram([
            "verify", contract.path, "--target", origin, "--format", "json", "--max-time", "1h",
        ])
        await answering.waitForReceived(3)
        target.send(SIGKILL)
        let run = await program.end()
        let report = try run.report
        #expect(run.ending == .exited(3))
        #expect(report.ending == "complete")
        #expect(
            report.cases.map { "\($0.name) \($0.verdict)" } == [
                "case-1 passed", "case-2 passed", "case-3 inconclusive", "case-4 inconclusive",
                "case-5 inconclusive",
            ]
        )
        // If its reused connection ended first, the request is sent again over a fresh one.
        let reason = try #require(report.cases[2].reason)
        let gone = ", and the target is gone: refused"
        let expected = ["refused", "empty" + gone, "reset" + gone].map { "no response: " + $0 }
        #expect(expected.contains(reason))
        #expect(report.cases[3].reason == "no response: refused")
    }
}
