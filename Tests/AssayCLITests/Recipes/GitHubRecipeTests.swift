import ContractFile
import JSON
import TestSupport
import Testing

/// The scripts of the workflow for GitHub Actions, each run exactly as printed.
@Suite(.timeLimit(.minutes(5)))
struct GitHubRecipeTests {
    private let recipe: Recipe

    init() throws {
        recipe = try Recipe(".github/workflows/assay.yml")
    }

    @Test("A test runs every script, and scripts take only variables from GitHub")
    func scripts() throws {
        #expect(
            recipe.scripts == [
                "verify/Verify the contracts", "verify/Comment", "load/Drive it",
                "compare/Compare with the base", "compare/Compare with the history",
            ]
        )
        for name in recipe.scripts { #expect(try !recipe.script(name).contains("${{"), "\(name)") }
    }

    @Test("Assay is installed from its sources once, and added to PATH")
    func install() async throws {
        let action = try Recipe(".github/actions/assay/action.yml")
        let steps = try #require(action.root["runs"]?["steps"]?.elements)
        let script = try #require(steps.last?["run"]?.stringValue)
        let runner = try await RecipeRunner(recipe)
        try await runner.prepareSources()
        for _ in 1...2 {
            let run = try await runner.run(script)
            #expect(run.ending == .exited(0), "\(run.errors)")
        }
        #expect(runner.content("made") == "dependencies\ninstall\ndependencies\n")
        let path = "\(runner.checkout)/.assay/installed/bin\n"
        #expect(runner.content("path") == path + path)
    }

