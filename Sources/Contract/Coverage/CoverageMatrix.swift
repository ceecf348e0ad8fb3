/// The promises of some services' contracts, by call and error, with the cases that cover them.
package struct CoverageMatrix: Equatable, Sendable {
    /// In the order of the contracts.
    package var services: [Service]

    package init(services: [Service]) {
        self.services = services
    }

    /// Contracts that share tables.
    package struct Service: Equatable, Sendable {
        /// The common part of its contracts' titles.
        package var name: String
        /// The folder of its contracts, or the file if there is only one.
        package var path: String
        /// After rows were expanded.
        package var caseCount: Int
        package var server: Side
        /// The promises of a client library; empty without one.
        package var client: Side

        package init(name: String, path: String, caseCount: Int, server: Side, client: Side) {
            self.name = name
            self.path = path
            self.caseCount = caseCount
            self.server = server
            self.client = client
        }
    }

    /// One side of the wire.
    package struct Side: Equatable, Sendable {
        /// In file order.
        package var calls: [Call]
        /// The catalogue in file order.
        package var errors: [ErrorCode]

        package init(calls: [Call] = [], errors: [ErrorCode] = []) {
            self.calls = calls
            self.errors = errors
        }

        /// The calls that promise an error, in file order.
        package func calls(promising error: String) -> [String] {
            calls.filter { call in call.rows.contains { $0.error == error } }.map(\.id)
        }

        /// Every promise of this side.
        package var rows: [CoverageRow] { calls.flatMap(\.rows) + errors.map(\.row) }
    }

    /// An operation, or a call of a client library.
    package struct Call: Equatable, Sendable {
        package var id: String
        /// Its success, then its promises in file order.
        package var rows: [CoverageRow]

        package init(id: String, rows: [CoverageRow]) {
            self.id = id
            self.rows = rows
        }

        /// The errors of its promises, without duplicates, with those promises.
        package var errors: [(code: String, rows: [CoverageRow])] {
            var order: [String] = []
            var rows: [String: [CoverageRow]] = [:]
            for row in self.rows {
                guard let code = row.error else { continue }
                if rows[code] == nil { order.append(code) }
                rows[code, default: []].append(row)
            }
            return order.map { ($0, rows[$0] ?? []) }
        }
    }

    /// A row of the catalogue, or an error of a client library.
    package struct ErrorCode: Equatable, Sendable {
        package var id: String
        /// As the documents write it: `ToastPushErrorDomain 2`; `nil` when the name is enough.
        package var number: String?
        package var row: CoverageRow

        package init(id: String, number: String? = nil, row: CoverageRow) {
            self.id = id
            self.number = number
            self.row = row
        }
    }
}

extension CoverageMatrix {
    /// The matrix with the results of a run; `nil` for a promise without a result.
    package func judged(by verdict: (PromiseKey) -> PromiseStatus?) -> CoverageMatrix {
        func judge(_ row: inout CoverageRow) {
            row.verdict = verdict(
                PromiseKey(file: row.promise.location.file, id: row.promise.id)
            )
        }
        func judge(_ side: inout Side) {
            for call in side.calls.indices {
                for row in side.calls[call].rows.indices { judge(&side.calls[call].rows[row]) }
            }
            for error in side.errors.indices { judge(&side.errors[error].row) }
        }
        var matrix = self
        for service in matrix.services.indices {
            judge(&matrix.services[service].server)
            judge(&matrix.services[service].client)
        }
        return matrix
    }

    /// Every promise of every service.
    package var rows: [CoverageRow] { services.flatMap { $0.server.rows + $0.client.rows } }
}
