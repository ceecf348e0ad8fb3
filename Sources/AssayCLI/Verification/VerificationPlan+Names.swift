import Base
import CommandLineTool
import Contract
import JSON
import Replay

extension VerificationPlan {
    /// Checks that the contracts know every name that the command line uses, and that a case is
    /// left to run: a typo must not look like a run in which everything passed.
    ///
    /// - Parameters:
    ///   - contracts: The contracts to run.
    ///   - arguments: The command line, for the message.
    /// - Throws: A `CommandLineError` for an unknown name, a `VerificationObstacle` when no case is
    ///   left.
    func checkNames(in contracts: [ContractDocument], _ arguments: ParsedArguments) throws {
        let cases = contracts.flatMap(\.cases)
        let generates = generation != nil && contracts.contains { !$0.operations.isEmpty }
        guard !cases.isEmpty || generates else { throw VerificationObstacle.noCases(paths: paths) }
        let variables = Self.distinct(contracts.flatMap(\.variables).map(\.name))
        for name in self.variables.names where !variables.contains(name) {
            throw Self.unknown(name, for: "var", "variable", known: variables, arguments)
        }
        let targets = Self.distinct(contracts.flatMap(\.targetNames))
        for name in self.targets.compactMap(\.name) where !targets.contains(name) {
            throw Self.unknown(name, for: "target", "target", known: targets, arguments)
        }
        for name in comparedTargets.compactMap(\.name) where !targets.contains(name) {
            throw Self.unknown(name, for: "compare-with", "target", known: targets, arguments)
        }
        let tags = Self.distinct(cases.flatMap(\.tags))
        for tag in replay.selection.includedTags where !tags.contains(tag) {
            throw Self.unknown(tag, for: "include-tag", "tag", known: tags, arguments)
        }
        for tag in replay.selection.excludedTags where !tags.contains(tag) {
            throw Self.unknown(tag, for: "exclude-tag", "tag", known: tags, arguments)
        }
        try checkPatterns(cases, arguments)
        let isAnySelected = cases.contains { contractCase in
            replay.selection.reasonToSkip(contractCase.name, tags: contractCase.tags) == nil
        }
        guard isAnySelected || generates else {
            throw VerificationObstacle.nothingSelected(cases: cases.count)
        }
    }

    private func checkPatterns(_ cases: [Case], _ arguments: ParsedArguments) throws {
        for pattern in replay.selection.patterns {
            let isUsed = cases.contains { Glob.matches($0.name, pattern: pattern) }
            guard !isUsed else { continue }
            // With the row and without it: the user may mean either.
            let names = cases.flatMap { [$0.name, String($0.name.prefix { $0 != "[" })] }
            throw arguments.unusable(
                pattern,
                for: "case",
                expected: "a pattern that fits the name of a case",
                nearest: NearestName.suggestion(for: pattern, among: Self.distinct(names))
            )
        }
    }

    /// The error for an unknown name on the command line.
    static func unknown(
        _ name: String,
        for option: String,
        _ noun: String,
        known: [String],
        _ arguments: ParsedArguments
    ) -> CommandLineError {
        let names = Words.alternatives(known)
        return arguments.unusable(
            name,
            for: option,
            expected: known.isEmpty
                ? "a \(noun) of the contracts, which have none"
                : "a \(noun) of the contracts (\(names))",
            nearest: NearestName.suggestion(for: name, among: known)
        )
    }

    private static func distinct(_ names: [String]) -> [String] {
        var seen: Set<String> = []
        return names.filter { seen.insert($0).inserted }
    }
}