    @Test("Contracts are verified, and the reports are written and shown")
    func verify() async throws {
        let runner = try await RecipeRunner(recipe)
        let run = try await runner.run(try recipe.script("verify/Verify the contracts"))
        #expect(run.ending == .exited(0), "\(run.errors)")
        #expect(run.output.contains("::notice title=assay verify%3A the contract passed::"))
        #expect(runner.content("checkout/verify.xml")?.hasPrefix("<?xml") == true)
        let json = try #require(runner.content("checkout/verify.json"))
        let report = VerifyReport(try JSONValue(parsing: Array(json.utf8)))
        #expect(report.count("passed") ?? 0 > 2)

        try runner.standIn(
            for: "gh",
            #"echo "$@" >> ../asked; [[ " $* " != *" --edit-last "* ]]"#
        )
        let comment = try recipe.script("verify/Comment")
        let pushed = try await runner.run(comment, ["PULL_REQUEST": "", "GH_TOKEN": ""])
        #expect(pushed.ending == .exited(0), "\(pushed.errors)")
        #expect(runner.content("asked") == nil)
        let asked = try await runner.run(comment, ["PULL_REQUEST": "7", "GH_TOKEN": "x"])
        #expect(asked.ending == .exited(0), "\(asked.errors)")
        #expect(
            runner.content("asked")
                == "pr comment 7 --edit-last --body-file verify.md\n"
                + "pr comment 7 --body-file verify.md\n"
        )
        let markdown = try #require(runner.content("checkout/verify.md"))
        #expect(markdown.hasPrefix("## ✅ assay verify: the contract passed\n"))
        #expect(runner.content("summary") == markdown + markdown)
    }

    @Test("A failed contract ends the job with its status, and so does a dead service")
    func broken() async throws {
        let runner = try await RecipeRunner(
            recipe,
            [
                "SERVE": "assay serve ncmb --client-key other --listen",
                "VERIFY": "--case either-or --basis all",
            ]
        )
        let script = try recipe.script("verify/Verify the contracts")
        let run = try await runner.run(script)
        #expect(run.ending == .exited(4), "\(run.errors)")
        #expect(run.output.contains("::error file=contracts/ncmb/push.yaml,line="))
        #expect(runner.content("checkout/verify.md")?.hasPrefix("## ❌ ") == true)
        // The script does not wait for a service that has exited.
        let dead = try await runner.run(script, ["SERVE": "false"])
        #expect(dead.ending == .exited(1), "\(dead.errors)")
    }

    @Test("A run under load leaves its result and its reports")
    func load() async throws {
        let runner = try await RecipeRunner(recipe)
        let run = try await runner.run(try recipe.script("load/Drive it"))
        // A machine too busy for any measurement is not a failure.
        #expect(run.ending == .exited(0), "\(run.errors)")
        #expect(runner.content("checkout/load.json")?.contains("\"assayResult\": 1") == true)
        #expect(runner.content("checkout/load.xml")?.hasPrefix("<?xml") == true)
        #expect(runner.content("summary") == runner.content("checkout/load.md"))
        #expect(runner.content("output")?.hasPrefix("status=") == true)
    }

    @Test(
        "Only an invalid measurement is repeated, and it fails nothing",
        arguments: [
            ("0", 0, 1, "0"), ("6", 6, 1, "6"), ("8 0", 0, 2, "0"), ("8 6", 6, 2, "6"),
            ("8 8", 0, 2, "8"), ("3", 3, 1, "3"),
        ] as [(String, Int32, Int, String)]
    )
    func statuses(responses: String, ending: Int32, runs: Int, status: String) async throws {
        let runner = try await RecipeRunner(recipe)
        try runner.standInForLoad(ending: responses)
        let run = try await runner.run(try recipe.script("load/Drive it"))
        #expect(run.ending == .exited(ending), "\(run.errors)")
        #expect(runner.content("runs")?.split(separator: "\n").count == runs)
        #expect(runner.content("output") == "status=\(status)\n")
        #expect(run.output.contains("::warning ") == (status == "8"), "\(run.output)")
    }

    @Test(
        "Two builds take turns; runs of the main branch are stored, and others are checked against them"
    )
    func compare() async throws {
        let runner = try await RecipeRunner(recipe, ["GITHUB_SHA": "c0ffee"])
        let script = try recipe.script("compare/Compare with the base")
        let run = try await runner.run(script)
        // One run per side proves nothing, and that is not a failure.
        #expect(run.ending == .exited(0), "\(run.errors)")
        #expect(runner.content("output") == "status=8\n")
        #expect(run.output.contains("::warning title=assay compare::"), "\(run.output)")
        #expect(runner.content("checkout/compare.xml")?.hasPrefix("<?xml") == true)
        let summary = try #require(runner.content("checkout/compare.md"))
        #expect(runner.content("summary") == summary)

        let history = try recipe.script("compare/Compare with the history")
        let branch = ["GITHUB_REF_NAME": "7/merge"]
        for (variables, isKept) in [(branch, false), (["GITHUB_REF_NAME": "main"], true)] {
            let run = try await runner.run(history, variables)
            #expect(run.ending == .exited(0), "\(run.errors)")
            #expect((runner.content("checkout/runs.db") != nil) == isKept)
        }
        #expect(runner.content("summary") == summary)
        let later = try await runner.run(history, branch)
        #expect(later.ending == .exited(0), "\(later.errors)")
        #expect(runner.content("summary")?.utf8.count ?? 0 > summary.utf8.count)
    }

    @Test("A regression ends the job", arguments: [(0, 0), (7, 7), (8, 0)] as [(Int32, Int32)])
    func regression(status: Int32, ending: Int32) async throws {
        let runner = try await RecipeRunner(recipe)
        try runner.standInForLoad(ending: "\(status)")
        let run = try await runner.run(try recipe.script("compare/Compare with the base"))
        #expect(run.ending == .exited(ending), "\(run.errors)")
    }
}

extension RecipeRunner {
    /// Sources of Assay whose Makefile installs the built program and logs its targets.
    func prepareSources() async throws {
        let makefile = """
            .PHONY: dependencies install
            dependencies:
            \t@echo dependencies >> ../../../made
            install:
            \t@echo install >> ../../../made
            \tmkdir -p '$(PREFIX)/bin' && ln -s '\(builtProgram)' '$(PREFIX)/bin/assay'

            """
        _ = try await run("mkdir -p .assay/source")
        try write(makefile, to: "checkout/.assay/source/Makefile")
    }

    /// An `assay` whose load runs exit with these statuses, one by one, and write no reports; `serve` works as usual.
    func standInForLoad(ending statuses: String) throws {
        try standIn(
            for: "assay",
            """
            [ "$1" != serve ] || exec '\(builtProgram)' "$@"
            echo "$@" >> ../runs
            statuses=(\(statuses))
            exit "${statuses[$(wc -l < ../runs) - 1]}"
            """
        )
    }
}
