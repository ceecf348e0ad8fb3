import CommandLineTool
import Glibc
import History

/// `--history FILE`: the history in which a command stores its result.
struct HistoryOption {
    let path: String
    /// The branch and commit of the result.
    let source: SourceRevision

    /// The options for the history.
    static let group = OptionGroup(
        "History",
        [
            file(
                help:
                    "Also add the result to this history, an SQLite database that is created if "
                    + "missing; see \"assay help history\"."
            ),
            branch, revision,
        ]
    )

    static func file(help: String) -> OptionSpecification {
        .value("history", ValueSpecification("FILE", completion: .file), help: help)
    }

    static let branch = OptionSpecification.value(
        "branch",
        ValueSpecification("NAME"),
        help: "Store the result under this branch. Default: the one that CI or Git names."
    )

    static let revision = OptionSpecification.value(
        "revision",
        ValueSpecification("COMMIT"),
        help: "Store the result under this commit. Default: the one that CI or Git names."
    )

    /// `nil` unless a history is named.
    ///
    /// - Throws: A `CommandLineError`, also for an invalid branch or commit.
    init?(_ arguments: ParsedArguments) throws {
        let path = try arguments.value("history", expected: "a file") { $0.isEmpty ? nil : $0 }
        guard let path else {
            guard let alone = ["branch", "revision"].first(where: arguments.isGiven) else {
                return nil
            }
            throw arguments.dependent(alone, on: "--history FILE")
        }
        self.path = path
        var source = SourceRevision.current(.process, folder: WorkingFolder.path)
        source.branch = arguments.string("branch") ?? source.branch
        source.revision = arguments.string("revision") ?? source.revision
        self.source = source
    }

    /// Why nothing can be added, as a sentence; checked before a run, so that no run is wasted.
    var obstacle: String? {
        do throws(HistoryError) {
            _ = try HistoryStore(path: path, access: .creating)
            return nil
        } catch {
            return error.description
        }
    }

    /// Adds a result.
    ///
    /// - Returns: Why it was not added, as a sentence; `nil` when it was.
    func add(_ kept: StoredResult, status: ExitStatus) -> String? {
        do throws(HistoryError) {
            _ = try append(kept, status: status)
            return nil
        } catch {
            return error.description
        }
    }

    /// Adds a result at the end of a command, or reports why that failed.
    ///
    /// - Parameters:
    ///   - kept: The result.
    ///   - status: The exit status of the command so far.
    ///   - command: Named in the message: `load`.
    ///   - console: Receives the message.
    /// - Returns: The status to end with.
    func keep(
        _ kept: StoredResult,
        status: ExitStatus,
        of command: String,
        _ console: Console
    ) -> ExitStatus {
        guard let reason = add(kept, status: status) else { return status }
        console.printError("assay \(command): \(reason)")
        return .gravest(of: [status, .defect])
    }

    /// Adds a result; once this returns, it is stored durably.
    ///
    /// - Returns: Its number, and whether it was not there before.
    /// - Throws: `HistoryError`; then the history is unchanged.
    func append(
        _ kept: StoredResult,
        status: ExitStatus
    ) throws(HistoryError) -> (number: Int64, isNew: Bool) {
        let store = try HistoryStore(path: path, access: .creating)
        return try store.append(kept.record(source, status: status), document: kept.document)
    }
}
