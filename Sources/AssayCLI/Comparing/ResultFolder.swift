import CommandLineTool
import Glibc
import Platform
import Statistics

/// Where the results of runs lie.
struct ResultFolder {
    private let path: String
    /// Nobody wants its files any more; `nil` for a folder that was named.
    private let own: PrivateFolder?

    /// - Parameters:
    ///   - kept: Where the results stay; `nil` for a folder that goes.
    ///   - parent: Where such a folder is made.
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

    /// `A-1.json` is that of the first run on the old side.
    func file(_ side: InterleavedOrder.Side, _ number: Int) -> String {
        "\(path)/\(side.rawValue)-\(number).json"
    }

    func remove(_ file: String) { _ = unsafe unlink(file) }

    func removeUnlessKept() { own?.remove() }
}

/// Where files of a moment go.
enum TemporaryFolder {
    /// As the environment names it, or `/tmp`.
    static var path: String {
        let named = Environment.process["TMPDIR"] ?? ""
        return named.hasPrefix("/") ? named : "/tmp"
    }
}
