import CommandLineTool
import Glibc
import Platform
import Statistics

/// The folder with the results of runs.
struct ResultFolder {
    private let path: String
    /// A temporary folder; `nil` for a folder that the user named.
    private let own: PrivateFolder?

    /// - Parameters:
    ///   - kept: The folder that keeps the results; `nil` for a temporary one.
    ///   - parent: The folder of a temporary one.
    /// - Throws: An `InterleavingObstacle`.
    init(_ kept: String?, in parent: String = TemporaryFolder.path) throws {
        guard let kept else {
            do {
                let own = try PrivateFolder("assay-compare-", in: parent)
                (self.own, path) = (own, own.path)
                return
            } catch {
                throw InterleavingObstacle.folder(parent, reason: error.description)
            }
        }
        (own, path) = (nil, kept)
        guard unsafe mkdir(kept, 0o755) == 0 || errno == EEXIST else {
            throw InterleavingObstacle.folder(kept, reason: SystemError.last.description)
        }
        guard unsafe access(file(.old, 1), F_OK) != 0 else {
            throw InterleavingObstacle.folder(
                kept,
                reason: "the folder contains results; choose another folder"
            )
        }
    }

    /// The file of a run: `A-1.json` is the first on the old side.
    func file(_ side: InterleavedOrder.Side, _ number: Int) -> String {
        "\(path)/\(side.rawValue)-\(number).json"
    }

    func remove(_ file: String) { _ = unsafe unlink(file) }

    func removeUnlessKept() { own?.remove() }
}

/// The folder for temporary files.
enum TemporaryFolder {
    /// From the environment, or `/tmp`.
    static var path: String {
        let named = Environment.process["TMPDIR"] ?? ""
        return named.hasPrefix("/") ? named : "/tmp"
    }
}
