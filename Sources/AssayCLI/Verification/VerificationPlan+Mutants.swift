import Base
import CommandLineTool
import Contract
import Defects
import Glibc
import JSON
import ReferencePush
import Replay

extension VerificationPlan {
    /// The settings of `--mutants` and `--defect`.
    struct Mutants {
        /// The part to prove; `nil` for all.
        enum Part: String, CaseIterable {
            /// Responses that passed are changed and checked again.
            case responses
            /// Reference services get defects.
            case defects
        }

        let part: Part?
        /// Patterns for names; empty for every defect of the contracts' services.
        let patterns: [String]
        /// The number of defects tried at the same time.
        let jobs: Int
        /// Whether every case is run with each defect, to list every promise that it breaks.
        let runsAll: Bool
        /// The share of documented promises, from 0 to 1, that must be proven; `nil` for none.
        let requiredProof: Double?
        /// Whether targets were named; Assay cannot inject defects into them.
        let hasTargets: Bool

        /// Whether passed responses are changed and checked again.
        var alters: Bool { part != .defects && patterns.isEmpty }

        /// Whether defects are tried with these contracts.
        func triesDefects(among contracts: [ContractDocument]) -> Bool {
            let isReferenced = contracts.contains { contract in
                contract.targets.contains { $0.reference != nil }
            }
            return part != .responses && !hasTargets && (isReferenced || part == .defects)
        }

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
                expected: "the name of a defect, or a pattern; assay serve SERVICE "
                    + "--list-defects lists all",
                nearest: NearestName.suggestion(for: pattern, among: names)
            )
        }
        guard arguments.flag("mutants") else {
            guard !patterns.isEmpty else { return nil }
            throw arguments.dependent("defect", on: "--mutants")
        }
        let part = arguments.word(of: "mutants").flatMap(Mutants.Part.init)
        let hasTargets = arguments.isGiven("target")
        if part == .defects, hasTargets {
            throw arguments.unusable(
                "defects",
                for: "mutants",
                expected:
                    "\"responses\" with \"--target\": only a built-in service can have a defect"
            )
        }
        if let pattern = patterns.first, part == .responses || hasTargets {
            throw arguments.unusable(
                pattern,
                for: "defect",
                expected:
                    "a built-in service that can have it, without \"--mutants=responses\" and "
                    + "\"--target\""
            )
        }
        // Defects mostly wait: for a delivery that never comes, for instance.
        let processors = max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN)))
        let jobs = arguments.isGiven("jobs") ? try arguments.int("jobs", in: 1...256) : nil
        return Mutants(
            part: part,
            patterns: patterns,
            jobs: jobs ?? 4 * processors,
            runsAll: arguments.flag("verbose"),
            requiredProof: try requiredProof(arguments, isWhole: part == nil && patterns.isEmpty),
            hasTargets: hasTargets
        )
    }

    /// Everything must be proven unless the command line sets another share, or selects a part.
    private static func requiredProof(
        _ arguments: ParsedArguments,
        isWhole: Bool
    ) throws -> Double? {
        if let percent = try arguments.percent("require-proof") { return percent / 100 }
        return isWhole ? 1 : nil
    }
}
