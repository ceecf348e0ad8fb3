import Base
import JSON

/// The wanted response, before expectations are added.
enum Wanted {
    /// A failure that matches each of these; at least one.
    case errors([ExpectedError])
    case success(Operation?)
    /// The status as required by the promises, or by the further expectation, and the operation's declaration for
    /// that status.
    case own(Operation?)
    /// Any declared response of that kind.
    case declared(DeclaredOutcome, Operation?)
}

/// An error that the response should be.
struct ExpectedError {
    let reference: ErrorReference
    let entry: ErrorEntry
    /// How certain it is that there is an error at all.
    let basis: Basis

    /// How certain it is that it is this error.
    var identityBasis: Basis { max(basis, reference.basis, entry.basis) }

    /// Whether this error requires nothing that `other` does not.
    func isCovered(by other: ExpectedError) -> Bool {
        guard entry.id.hasSameCodePoints(as: other.entry.id) else { return false }
        return reference.message == nil || reference.message == other.reference.message
    }
}

extension ResponseJudge {
    /// The wanted response by the covered promises, else by the further expectation.
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

    /// The declared outcome required by the further expectation, or by a promise.
    private func declared(by expected: ExpectedOutcome) -> DeclaredOutcome? {
        expected.expectation?.declared
            ?? expected.covers.lazy.compactMap { index.promises[$0]?.expectation?.declared }.first
    }

    /// The error of a promise.
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

    /// Whether a status is required in place of success: by each covered promise, if there are any.
    private func statesItsStatus(_ expected: ExpectedOutcome) -> Bool {
        if expected.covers.isEmpty { return expected.expectation?.status != nil }
        return expected.covers.allSatisfy { index.promises[$0]?.expectation?.status != nil }
    }
}
