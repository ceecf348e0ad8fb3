package import JSON

/// A query and the filters after it: what `captures` takes and what an assertion judges.
package struct Extraction: Sendable {
    package let query: Query
    /// Applied in order.
    package let filters: [Filter]

    package init(_ query: Query, filters: [Filter] = []) {
        self.query = query
        self.filters = filters
    }
}

extension Extraction: CustomStringConvertible {
    /// The place as differences name it: `form request_data | base64Decode | parseJson`.
    package var description: String {
        ([query.description] + filters.map(\.description)).joined(separator: " | ")
    }

    /// What is found in `subject` after all filters.
    ///
    /// - Parameter subject: What is judged.
    /// - Returns: Nothing, one value or a list.
    /// - Throws: When the query does not suit the subject, or a filter what it is applied to.
    package func result(in subject: Subject) throws(Unanswerable) -> QueryResult {
        var result = try query.result(in: subject)
        var path = query.description
        for filter in filters {
            result = try filter.result(of: result, at: path)
            path += " | \(filter)"
        }
        return result
    }

    /// What a capture takes: exactly one value.
    ///
    /// - Parameter subject: What is captured from.
    /// - Returns: The value; bytes as a string.
    /// - Throws: When there is nothing, more than one value, or bytes that are not UTF-8.
    package func value(in subject: Subject) throws(Unanswerable) -> JSONValue {
        let found: Datum
        switch try result(in: subject) {
        case .value(let datum): found = datum
        case .nodes(let nodes) where nodes.count == 1: found = nodes[0].datum
        case .nodes(let nodes) where nodes.count > 1:
            throw Unanswerable(
                path: description,
                expected: "exactly one node",
                actual: "\(nodes.count)"
            )
        case .nodes, .nothing:
            throw Unanswerable(path: description, expected: "a value", actual: "nothing")
        }
        if let value = found.value { return value }
        throw Unanswerable(path: description, expected: "a value", actual: found.excerpt)
    }
}

/// One `assert` of a contract: a query, filters and a predicate.
package struct Assertion: Sendable {
    package let extraction: Extraction
    package let predicate: Predicate
    /// How sure the contract is of it.
    package let basis: Basis
    /// The line of the contract that asks for it.
    package let location: SourceLocation?

    package init(
        _ query: Query,
        filters: [Filter] = [],
        _ predicate: Predicate,
        basis: Basis = .documented,
        location: SourceLocation? = nil
    ) {
        extraction = Extraction(query, filters: filters)
        if case .duration = query {
            self.predicate = predicate.inMilliseconds
        } else {
            self.predicate = predicate
        }
        self.basis = basis
        self.location = location
    }
}

extension Assertion: CustomStringConvertible {
    /// What is asked: `status at least 400`.
    package var description: String { "\(extraction) \(predicate)" }

    /// Everything `subject` has wrong.
    ///
    /// - Parameters:
    ///   - subject: What is judged.
    ///   - limit: How many differences are kept; all are counted.
    /// - Returns: The differences, none when the assertion holds.
    package func differences(
        in subject: Subject,
        limit: Int = Differences.defaultLimit
    ) -> Differences {
        switch judged(subject, limit: limit) {
        case .success(let found):
            return found
        case .failure(let error):
            var found = Differences(limit: limit)
            found.add(difference(error))
            return found
        }
    }

    /// Whether `subject` has nothing wrong.
    package func holds(for subject: Subject) -> Bool {
        differences(in: subject, limit: 0).isEmpty
    }

    /// The differences, or why the predicate was never asked.
    func judged(_ subject: Subject, limit: Int) -> Result<Differences, Unanswerable> {
        do throws(Unanswerable) {
            let result = try extraction.result(in: subject)
            var judgement = Judgement(limit: limit, basis: basis, location: location)
            predicate.judge(result, at: extraction.description, into: &judgement)
            return .success(judgement.found)
        } catch {
            return .failure(error)
        }
    }

    /// The one difference of a query that has no answer.
    func difference(_ error: Unanswerable) -> Difference {
        Difference(
            path: error.path,
            expected: error.expected,
            actual: error.actual,
            location: location,
            basis: basis
        )
    }
}
