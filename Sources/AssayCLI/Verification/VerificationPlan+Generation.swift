import CommandLineTool
import Contract
import ContractFile
import JSON

extension VerificationPlan {
    /// The settings of `--generate`.
    struct Generation {
        /// Number of cases for each server; `nil` for that of the contract.
        let cases: Int?
        /// How long they may take together; `nil` for as long as they need.
        let time: Duration?

        /// Findings of an earlier run.
        var baseline: Baseline?
        /// The name of the one finding that is looked for; `nil` for all.
        var replayed: String?

        /// How long they may take where neither a number nor a time is given.
        static let time = Duration.seconds(30)
        /// How many there are at most where no number is given.
        static let most = 100_000
    }

    static func generation(_ arguments: ParsedArguments) throws -> Generation? {
        guard arguments.flag("generate") else {
            for name in ["time", "baseline", "replay"] where arguments.string(name) != nil {
                throw arguments.dependent(name, on: "--generate")
            }
            return nil
        }
        var cases: Int?
        if let text = arguments.word(of: "generate") {
            guard let count = Int(text), (1...1_000_000).contains(count) else {
                throw arguments.unusable(
                    text,
                    for: "generate",
                    expected: "a whole number from 1 to 1000000"
                )
            }
            cases = count
        }
        return Generation(
            cases: cases,
            time: try arguments.duration("time"),
            baseline: try baseline(arguments),
            replayed: arguments.string("replay")
        )
    }

    private static func baseline(_ arguments: ParsedArguments) throws -> Baseline? {
        guard let path = arguments.string("baseline") else { return nil }
        let expected = "a report of an earlier run (--report json=FILE)"
        do {
            let bytes = try DiskFiles().read(path, atMost: InputDocument.largestFile)
            if let baseline = Baseline(try JSONValue(parsing: bytes), path) { return baseline }
        } catch {
            throw arguments.unusable(path, for: "baseline", expected: "\(expected): \(error)")
        }
        throw arguments.unusable(path, for: "baseline", expected: expected)
    }
}

/// Findings of an earlier run in generated cases.
struct Baseline: Sendable {
    private struct Entry: Hashable {
        let operation: String
        let kind: String
        let places: [String]
    }

    private var entries: Set<Entry> = []
    /// Shown with what it waives.
    let waiver: Waiver

    /// - Parameters:
    ///   - report: What `assay verify --format json` wrote; `nil` for anything else.
    ///   - path: Its file.
    init?(_ report: JSONValue, _ path: String) {
        guard let contracts = report["contracts"]?.arrayValue else { return nil }
        waiver = Waiver(reason: "found earlier: \(path)", until: nil)
        let cases = contracts.flatMap { $0["cases"]?.arrayValue ?? [] }
        for found in cases.compactMap({ $0["generated"] }) {
            let places = (found["places"]?.arrayValue ?? []).compactMap(\.stringValue)
            guard let operation = found["operation"]?.stringValue,
                let kind = found["kind"]?.stringValue
            else { continue }
            entries.insert(Entry(operation: operation, kind: kind, places: places))
        }
    }

    func has(_ finding: GeneratedFinding) -> Bool {
        entries.contains(
            Entry(
                operation: finding.operation,
                kind: finding.kind.rawValue,
                places: finding.places
            )
        )
    }
}
