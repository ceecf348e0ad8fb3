import Glibc
import Platform
import Statistics
import Synchronization

/// `--interleave TARGET_A TARGET_B PROFILE`: measures two targets in turns, A B B A A B B A ….
struct InterleavedRuns {
    let targets: [InterleavedOrder.Side: String]
    let profile: String
    /// How many runs on each side.
    let count: Int
    /// Where the results are kept; `nil` when nobody wants them.
    let folder: String?
    /// What is passed on to `assay load`.
    let options: [String]

    /// Runs that are not valid are repeated at most so often, all together.
    private var greatestRepetitionCount: Int { max(count, 3) }

    /// `nil` unless it is asked for.
    init?(_ arguments: ParsedArguments) throws {
        guard arguments.flag("interleave") else {
            for name in Self.ownOptions where arguments.isGiven(name) {
                throw arguments.unusable(
                    arguments.string(name) ?? "",
                    for: name,
                    expected: "\"--interleave\" beside it"
                )
            }
            return nil
        }
        let words = arguments.strings("BASE")
        guard words.count == 3, arguments.strings("NEW").isEmpty else {
            throw arguments.unusable(
                words.joined(separator: " "),
                for: "BASE",
                expected: "TARGET_A TARGET_B PROFILE with --interleave"
            )
        }
        targets = [.old: words[0], .new: words[1]]
        profile = words[2]
        count = try arguments.int("runs", in: 1...100) ?? 5
        folder = arguments.string("keep")
        options = Self.passedOn.flatMap { name in
            arguments.strings(name).flatMap { ["--\(name)", $0] }
        }
    }

    private static let passedOn = ["rate", "duration", "connections", "seed", "var"]
    private static let ownOptions = ["runs", "keep"] + passedOn

    static let group = OptionGroup(
        "Runs in turns",
        [
            .flag(
                "interleave",
                excludes: ["against-history"],
                help:
                    "Measure first: BASE is then TARGET_A TARGET_B PROFILE, two base URLs of which "
                    + "the first is the old one. They are driven in turns, A B B A, by \"assay load\", "
                    + "so that a machine that changes harms both alike."
            ),
            .value(
                "runs",
                ValueSpecification("COUNT", default: "5"),
                help: "With --interleave: how many runs on each side, up to 100."
            ),
            .value(
                "keep",
                ValueSpecification("FOLDER", completion: .folder),
                help: "With --interleave: keep the results here, as A-1.json, B-1.json and so on."
            ),
            .value("rate", ValueSpecification("RATE"), help: "As of \"assay load\"."),
            .value("duration", ValueSpecification("DURATION"), help: "As of \"assay load\"."),
            .value("connections", ValueSpecification("COUNT"), help: "As of \"assay load\"."),
            .value("seed", ValueSpecification("NUMBER"), help: "As of \"assay load\"."),
            .value(
                "var",
                ValueSpecification("NAME=VALUE", isRepeatable: true),
                help: "As of \"assay load\"."
            ),
        ]
    )
}

extension InterleavedRuns {
    /// Performs all runs.
    ///
    /// - Parameters:
    ///   - program: The file of this program.
    ///   - console: Where it is told how far they are.
    /// - Returns: The results of both sides.
    /// - Throws: An `InterleavingObstacle`.
    func run(
        _ program: String,
        _ console: Console
    ) async throws -> (old: [ComparedFile], new: [ComparedFile]) {
        let place = try ResultFolder(folder)
        defer { place.removeUnlessKept() }
        let current = CurrentCall()
        let signals = await SignalWatcher.watch([SIGINT, SIGTERM]) { current.interrupt() }
        defer { signals.cancel() }
        var results: [InterleavedOrder.Side: [ComparedFile]] = [:]
        var left = greatestRepetitionCount
        let order = InterleavedOrder.sides(runsOnEachSide: count)
        for (index, side) in order.enumerated() {
            let number = (results[side]?.count ?? 0) + 1
            let path = "\(place.path)/\(side.rawValue)-\(number).json"
            var file: ComparedFile?
            while file == nil {
                console.printError("run \(index + 1) of \(order.count): \(targets[side] ?? "")")
                let call = try ProgramCall(program, words(side, path))
                current.take(call)
                let status = await call.end()
                if current.isInterrupted { throw InterleavingObstacle.interrupted }
                file = try result(path, status, repetitionsLeft: &left, console)
            }
            if let file { results[side, default: []].append(file) }
        }
        return (results[.old] ?? [], results[.new] ?? [])
    }

