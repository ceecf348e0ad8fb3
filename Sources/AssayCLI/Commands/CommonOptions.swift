import CommandLineTool
import Contract
import Reports

/// Options that several commands have in common.
enum CommonOptions {
    static let target = OptionSpecification.value(
        "target",
        ValueSpecification("[NAME=]URL", isRepeatable: true),
        help: "Base URL of the server under test, in place of the reference target. With "
            + "NAME, of that target of the contract; then those not named are unavailable."
    )

    static let variable = OptionSpecification.value(
        "var",
        ValueSpecification("NAME=VALUE", isRepeatable: true),
        help: "Set a variable of the contracts, whatever they or the environment say."
    )

    static let variablesFile = OptionSpecification.value(
        "variables-file",
        ValueSpecification("FILE", isRepeatable: true, completion: .file),
        help: "Take values of variables from a file where --var gives none: lines NAME=value, or a "
            + "mapping in YAML or JSON. Of several files the last counts."
    )

    static let fileRoot = OptionSpecification.value(
        "file-root",
        ValueSpecification("FOLDER", isRepeatable: true, completion: .folder),
        help: "Where the files lie that contracts and profiles name as what is sent (file, csv); "
            + "what lies elsewhere is refused. Without it they lie below the folders of the "
            + "contracts."
    )

    /// What standard output gets: `text`, one of these formats, unless the user wants another.
    static func format(allowed: [String], help: String) -> OptionSpecification {
        .value(
            "format",
            ValueSpecification("FORMAT", default: "text", allowed: allowed),
            help: help
        )
    }

    /// The whole result in a file.
    static let output: [OptionSpecification] = [
        .value(
            "output",
            short: "o",
            ValueSpecification("FILE", completion: .file),
            help:
                "Write the whole result as JSON, for other commands. A file that is there already "
                + "is left alone."
        ),
        .flag("force", help: "Replace the file of --output if it is there already."),
    ]

    static let quiet = OptionSpecification.flag(
        "quiet",
        short: "q",
        help: "Say nothing while it lasts, and print the verdict and what did not hold, no more."
    )

    /// What is written to files beside that, in formats of `--format`.
    static func report(allowed: [String]) -> OptionSpecification {
        .value(
            "report",
            ValueSpecification(
                "FORMAT=PATH",
                isRepeatable: true,
                completion: .list(allowed.map { "\($0)=" })
            ),
            help: "Also write a report to a file, in one of the formats of --format."
        )
    }

    /// The reports of a command that sends nothing.
    ///
    /// - Parameters:
    ///   - formats: The names of its forms.
    ///   - verbose: What `--verbose` does.
    /// - Returns: The options in a group.
    static func report(_ formats: [String], verbose: String) -> OptionGroup {
        OptionGroup(
            "Report",
            [
                format(allowed: formats, help: "What to print on standard output."),
                report(allowed: formats),
            ] + output + [color, .flag("verbose", short: "v", help: verbose)]
        )
    }

    /// The reports of what judges contracts.
    ///
    /// - Parameter verbose: What `--verbose` does.
    /// - Returns: The options in a group.
    static func verificationReport(verbose: String) -> OptionGroup {
        OptionGroup(
            "Report",
            [
                format(
                    allowed: ReportFormats.verification.names(),
                    help: "What to print on standard output: github is for a step of GitHub "
                        + "Actions, markdown for a comment on a pull request."
                ),
                report(allowed: ReportFormats.verification.names()),
            ] + output + ReportFormats.verification.ownOptions() + [
                color, .flag("verbose", short: "v", excludes: ["quiet"], help: verbose), quiet,
            ]
        )
    }

    /// The least sure promises that count; read by `ParsedArguments.level`.
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
        help: "Colour standard output. auto means on a terminal, unless NO_COLOR is set."
    )
}

extension ParsedArguments {
    /// What `--basis` names; all promises are at least recommended.
    var level: Basis {
        let text = string("basis")
        return text == "all" ? .recommended : text.flatMap(Basis.init) ?? .documented
    }
}
