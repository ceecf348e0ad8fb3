/// Something that a document says and the contract made of it does not.
package struct LeftOut: Hashable, Sendable, CustomStringConvertible {
    /// `notes.hurl:12`, or `api.json#/item/0/event/0`.
    package let place: String
    /// What it is, and why it stays behind.
    package let reason: String

    package var description: String { "\(place): not carried over: \(reason)" }
}

/// Where everything is written down that stays behind, so that nothing does so without a word.
struct CarryLedger {
    private(set) var leftOut: [LeftOut] = []

    /// Writes one thing down.
    ///
    /// - Parameters:
    ///   - what: What it is, and why.
    ///   - place: Where it stands.
    ///   - file: The name of the file.
    /// - Returns: The same as a line for a comment of the contract.
    mutating func leaveOut(
        _ what: String,
        at place: InterchangeError.Place,
        of file: String
    ) -> String {
        let (whole, short) =
            switch place {
            case .whole: (file, file)
            case .pointer(let pointer): ("\(file)#\(pointer)", "\(pointer)")
            case .line(let line): ("\(file):\(line)", "\(file):\(line)")
            }
        leftOut.append(LeftOut(place: whole, reason: what))
        return "Not carried over (\(short)): \(what)"
    }
}
