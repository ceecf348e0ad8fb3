import Base
import JSON

/// What is wanted of an answer, before expectations are added.
enum Wanted {
    /// A failure that is each of these; at least one.
    case errors([ExpectedError])
    case success(Operation?)
    /// What the promises, or what is asked for besides, say of the status, and what the operation says of answers
    /// with that status.
    case own(Operation?)
    /// Anything of that kind that the contract declares.
    case declared(DeclaredOutcome, Operation?)
}

/// An error the answer should be.
struct ExpectedError {
    let reference: ErrorReference
    let entry: ErrorEntry
    /// How sure it is that there is an error at all.
    let basis: Basis

    /// How sure it is that it is this one.
    var identityBasis: Basis { max(basis, reference.basis, entry.basis) }

    /// Whether this one asks for nothing that `other` does not ask for.
    func isCovered(by other: ExpectedError) -> Bool {
        guard entry.id.hasSameCodePoints(as: other.entry.id) else { return false }
        return reference.message == nil || reference.message == other.reference.message
    }
}

extension AnswerJudge {
    /// What the promises want that are brought about, else what is asked for besides.
    func wanted(by expected: ExpectedOutcome) -> Wanted {
        var errors: [ExpectedError] = []
        for error in expected.covers.compactMap(error(ofPromise:)) + [ownError(of: expected)] {
            guard let error, !errors.contains(where: error.isCovered) else { continue }
            errors.append(error)
        }
        if !errors.isEmpty { return .errors(errors) }
        let operation = expected.operation.flatMap { index.operations[$0] }
        if let declared = declared(by: expected) { return .declared(declared, operation) }
        return statesItsStatus(expected) ? .own(operation) : .success(operation)
    }

    /// What of all that is declared is asked for besides, or by a promise.
    private func declared(by expected: ExpectedOutcome) -> DeclaredOutcome? {
        expected.expectation?.declared
            ?? expected.covers.lazy.compactMap { index.promises[$0]?.expectation?.declared }.first
    }

    /// The error that a promise is about.
    private func error(ofPromise id: String) -> ExpectedError? {
        if let promise = index.promises[id] {
            guard let reference = promise.error ?? promise.expectation?.error else { return nil }
            return expectedError(reference, promise.basis)
        }
        return index.catalogueEntry(id).map { entry in
            let reference = ErrorReference(
                id: entry.id,
                basis: entry.basis,
                message: nil,
                location: entry.location
            )
            return ExpectedError(reference: reference, entry: entry, basis: entry.basis)
        }
    }

    private func ownError(of expected: ExpectedOutcome) -> ExpectedError? {
        guard let expectation = expected.expectation, let reference = expectation.error else {
            return nil
        }
        return expectedError(reference, expectation.basis)
    }

    private func expectedError(_ reference: ErrorReference, _ basis: Basis) -> ExpectedError? {
        index.errors[reference.id].map {
            ExpectedError(reference: reference, entry: $0, basis: basis)
        }
    }

    /// Whether a status is asked for in place of success: by each promise that is brought about, if
    /// there are any.
    private func statesItsStatus(_ expected: ExpectedOutcome) -> Bool {
        if expected.covers.isEmpty { return expected.expectation?.status != nil }
        return expected.covers.allSatisfy { index.promises[$0]?.expectation?.status != nil }
    }
}
