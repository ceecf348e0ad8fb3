import Base
import ContractFile
import Glibc

/// A schema next to a written file: the file's first line names it, so that editors complete and check the keys.
struct EditorSchema {
    static let contract = Self(kind: "contract", format: .contract)
    static let profile = Self(kind: "profile", format: .profile)

    /// The name for `assay schema print`.
    let kind: String
    let format: Format

    var name: String { "\(kind)-1.schema.json" }

    /// The text of a file, with the line that names the schema above it.
    func named(above text: String) -> String {
        "# yaml-language-server: $schema=\(name)\n\(text)"
    }

    /// The command that writes the schema next to a file; `nil` if it exists, or for standard output.
    func command(beside path: String?) -> String? {
        guard let path else { return nil }
        let place = FilePath.joined(FilePath.folder(of: path), name)
        let isThere = unsafe access(place, F_OK) == 0
        return isThere ? nil : "assay schema print \(kind) > \(ShellQuoting.word(place))"
    }
}
