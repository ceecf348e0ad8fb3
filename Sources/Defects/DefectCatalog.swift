import CDefects
import Contract
import ContractFile
import PushSinks
package import ReferencePush

/// Every deliberate defect of the services that the program has: those of the files beside the contracts,
/// and some that are code.
package enum DefectCatalog {
    /// Every defect, in the order in which the services are listed.
    package static let all: [Defect] = {
        let written = ServiceCatalog.defects
        let listed = files.flatMap { file in
            Defect.defects(
                of: file,
                relative: files.first { $0.service == file.relative },
                written: written
            )
        }
        return ServiceCatalog.names.flatMap { name in
            (listed + written).filter { $0.service == name }
        }
    }()

    /// The defects that make a statement false, by service, document and statement.
    package static let contradictions: [String: [String: [String: [String]]]] = Dictionary(
        uniqueKeysWithValues: files.map { file in
            let named = file.contradictions.mapValues { statements in
                statements.mapValues { names in names.map { "\(file.service)-\($0)" } }
            }
            return (file.service, named)
        }
    )

    /// The files as the program has them: the folder of each, and its text.
    package static let texts: [(folder: String, text: String)] =
        (0..<cdefects_count()).map { index in
            // Constants of the program that end in a zero.
            unsafe (
                String(cString: cdefects_name(index)), String(cString: cdefects_text(index))
            )
        }

    private static let files: [DefectFile] =
        texts.compactMap { folder, text in
            let path = "contracts/\(folder)/defects.yaml"
            let library = ContractLibrary(files: HeldFile(path: path, bytes: Array(text.utf8)))
            let file = library.defects(at: path)
            // The tests read the files of the program; a build with faults in them does not get that far.
            precondition(!library.diagnostics.hasErrors, "\(library.diagnostics.list)")
            return file
        }
}

/// One file that the program holds.
private struct HeldFile: FileSource {
    let path: String
    let bytes: [UInt8]

    func read(_ path: String, atMost limit: Int) throws(FileSourceError) -> [UInt8] {
        guard path == self.path else {
            throw FileSourceError(path: path, reason: "no such file in the program")
        }
        return bytes
    }
}
