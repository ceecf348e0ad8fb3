import Base
import CommandLineTool
import Contract
import Glibc
import JSON
import ReferencePush
import Replay

extension VerificationPlan {
    /// What `--mutants` and `--defect` ask for.
    struct Mutants {
        /// Patterns for names; empty for every defect of the contracts' services.
        let patterns: [String]
        /// How many defects are tried at the same time.
        let jobs: Int
        /// Whether every case is run with each defect, to list every promise that it breaks.
        let runsAll: Bool

        /// The defects to try with these contracts, in the order of the catalogue.
        func defects(among contracts: [ContractDocument]) -> [Defect] {
            DefectCatalog.all.filter { defect in
                let isChosen =
                    patterns.isEmpty
                    || patterns.contains { Glob.matches(defect.name, pattern: $0) }
                return isChosen && contracts.contains { $0.references(defect.service) }
            }
        }
    }

    /// The same cases, one at a time, up to the first that fails, which is the first of the file.
    var failingFast: VerificationPlan {
        var plan = self
        plan.replay.failsFast = true
        plan.replay.jobs = 1
        return plan
    }

    /// - Returns: `nil` unless `--mutants` is given.
    static func mutants(_ arguments: ParsedArguments) throws -> Mutants? {
        let patterns = arguments.strings("defect")
        for pattern in patterns
        where !DefectCatalog.all.contains(where: { Glob.matches($0.name, pattern: pattern) }) {
            let names = DefectCatalog.all.map(\.name)
            throw arguments.unusable(
                pattern,
                for: "defect",
                expected: "the name of a defect, or a pattern for some; assay serve "
                    + "SERVICE --list-defects lists them",
                nearest: NearestName.suggestion(for: pattern, among: names)
            )
        }
        guard arguments.flag("mutants") else {
            guard let pattern = patterns.first else { return nil }
            throw arguments.unusable(
                pattern,
                for: "defect",
                expected: "\"--mutants\" beside it"
            )
        }
        // Most of the time a defect is waited for: a delivery that never comes, for instance.
        let processors = max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN)))
        let jobs = arguments.isGiven("jobs") ? try arguments.int("jobs", in: 1...256) : nil
        return Mutants(
            patterns: patterns,
            jobs: jobs ?? 4 * processors,
            runsAll: arguments.flag("verbose")
        )
    }
}
