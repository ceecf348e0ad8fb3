import CommandLineTool
import ContractFile
import Interchange

/// Formats that may be a folder of files.
extension ImportCommand {
    /// The contract of a Hurl file, or of all that lie below a folder.
    static func hurl(
        _ path: String,
        _ console: Console
    ) throws(InterchangeError) -> ImportedContract? {
        guard let files = files(at: path, endingIn: [".hurl"], console) else { return nil }
        return try HurlImport.contract(from: files, name: FilePath.name(of: path))
    }

    /// The files that a path stands for, each with its name from the folder on; `nil` after a message.
    private static func files(
        at path: String,
        endingIn endings: [String],
        _ console: Console
    ) -> [(name: String, bytes: [UInt8])]? {
        do {
            let found = try ContractFinder.files(at: path, endingIn: endings)
            var files: [(name: String, bytes: [UInt8])] = []
            for file in found.paths {
                guard let bytes = InputDocument.bytes(file, "import", console) else { return nil }
                let name = found.isFolder ? relative(file, to: path) : FilePath.name(of: file)
                files.append((path == "-" ? "stdin" : name, bytes))
            }
            return files
        } catch {
            console.printError("assay import: \(error)")
            return nil
        }
    }

    private static func relative(_ file: String, to folder: String) -> String {
        let prefix = FilePath.normalized(folder) + "/"
        return file.hasPrefix(prefix) ? String(file.dropFirst(prefix.count)) : file
    }
}
