import CommandLineTool
import Contract
import Reports

/// Options that several commands have in common.
enum CommonOptions {
    static let target = OptionSpecification.value(
        "target",
        ValueSpecification("[NAME=]URL", isRepeatable: true),
        help: "Test the server at this base URL instead of the reference target. With NAME, it "
            + "is that target of the contract; targets that you do not name are then unavailable."
    )

    static let variable = OptionSpecification.value(
        "var",
        ValueSpecification("NAME=VALUE", isRepeatable: true),
        help: "Set a variable of the contracts; overrides the environment and defaults."
    )

    static let variablesFile = OptionSpecification.value(
        "variables-file",
        ValueSpecification("FILE", isRepeatable: true, completion: .file),
        help: "Read variables from a file, with lines NAME=value or a mapping in YAML or JSON; "
            + "--var overrides them. If several files set a variable, the last one wins."
    )

    static let fileRoot = OptionSpecification.value(
        "file-root",
        ValueSpecification("FOLDER", isRepeatable: true, completion: .folder),
        help: "Read the files that contracts and profiles name (file, csv) from this folder; files "
            + "elsewhere are rejected. By default these files must be below the folders of the "
            + "contracts."
    )

    /// The format of standard output: `text` by default.
    static func format(allowed: [String], help: String) -> OptionSpecification {
        .value(
            "format",
            ValueSpecification("FORMAT", default: "text", allowed: allowed),
            help: help
        )
    }

    /// The complete result in a file.
    static let output: [OptionSpecification] = [
        .value(
            "output",
            short: "o",
            ValueSpecification("FILE", completion: .file),
            help:
                "Write the complete result as JSON, for other commands. An existing file is not "
                + "replaced."
        ),
        .flag("force", help: "Replace the file of --output if it exists."),
    ]

    static let quiet = OptionSpecification.flag(
        "quiet",
        short: "q",
        help: "Show no progress, and print only the verdict and the failures."
    )

    /// Reports in files, in formats of `--format`.
    static func report(allowed: [String]) -> OptionSpecification {
        .value(
            "report",
            ValueSpecification(
                "FORMAT=PATH",
                isRepeatable: true,
                completion: .list(allowed.map { "\($0)=" })
            ),
            help: "Also write a report to a file, in a format that --format accepts."
        )
    }

    /// The reports of a command that sends no requests.
    ///
    /// - Parameters:
    ///   - formats: The names of its forms.
    ///   - verbose: The help of `--verbose`.
    /// - Returns: The options in a group.
    static func report(_ formats: [String], verbose: String) -> OptionGroup {
        OptionGroup(
            "Report",
            [
                format(
                    allowed: formats,
                    help: "Print the report in this format on standard output."
                ),
                report(allowed: formats),
            ] + output + [color, .flag("verbose", short: "v", help: verbose)]
        )
    }

    /// The reports of commands that check contracts.
    ///
    /// - Parameter verbose: The help of `--verbose`.
    /// - Returns: The options in a group.
    static func verificationReport(verbose: String) -> OptionGroup {
        OptionGroup(
            "Report",
            [
                format(
                    allowed: ReportFormats.verification.names(),
                    help: "Print the report in this format on standard output: github for a step "
                        + "of GitHub Actions, markdown for a comment on a pull request."
                ),
                report(allowed: ReportFormats.verification.names()),
            ] + output + ReportFormats.verification.ownOptions() + [
                color, .flag("verbose", short: "v", excludes: ["quiet"], help: verbose), quiet,
            ]
        )
    }

    /// The least certainty of promises that count; read by `ParsedArguments.level`.
    static func basis(help: String) -> OptionSpecification {
        .value(
            "basis",
            ValueSpecification(
                "LEVEL",
                default: "documented",
                allowed: ["documented", "observed", "inferred", "recommended", "all"]
            ),
            help: help
        )
    }

    static let color = OptionSpecification.value(
        "color",
        ValueSpecification("WHEN", default: "auto", allowed: ColorChoice.allCases.map(\.rawValue)),
        help: "Colour standard output. auto: on a terminal, unless NO_COLOR is set."
    )
}

extension ParsedArguments {
    /// The value of `--basis`; all promises are at least recommended.
    var level: Basis {
        let text = string("basis")
        return text == "all" ? .recommended : text.flatMap(Basis.init) ?? .documented
    }
}
