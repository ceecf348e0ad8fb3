import CommandLineTool
import Contract
import ContractFile
import JSON

extension VerificationPlan {
    /// The settings of `--generate`.
    struct Generation {
        /// Number of cases for each server; `nil` for the number of the contract.
        let cases: Int?
        /// Their time limit together; `nil` for none.
        let time: Duration?

        /// Findings of an earlier run.
        var baseline: Baseline?
        /// The name of the one finding to reproduce; `nil` for all.
        var replayed: String?

        /// The time limit where neither a number nor a time is given.
        static let time = Duration.seconds(30)
        /// The largest number where none is given.
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
    /// Shown with the findings that it waives.
    let waiver: Waiver

    /// - Parameters:
    ///   - report: The output of `assay verify --format json`; `nil` for anything else.
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
