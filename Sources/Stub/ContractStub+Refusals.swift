import Contract
import HTTP
import JSON

extension ContractStub {
    /// The answer to a request that is not to succeed; `nil` for one that is.
    func refusal(
        of request: HTTPRequest,
        _ fields: RequestFields,
        _ route: StubRoute
    ) -> HTTPResponse? {
        let operation = route.operation
        if route.takesJSON, let problem = fields.problem {
            let example = "the example request of \(operation.id) has a JSON body"
            return failure(
                of: operation,
                request,
                fields,
                statuses: [400, 422],
                "\(example): \(problem)"
            )
        }
        var maker = maker(request, fields.all)
        do {
            if let code = Preference(request).code {
                return try preferred(code, operation, &maker)
            }
            if let refused = refusedCredentials(of: request, fields, operation) { return refused }
            let refusal = refusals[operation.id]?.first { $0.befalls(fields) }
            if let refusal, let entry = contract.errors.first(where: { $0.id == refusal.error }) {
                return try maker.failure(entry, of: refusal.promise).response
            }
        } catch {
            return StubProblem.response(500, "\(operation.id): \(error)")
        }
        return unaccepted(request, fields, operation)
    }

    /// Without the right keys and signature, where these are looked at.
    private func refusedCredentials(
        of request: HTTPRequest,
        _ fields: RequestFields,
        _ operation: Operation
    ) -> HTTPResponse? {
        guard checksCredentials,
            let first = CredentialCheck(contract, evaluator).differences(in: request, of: operation)
                .first
        else { return nil }
        // The right key is not told to who does not have it.
        let problem = "\(first.path) is not what the security scheme of \(operation.id) asks for"
        return failure(of: operation, request, fields, statuses: [401, 403], problem)
    }

    /// What breaks the `accepts` of the operation.
    private func unaccepted(
        _ request: HTTPRequest,
        _ fields: RequestFields,
        _ operation: Operation
    ) -> HTTPResponse? {
        for rule in operation.accepted where rule.section != "headers" {
            var value = fields.parts[rule.section]
            if rule.section == "params" {
                value = .object(
                    JSONObject(fields.path.map { .init(name: $0.key, value: .string($0.value)) })
                )
            }
            guard !rule.accepts(value) else { continue }
            let why = rule.complaints(about: value).first ?? "it is not accepted"
            return failure(
                of: operation,
                request,
                fields,
                statuses: [400, 422],
                "\(rule.section): \(why)"
            )
        }
        return nil
    }

    /// The first error with one of some statuses that an operation promises, else the only one that the
    /// catalogue has; where there is none, the stub says itself what is wrong.
    func failure(
        of operation: Operation,
        _ request: HTTPRequest,
        _ fields: RequestFields,
        statuses: [Int],
        _ problem: String
    ) -> HTTPResponse {
        let promised = operation.promises.compactMap { promise in
            contract.errors.first { $0.id == promise.error?.id }.map {
                (entry: $0, promise: promise)
            }
        }
        var maker = maker(request, fields.all)
        do {
            for status in statuses {
                if let found = promised.first(where: { $0.entry.statuses.contains(status) }) {
                    return try maker.failure(found.entry, of: found.promise).response
                }
            }
            for status in statuses {
                let entries = contract.errors.filter { $0.statuses.contains(status) }
                if entries.count == 1 { return try maker.failure(entries[0]).response }
            }
            // An error of any status, as "default" of OpenAPI is.
            if let found = promised.first(where: { $0.entry.statuses.isEmpty }) {
                var draft = try maker.failure(found.entry, of: found.promise)
                draft.status = statuses[0]
                return draft.response
            }
        } catch {
            return StubProblem.response(500, "\(operation.id): \(error)")
        }
        return StubProblem.response(statuses[0], problem)
    }
}
