import Contract
import LoadModel
package import Profile

/// Finds stages that are over before the journeys that begin in them are: their figures are of the beginnings
/// of journeys, most of whose ends come later.
struct ShortStageCheck {
    let profile: LoadProfile

    /// A stage this many times as long as the pauses of a journey is long enough.
    private static let enough: Int64 = 3

    /// One warning for each journey that thinks for too long.
    var diagnostics: [Diagnostic] {
        profile.mix.kinds.indices.compactMap { index in
            let kind = profile.mix.kinds[index]
            let sends = kind.sends.map { profile.sends[$0] }
            let think = sends.reduce(0) { $0 + ($1.think?.longest ?? 0) }
            let load = profile.scenarios.first { $0.kinds.contains(index) }?.load ?? profile.load
            guard case .open(let stages, _) = load.model, let place = sends.first?.location,
                let shortest = stages.map(\.duration).min(), shortest < Self.enough * think
            else { return nil }
            let wanted = (Self.enough * think + 999_999_999) / 1_000_000_000 * 1_000_000_000
            return Diagnostic(
                "the stage of \(NanosecondText.exact(shortest)) is too short for the journey "
                    + "\"\(kind.name)\" with a think time of up to \(NanosecondText.exact(think)): "
                    + "most journeys that begin in this stage finish after it",
                at: place,
                hint: "make each stage \(NanosecondText.exact(wanted)) or longer",
                severity: .warning
            )
        }
    }
}

extension ContractLibrary {
    /// Warns of stages that are too short for the journeys of a profile.
    ///
    /// - Parameter profile: As it is run.
    package func warnOfShortStages(in profile: LoadProfile) {
        ShortStageCheck(profile: profile).diagnostics.forEach(diagnostics.report)
    }
}