    private func words(_ side: InterleavedOrder.Side, _ path: String) -> [String] {
        ["load", profile, "--target", targets[side] ?? "", "--output", path, "--force", "--quiet"]
            + options
    }

    /// `nil` when the run is to be repeated.
    private func result(
        _ path: String,
        _ status: Int32,
        repetitionsLeft: inout Int,
        _ console: Console
    ) throws -> ComparedFile? {
        // A threshold that is missed says nothing about whether anything got worse.
        switch ExitStatus(rawValue: status) {
        case .success, .objectiveMissed, .invalidMeasurement: break
        case let known?: throw InterleavingObstacle.failed(known)
        case nil: throw InterleavingObstacle.died(status)
        }
        let file = try ComparedFile(path)
        guard let reason = ComparisonOutcome.compared(file)?.invalidity, repetitionsLeft > 0 else {
            return file
        }
        repetitionsLeft -= 1
        console.printError("this run is not valid and is repeated: \(reason)")
        return nil
    }
}

/// The run that lasts at the moment, and whether somebody wants no more of them.
private final class CurrentCall: Sendable {
    private let state = Mutex<(call: ProgramCall?, isInterrupted: Bool)>((nil, false))

    var isInterrupted: Bool { state.withLock { $0.isInterrupted } }

    func take(_ call: ProgramCall) {
        let isLate = state.withLock { state in
            state.call = call
            return state.isInterrupted
        }
        if isLate { call.send(SIGINT) }
    }

    func interrupt() {
        let call = state.withLock { state in
            state.isInterrupted = true
            return state.call
        }
        call?.send(SIGINT)
    }
}

/// Why runs in turns came to no end.
enum InterleavingObstacle: Error, CustomStringConvertible {
    case interrupted
    /// `assay load` ended so, and has said why.
    case failed(ExitStatus)
    case died(Int32)
    case folder(String, reason: String)

    var status: ExitStatus {
        switch self {
        case .interrupted: .interrupted
        case .failed(let status): status
        case .died: .defect
        case .folder: .unusableFile
        }
    }

    var description: String {
        switch self {
        case .interrupted: "interrupted; nothing is compared"
        case .failed(let status): "a run ended with status \(status.rawValue): \(status.meaning)"
        case .died(let status): "a run ended with status \(status), which assay load does not have"
        case .folder(let path, let reason): "\(path): \(reason)"
        }
    }
}

/// Where the results of runs lie.
private struct ResultFolder {
    let path: String
    private let isKept: Bool

    init(_ kept: String?) throws {
        isKept = kept != nil
        if let kept {
            path = kept
            guard unsafe mkdir(kept, 0o755) == 0 || errno == EEXIST else {
                throw Self.failure(kept)
            }
            guard unsafe access("\(kept)/A-1.json", F_OK) != 0 else {
                throw InterleavingObstacle.folder(
                    kept,
                    reason: "it holds results already; name another folder"
                )
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

    func removeUnlessKept() {
        guard !isKept else { return }
        for side in ["A", "B"] {
            var number = 1
            while unsafe unlink("\(path)/\(side)-\(number).json") == 0 { number += 1 }
        }
        _ = unsafe rmdir(path)
    }

    private static func failure(_ path: String) -> InterleavingObstacle {
        .folder(path, reason: unsafe String(cString: strerror(errno)))
    }
}
