import ContractFile
import TestSupport
import Testing

/// The steps of build servers that use the package, with a network and a package manager that only log their requests.
struct PackageRecipeTests {
    private static let url = "https://files.example.com/assay_0.1.0_amd64.deb"

    /// Runs a script; returns its requests.
    private func asked(_ script: String, _ name: String) async throws -> [String] {
        let folder = try TemporaryDirectory()
        let log = folder.file("log")
        for tool in ["curl", "apt-get", "sudo"] {
            let path = try folder.write(
                Array("#!/bin/sh\necho \(tool) \"$@\" >> \(log)\n".utf8),
                to: tool
            )
            let change = try RunningProgram(["+x", path], program: "/bin/chmod")
            #expect(await change.end().ending == .exited(0))
        }
        let run = try await RunningProgram(
            ["-e", "-c", script],
            program: "/bin/bash",
            environment: ["PATH=\(folder.path):/usr/bin:/bin", "\(name)=\(Self.url)"]
        ).end()
        #expect(run.ending == .exited(0), "\(run.errors)")
        return try ReportFileTests.content(of: log).split(separator: "\n").map(String.init)
    }

    private static let fetching = "curl -fsSL --retry 3 --output /tmp/assay.deb \(url)"
    private static let installing =
        "apt-get -qq install --yes --no-install-recommends /tmp/assay.deb"

    @Test("The action installs the package that its input names")
    func action() async throws {
        let recipe = try Recipe(".github/actions/assay/action.yml", place: 1)
        let step = try #require(recipe.root["runs"]?["steps"]?.elements?.first)
        #expect(step["env"]?["PACKAGE"]?.text == "${{ inputs.package }}")
        #expect(recipe.root["inputs"]?["package"]?["required"]?.text == "true")
        let script = try #require(step["run"]?.stringValue)
        #expect(
            try await asked(script, "PACKAGE")
                == [Self.fetching, "sudo apt-get -qq update", "sudo \(Self.installing)"]
        )
    }

    @Test("The template installs the package that a variable names")
    func template() async throws {
        let recipe = try Recipe(".gitlab-ci.yml", place: 1)
        let asked = try await asked(try recipe.script(".assay/before_script"), "ASSAY_PACKAGE")
        #expect(asked.suffix(2) == [Self.fetching, Self.installing])
    }
}
