import AssayCLI
import CommandLineTool
import Testing

struct CompletionTests {
    /// In the order of the help text.
    static let commands = [
        "verify",
        "lint",
        "coverage",
        "client",
        "trace",
        "diff",
        "load",
        "capacity",
        "generator",
        "merge",
        "compare",
        "history",
        "report",
        "serve",
        "record",
        "fault",
        "init",
        "import",
        "export",
        "query",
        "schema",
        "completion",
        "help",
    ]

    private static let formats = [
        "text", "json", "junit", "tap", "ctrf", "markdown", "html", "github",
    ]

    @Test(
        "bash completes only words that are valid at the cursor",
        arguments: [
            (
                ["assay", ""],
                CompletionTests.commands,
            ),
            (["assay", "v"], ["verify"]),
            (["assay", "--vers"], ["--version"]),
            (["assay", "verify", "--fa"], ["--fail-fast", "--fail-on-flaky"]),
            (["assay", "verify", "--format", ""], formats),
            (["assay", "verify", "--format", "=", "j"], ["json", "junit"]),
            (["assay", "verify", "--format", "="], formats),
            (["assay", "verify", "--report", "ju"], ["junit="]),
            (["assay", "verify", "--cacert", "Pack"], ["Package.swift"]),
            (["assay", "verify", "Sour"], ["Sources"]),
            (["assay", "verify", "--case", "lint", "Make"], ["Makefile"]),
            (["assay", "verify", "--target", "S"], []),
            (["assay", "verify", "--", "--fo"], []),
            (["assay", "help", "s"], ["serve", "schema"]),
            (["assay", "help", "load"], ["load", "load-guide"]),
            (
                ["assay", "help", "verify", "--format", ""],
                CompletionTests.commands + AssayCommand.articles.map(\.topic),
            ),
            (["assay", "trace", "Pack"], ["Package.swift"]),
            (["assay", "trace", "dr"], ["draft"]),
            (["assay", "trace", "draft", "--na"], ["--name"]),
            (["assay", "serve", "n"], ["ncmb", "nifty", "nhn-push"]),
        ] as [([String], [String])]
    )
    func bash(words: [String], offers: [String]) throws {
        let driver = """
            cd "$1" && eval "$2" && shift 2 || exit
            COMP_WORDS=("$@") COMP_CWORD=$(($# - 1))
            set -eu
            _assay
            [[ ${#COMPREPLY[@]} -eq 0 ]] || printf '%s\\n' "${COMPREPLY[@]}"
            """
        let script = try script(for: "bash")
        let process = try ChildProcess("/bin/bash", ["-c", driver, "bash", root, script] + words)
        #expect(process.output == offers.map { $0 + "\n" }.joined())
        #expect(process.errors.isEmpty)
    }

    @Test("The bash script has valid syntax")
    func bashSyntax() throws {
        let script = try script(for: "bash")
        let process = try ChildProcess("/bin/bash", ["-n", "-c", script])
        #expect(process.ending == .exited(0))
        #expect(process.errors.isEmpty)
    }

    @Test(
        "Completions of every shell have every option that is not hidden",
        arguments: ["bash", "zsh", "fish"]
    )
    func everyOption(shell: String) throws {
        let script = try script(for: shell)
        for command in AssayCommand.specification.subcommands {
            for option in command.options where !option.isHidden {
                let spelling = shell == "fish" ? "-l \(option.name) " : "--\(option.name)"
                #expect(script.contains(spelling), "\(command.name) \(spelling)")
            }
        }
    }

    @Test("An unknown shell is rejected")
    func unknownShell() throws {
        let process = try ChildProcess(builtProgram, ["completion", "fsh"])
        #expect(
            process.errors == """
                assay completion: SHELL: expected bash, zsh or fish, got "fsh"; did you mean "zsh"?
                see "assay help completion"

                """
        )
        #expect(process.ending == .exited(1))
    }

    private func script(for shell: String) throws -> String {
        let process = try ChildProcess(builtProgram, ["completion", shell])
        #expect(process.ending == .exited(0))
        return process.output
    }

    /// Root folder of the package.
    private var root: String {
        String(#filePath.split(separator: "/").dropLast(3).map { "/\($0)" }.joined())
    }
}
