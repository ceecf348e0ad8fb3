import Base
import CommandLineTool
import Contract
import Defects
import JSON
import ReferencePush

extension ServeCommand {
    /// Prints the names of a service's defects with what they do.
    static func listDefects(of service: String, _ console: Console) {
        let defects = DefectCatalog.all.filter {
            service == everything || $0.service == service
        }
        let width = defects.map(\.name.count).max() ?? 0
        for defect in defects {
            let gap = String(repeating: " ", count: width - defect.name.count)
            console.print("\(defect.name)\(gap)  \(defect.summary)")
        }
    }

    /// The defect that `--defect` names; `nil` without it.
    static func defect(of service: String, _ arguments: ParsedArguments) throws -> Defect? {
        guard let name = arguments.string("defect") else { return nil }
        let known = DefectCatalog.all.filter { service == everything || $0.service == service }
        if let defect = known.first(where: { $0.name == name }) {
            guard !defect.model.isEmpty else { return defect }
            throw arguments.unusable(
                name,
                for: "defect",
                expected: "a defect of the service; this is one of the client that the contracts "
                    + "describe, use \"assay verify --mutants --defect \(name)\""
            )
        }
        throw arguments.unusable(
            name,
            for: "defect",
            expected: "a defect of \(service); --list-defects lists all",
            nearest: NearestName.suggestion(for: name, among: known.map(\.name))
        )
    }
}
