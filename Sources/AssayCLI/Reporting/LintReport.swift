import Base
import CommandLineTool
import Contract
import ContractFile
import JSON
import ReportText

/// The results of `assay lint` for programs.
struct LintReport {
    let loaded: LoadedContracts

    /// How many files and cases were read: `2 contract files, 5 cases`.
    var summary: String {
        var counts: [String] = []
        if !loaded.contracts.isEmpty {
            counts.append(Count.of(loaded.contracts.count, "contract file"))
            counts.append(Count.of(caseCount, "case"))
        }
        if !loaded.profiles.isEmpty {
            counts.append(Count.of(loaded.profiles.count, "load profile"))
        }
        if !loaded.inventories.isEmpty {
            let count = loaded.inventories.count
            counts.append("\(count) \(count == 1 ? "inventory" : "inventories")")
        }
        return counts.joined(separator: ", ")
    }

    private var caseCount: Int { loaded.contracts.reduce(0) { $0 + $1.cases.count } }

    /// Annotations of the files in a pull request, for a step of GitHub Actions to print; each ends with
    /// a line end.
    func gitHub(paths: RepositoryPaths) -> String {
        loaded.diagnostics.map { diagnostic in
            let place = diagnostic.location
            var properties = [("file", paths.text(of: place.file))]
            if place.line > 0 {
                properties += [
                    ("line", "\(place.line)"), ("col", "\(place.column)"),
                    ("endColumn", "\(place.column + diagnostic.length)"),
                ]
            }
            properties.append(("title", "assay lint"))
            let command = WorkflowCommand(
                name: diagnostic.severity == .error ? .error : .warning,
                properties: properties.map { (name: $0.0, value: $0.1) },
                message: [diagnostic.message, diagnostic.hint].compactMap(\.self)
                    .joined(separator: "\n")
            )
            return "\(command)\n"
        }.joined()
    }

    /// Everything as JSON, whose form is versioned by `assayLint`.
    var json: String {
        let diagnostics = loaded.diagnostics.map { diagnostic in
            var object = JSONObject()
            let place = diagnostic.location
            object["severity"] = .string(diagnostic.severity.rawValue)
            object["file"] = .string(place.file)
            if place.line > 0 {
                object["line"] = .integer(place.line)
                object["column"] = .integer(place.column)
                object["length"] = .integer(diagnostic.length)
            }
            object["message"] = .string(diagnostic.message)
            object["hint"] = diagnostic.hint.map(JSONValue.string)
            return JSONValue.object(object)
        }
        let errors = loaded.diagnostics.count { $0.severity == .error }
        let document: JSONValue = [
            "assayLint": 1, "tool": ["name": "assay", "version": .string(Version.number)],
            "contracts": .integer(loaded.contracts.count), "cases": .integer(caseCount),
            "profiles": .integer(loaded.profiles.count),
            "inventories": .integer(loaded.inventories.count), "errors": .integer(errors),
            "warnings": .integer(loaded.diagnostics.count - errors),
            "diagnostics": .array(diagnostics),
        ]
        return document.prettyText() + "\n"
    }
}
