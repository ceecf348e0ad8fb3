import Glibc
import Platform
import Statistics

/// Where the results of runs lie.
struct ResultFolder {
    private let path: String
    /// Whether the results stay there.
    let isKept: Bool

    init(_ kept: String?) throws {
        isKept = kept != nil
        if let kept {
            path = kept
            guard unsafe mkdir(kept, 0o755) == 0 || errno == EEXIST else {
                throw Self.failure(kept)
            }
            for isPilot in [false, true] {
                let first = file(.old, 1, isPilot: isPilot)
                guard unsafe access(first, F_OK) != 0 else {
                    throw InterleavingObstacle.folder(
                        kept,
                        reason: "it holds results already; name another folder"
                    )
                }
            }
            return
        }
        var template = Array("/tmp/assay-compare-XXXXXX".utf8CString)
        // The buffer outlives the call, which fills it.
        guard unsafe mkdtemp(&template) != nil else { throw Self.failure("/tmp") }
        path = String(
            decoding: template.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) },
            as: UTF8.self
        )
    }

    /// `A-1.json` is that of the first run on the old side.
    func file(_ side: InterleavedOrder.Side, _ number: Int, isPilot: Bool) -> String {
        "\(path)/\(isPilot ? "pilot-" : "")\(side.rawValue)-\(number).json"
    }

    func remove(_ file: String) { _ = unsafe unlink(file) }

    func removeUnlessKept() {
        guard !isKept else { return }
        for side in [InterleavedOrder.Side.old, .new] {
            for isPilot in [false, true] {
                var number = 1
                while unsafe unlink(file(side, number, isPilot: isPilot)) == 0 { number += 1 }
            }
        }
        _ = unsafe rmdir(path)
    }

    private static func failure(_ path: String) -> InterleavingObstacle {
        .folder(path, reason: SystemError.last.description)
    }
}
