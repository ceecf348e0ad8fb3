package import JSON

/// A query and its filters: the source of `captures` and the subject of an assertion.
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

    /// The result in `subject` after all filters.
    ///
    /// - Parameter subject: The subject of the check.
    /// - Returns: Nothing, one value or a list.
    /// - Throws: When the query does not fit the subject, or a filter its input.
    package func result(in subject: Subject) throws(Unanswerable) -> QueryResult {
        var result = try query.result(in: subject)
        var path = query.description
        for filter in filters {
            result = try filter.result(of: result, at: path)
            path += " | \(filter)"
        }
        // Repeated values become a single one, which is a list.
        if query.repeats, case .nodes(let nodes) = result, nodes.count > 1 {
            let values = nodes.compactMap(\.datum.value)
            if values.count == nodes.count { return .value(.json(.array(values))) }
        }
        return result
    }

    /// The value of a capture: exactly one.
    ///
    /// - Parameter subject: The source of the capture.
    /// - Returns: The value; bytes as a string, a repeated field as a list.
    /// - Throws: Without a value, for more than one, or bytes that are not UTF-8.
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
