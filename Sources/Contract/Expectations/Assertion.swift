import JSON

/// One `assert` of a contract: a query, filters and a predicate.
package struct Assertion: Sendable {
    package let extraction: Extraction
    package let predicate: Predicate
    /// How certain the contract is of it.
    package let basis: Basis
    /// The line of the contract with the assert.
    package let location: SourceLocation?
    /// The waiver of the assert, if any.
    var waiver: Waiver?

    package init(
        _ query: Query,
        filters: [Filter] = [],
        _ predicate: Predicate,
        basis: Basis = .documented,
        location: SourceLocation? = nil,
        waiver: Waiver? = nil
    ) {
        extraction = Extraction(query, filters: filters)
        if case .duration = query {
            self.predicate = predicate.inMilliseconds
        } else {
            self.predicate = predicate
        }
        self.basis = basis
        self.location = location
        self.waiver = waiver
    }
}

extension Assertion: CustomStringConvertible {
    /// The assert in words: `status at least 400`.
    package var description: String { "\(extraction) \(predicate)" }

    /// All differences of `subject`.
    ///
    /// - Parameters:
    ///   - subject: The subject of the check.
    ///   - limit: How many differences are kept; all are counted.
    /// - Returns: The differences, empty when the assertion passes.
    package func differences(
        in subject: Subject,
        limit: Int = Differences.defaultLimit
    ) -> Differences {
        switch judged(subject, limit: limit) {
        case .success(let found):
            return found
        case .failure(let error):
            return differences(error, limit: limit)
        }
    }

    /// Whether `subject` has no difference.
    package func holds(for subject: Subject) -> Bool {
        differences(in: subject, limit: 0).isEmpty
    }

    /// The differences, or why the predicate could not be checked.
    func judged(_ subject: Subject, limit: Int) -> Result<Differences, Unanswerable> {
        do throws(Unanswerable) {
            let result = try extraction.result(in: subject)
            var judgement = Judgement(limit: limit, basis: basis, location: location)
            predicate.judge(result, at: extraction.description, into: &judgement)
            if judgement.found.isEmpty == predicate.isNegative,
                let holds = holdsAsField(result), holds != judgement.found.isEmpty
            {
                judgement = judgement.fresh(limit: limit)
                if !holds {
                    judgement.add(
                        at: extraction.description,
                        expected: predicate.description,
                        actual: result.excerpt
                    )
                }
            }
            return .success(judgement.found.waived(with: self))
        } catch {
            return .failure(error)
        }
    }

    /// Whether the values of a header field match by the field's definition in HTTP; `nil` without one.
    private func holdsAsField(_ result: QueryResult) -> Bool? {
        guard let field = extraction.query.field, extraction.filters.isEmpty,
            let rule = FieldComparison(field)
        else { return nil }
        switch result {
        case .value(.json(.string(let value))): return rule.holds(predicate, for: [value])
        case .value(.json(.array(let values))):
            return rule.holds(predicate, for: values.compactMap(\.stringValue))
        case .value, .nodes, .nothing: return nil
        }
    }

    /// The one difference of a query without a result.
    func differences(_ error: Unanswerable, limit: Int) -> Differences {
        let difference = Difference(
            path: error.path,
            expected: error.expected,
            actual: error.actual,
            location: location,
            basis: basis,
            standing: error.isUndecodable ? .unknown : .contradiction
        )
        return Differences(difference, limit: limit).waived(with: self)
    }
}
