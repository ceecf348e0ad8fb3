import TestSupport
import Testing

/// Set-up and teardown of a file that other files use.
struct SharedSetupTests {
    private static let common = """
        contract: "1"
        targets: { api: { documented: "https://api.invalid" } }
        operations:
          getThing: { request: { path: "/thing" }, responses: { "200": {} } }
        setup: [ { request: { method: POST, path: /login }, captures: { token: { jsonpath: $.token } } } ]
        teardown: [ { request: { method: DELETE, path: "/login/{{token}}" } } ]
        """

    private static func user(_ name: String) -> String {
        """
        contract: "1"
        use: common.yaml
        cases:
          \(name): { steps: [ { call: getThing, headers: { X-Token: "{{token}}" } } ] }
        """
    }

    private static func folder() throws -> TemporaryDirectory {
        let folder = try TemporaryDirectory()
        _ = try folder.write(Array(common.utf8), to: "common.yaml")
        _ = try folder.write(Array(user("one").utf8), to: "a.yaml")
        _ = try folder.write(Array(user("two").utf8), to: "b.yaml")
        return folder
    }

    @Test("Shared set-up runs once before all files that use it, and its teardown once after them")
    func once() async throws {
        let folder = try Self.folder()
        let server = try ScriptedServer(answering: Answer.json(#"{"token":"t-17"}"#))
        let run = try await assay("verify", folder.path, "--target", server.origin)
        #expect(run.ending == .exited(0), "\(run.output)\(run.errors)")
        let lines = server.received.map { $0.text.split(separator: "\r\n").first.map(String.init) }
        #expect(
            lines == [
                "POST /login HTTP/1.1", "GET /thing HTTP/1.1", "GET /thing HTTP/1.1",
                "DELETE /login/t-17 HTTP/1.1",
            ]
        )
        #expect(server.received[2].text.contains("X-Token: t-17"))
    }

    @Test(
        "If shared set-up fails, no dependent case runs, and nothing is torn down that was not set up"
    )
    func broken() async throws {
        let folder = try Self.folder()
        let server = try ScriptedServer(answering: Answer.json("{}"))
        let run = try await assay("verify", folder.path, "--target", server.origin)
        #expect(run.ending == .exited(3), "\(run.output)\(run.errors)")
        #expect(server.received.count == 1)
        #expect(run.output.contains("could not capture token"))
    }
}
