/// Words of results that were others before.
///
/// Results and reports are kept for longer than files that people write, so their former words are read.
package enum FormerWords {
    static let table = [
        "broken": "failed", "held": "passed", "missed": "failed", "neverTried": "notCovered",
        "provoked": "covered", "undetermined": "inconclusive", "unprovokable": "untestable",
    ]

    /// Members of result files by their names of today.
    package static let members = ["passedAbove": "heldAbove", "upperCause": "broken"]

    /// The word of today; a word that was never another is itself.
    package static func current(_ word: String) -> String { table[word] ?? word }
}
