import ContractFile
import JSON
import TestSupport
import Testing

/// The scripts of the recipe for GitLab, each run exactly as printed.
@Suite(.timeLimit(.minutes(5)))
struct GitLabRecipeTests {
    private let recipe: Recipe

    init() throws {
        recipe = try Recipe(".gitlab-ci.yml")
    }

    /// The script of a job after the common script of all jobs, as GitLab runs them.
    private func script(_ job: String) throws -> String {
        let before = try recipe.script(".assay/before_script")
        return "mkdir -p .assay/installed/bin; cp -P ../bin/assay .assay/installed/bin/\n"
            + before + "\n" + (try recipe.script("\(job)/script"))
    }

    private func runner(_ own: [String: String] = [:]) async throws -> RecipeRunner {
        let runner = try await RecipeRunner(recipe, own)
        try await runner.prepareSources()
        return runner
    }

    @Test("A test runs every script; a job that exits with 8 is retried and only warns")
    func scripts() throws {
        #expect(
            recipe.scripts == [
                ".assay/before_script", "verify/script", "verify/after_script", "load/script",
                "compare/script",
            ]
        )
        for job in ["load", "compare"] {
            let allowed = recipe.root[job]?["allow_failure"]?["exit_codes"]?.json
            #expect(allowed == [8], "\(job)")
        }
        #expect(recipe.root["load"]?["retry"]?.json == ["max": 1, "exit_codes": [8]])
    }

    @Test("Assay is cloned and installed once")
    func install() async throws {
        let runner = try await RecipeRunner(recipe, ["ASSAY_SOURCES": "../sources"])
        try await runner.prepareSources()
        let sources = try await runner.run(
            """
            mv .assay/source ../sources && cd ../sources && git init --quiet --initial-branch main
            git add . && git -c user.name=a -c user.email=a@b commit --quiet --message one
            """
        )
        try #require(sources.ending == .exited(0), "\(sources.errors)")
        let before = try recipe.script(".assay/before_script")
        for _ in 1...2 {
            let run = try await runner.run(before + "\ncommand -v assay")
            #expect(run.ending == .exited(0), "\(run.errors)")
            #expect(run.output.hasSuffix("\n\(runner.checkout)/.assay/installed/bin/assay\n"))
        }
        #expect(runner.content("made") == "dependencies\ninstall\ndependencies\n")
    }

    @Test("Contracts are verified, and a comment is posted to the merge request")
    func verify() async throws {
        let server = try ScriptedServer(answering: Answer.json("{}", status: "201 Created"))
        let runner = try await runner([
            "CI_API_V4_URL": "\(server.origin)/api/v4", "CI_PROJECT_ID": "3",
        ])
        let run = try await runner.run(try script("verify"))
        #expect(run.ending == .exited(0), "\(run.errors)")
        #expect(runner.content("checkout/verify.xml")?.hasPrefix("<?xml") == true)
        #expect(runner.content("checkout/verify.json")?.isEmpty == false)
        let comment = try recipe.script("verify/after_script")
        #expect(try await runner.run(comment).ending == .exited(0))
        #expect(server.received.isEmpty)
        let request = ["COMMENT_TOKEN": "t0ken", "CI_MERGE_REQUEST_IID": "7"]
        let commented = try await runner.run(comment, request)
        #expect(commented.ending == .exited(0), "\(commented.errors)")
        let received = try #require(server.received.first)
        #expect(
            received.headLines.first == "POST /api/v4/projects/3/merge_requests/7/notes HTTP/1.1"
        )
        #expect(received.headLines.contains("PRIVATE-TOKEN: t0ken"))
        let text = received.text
        #expect(text.contains("## ✅ assay verify: the contract passed\n"), "\(text)")
    }

    @Test("A run under load leaves its result and its reports")
    func load() async throws {
        let runner = try await runner()
        let run = try await runner.run(try script("load"))
        // Status 8 means a machine too busy for any measurement.
        #expect([.exited(0), .exited(8)].contains(run.ending), "\(run.errors)")
        for file in ["load.json", "load.md", "load.xml"] {
            #expect(runner.content("checkout/\(file)")?.isEmpty == false, "\(file)")
        }
    }

    @Test("The job exits as the load run did", arguments: [6, 8] as [Int32])
    func statuses(status: Int32) async throws {
        let runner = try await runner()
        try runner.standInForLoad(ending: "\(status)")
        let run = try await runner.run(try script("load"))
        #expect(run.ending == .exited(status), "\(run.errors)")
    }

    @Test(
        "Two builds take turns; runs of the main branch are stored, and others are checked against them"
    )
    func compare() async throws {
        let runner = try await runner(["CI_DEFAULT_BRANCH": "main"])
        let made = try await runner.run(
            """
            rmdir base && git init --quiet --initial-branch main && git remote add origin "$PWD"
            git add push.yaml
            git -c user.name=a -c user.email=a@b commit --quiet --message one && git rev-parse HEAD
            """
        )
        try #require(made.ending == .exited(0), "\(made.errors)")
        let commit = made.output.split(separator: "\n").joined()
        let onMain = [
            "CI_COMMIT_BRANCH": "main", "CI_COMMIT_REF_NAME": "main", "CI_COMMIT_SHA": commit,
            "CI_COMMIT_BEFORE_SHA": commit,
        ]
        let first = try await runner.run(try script("compare"), onMain)
        // One run per side proves nothing.
        #expect(first.ending == .exited(8), "\(first.errors)")
        #expect(runner.content("checkout/base/push.yaml") != nil)
        #expect(runner.content("checkout/compare.xml")?.hasPrefix("<?xml") == true)
        #expect(runner.content("checkout/runs.db") != nil)
        #expect(runner.content("checkout/history.md") == nil)
        _ = try await runner.run("rm -rf runs base")
        let request = [
            "CI_MERGE_REQUEST_DIFF_BASE_SHA": commit, "CI_COMMIT_REF_NAME": "faster",
            "CI_COMMIT_SHA": commit, "CI_COMMIT_BEFORE_SHA": "0",
        ]
        let second = try await runner.run(try script("compare"), request)
        #expect(second.ending == .exited(8), "\(second.errors)")
        #expect(runner.content("checkout/history.md")?.isEmpty == false)
    }

    @Test("A regression ends the job")
    func regression() async throws {
        let runner = try await runner(["CI_DEFAULT_BRANCH": "main", "CI_COMMIT_BEFORE_SHA": "0"])
        try runner.standInForLoad(ending: "7")
        try runner.standIn(for: "git", "exit 0")
        let run = try await runner.run(try script("compare"))
        #expect(run.ending == .exited(7), "\(run.errors)")
    }
}
