import TestSupport

/// A small contract on disk, for runs against scripted servers.
final class SampleContract: Sendable {
    /// Folder of the contract; other files of a test may be in the same folder.
    let folder: TemporaryDirectory
    let path: String

    /// Writes the contract: `cases` is the table of cases, each line indented by two spaces; `tables` contains further
    /// top-level keys, `promises` those of `getThing` in flow style.
    init(
        cases: String = "  first: { steps: [ { call: getThing } ] }",
        tables: String = "",
        promises: String = "{}"
    ) throws {
        let text = """
            contract: "1"
            info: { title: Sample }
            targets: { api: { documented: "https://api.invalid" } }
            failure: { when: { status: { gte: 400 } }, code: { jsonpath: "$.code" } }
            operations:
              getThing:
                request: { method: GET, path: /thing }
                responses: { "200": { contains: { name: box } } }
                promises: \(promises)
            errors: { E1: { status: 404 } }
            \(tables)
            cases:
            \(cases)
            """
        folder = try TemporaryDirectory()
        path = try folder.write(Array(text.utf8), to: "sample.yaml")
    }

    /// Runs `assay verify` against a server.
    func verify(
        at target: String,
        _ options: String...,
        output: ChildProcess.Output = .kept,
        environment: [String] = ["PATH=/usr/bin:/bin"]
    ) async throws -> ProgramRun {
        let words = ["verify", path, "--target", target] + options
        return try await RunningProgram(words, output: output, environment: environment).end()
    }
}

/// Responses in HTTP/1.1.
enum Answer {
    /// The response promised by `getThing`.
    static let box = json(#"{"name":"box"}"#)
    /// A response that breaks the promise.
    static let bag = json(#"{"name":"bag"}"#)

    static func json(_ body: String, status: String = "200 OK") -> String {
        "HTTP/1.1 \(status)\r\nContent-Type: application/json\r\n"
            + "Content-Length: \(body.utf8.count)\r\n\r\n\(body)"
    }
}

/// The root of this package.
enum PackageRoot {
    static let path: String = {
        // Four names up from Tests/AssayCLITests/EndToEnd/SampleContract.swift.
        let parts = #filePath.split(separator: "/", omittingEmptySubsequences: false)
        return parts.dropLast(4).joined(separator: "/")
    }()

    /// The contracts that come with the package.
    static let contracts = path + "/contracts"
}
