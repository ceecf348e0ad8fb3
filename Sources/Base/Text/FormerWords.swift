/// Renamed words of results.
///
/// Results and reports are kept longer than files that people write, so their former words can still be read.
package enum FormerWords {
    static let table = [
        "broken": "failed", "held": "passed", "missed": "failed", "neverTried": "notCovered",
        "provoked": "covered", "undetermined": "inconclusive", "unprovokable": "untestable",
    ]

    /// Members of result files under their current names, with the earlier name.
    package static let members = ["passedAbove": "heldAbove", "upperCause": "broken"]

    /// The current form of a word; a word that was not renamed stays.
    package static func current(_ word: String) -> String { table[word] ?? word }
}
