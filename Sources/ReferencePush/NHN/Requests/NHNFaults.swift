/// What is wrong with one request; the fault of least rank is answered, of two the first found.
///
/// Belongs to one request and is used on one thread.
final class NHNFaults {
    private var worst: NHNError?

    func note(_ error: NHNError) {
        guard worst.map({ error.rank < $0.rank }) ?? true else { return }
        worst = error
    }

    func note(_ code: NHNCode, _ field: String, _ value: String = "") {
        note(NHNError(code, field, value))
    }

    /// The word of a type that a text spells; a text that spells none is a fault.
    func choice<Choice: RawRepresentable<String>>(_ text: String, of field: String) -> Choice? {
        if let choice = Choice(rawValue: text) { return choice }
        note(.invalid, field, text)
        return nil
    }

    /// - Throws: The fault to answer, if there is any.
    func finish() throws(NHNError) {
        if let worst { throw worst }
    }
}
