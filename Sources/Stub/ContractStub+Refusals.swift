import Contract
import HTTP
import JSON
import JSONSchemas

extension ContractStub {
    /// The response to a request that must not succeed; `nil` for a valid one.
    func refusal(
        of request: HTTPRequest,
        _ fields: RequestFields,
        _ route: StubRoute
    ) -> HTTPResponse? {
        let operation = route.operation
        if let coding = fields.coding {
            let status = coding.isUndecodable ? 415 : 400
            return failure(
                of: operation,
                request,
                fields,
                statuses: [status],
                "body: expected \(coding.expected), got \(coding.actual)"
            )
        }
        if let problem = route.problem(of: fields, takingForms: true) {
            let example = "the example request of \(operation.id) has a JSON body"
            return failure(
                of: operation,
                request,
                fields,
                statuses: fields.problem == nil ? [415, 400, 422] : [400, 422],
                "\(example): \(problem)",
                isOfWholeBody: true
            )
        }
        var maker = maker(request, fields.all)
        do {
            if let code = Preference(request).code {
                return try preferred(code, operation, &maker)
            }
            if let refused = refusedCredentials(of: request, fields, operation) { return refused }
            let refusal = refusals[operation.id]?.first { $0.applies(to: fields) }
            if let refusal, let entry = contract.errors.first(where: { $0.id == refusal.error }) {
                return try maker.failure(entry, of: refusal.promise).response
                    .saying("\(refusal.place) is as in \(refusal.origin)")
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
        // The correct key must not be revealed to the client.
        let problem = "\(first.path) is not what the security scheme of \(operation.id) asks for"
        return failure(of: operation, request, fields, statuses: [401, 403], problem)
    }

    /// The violation of the operation's `accepts`; `nil` for a valid request.
    ///
    /// Its error is that of a case that violates the same member, in the same way if there is one.
    private func unaccepted(
        _ request: HTTPRequest,
        _ fields: RequestFields,
        _ operation: Operation
    ) -> HTTPResponse? {
        guard let part = operation.unacceptedPart(of: fields) else { return nil }
        guard let refusal = part.shown(by: refusals[operation.id] ?? [], agreement: 1),
            let entry = contract.errors.first(where: { $0.id == refusal.error })
        else {
            return failure(of: operation, request, fields, statuses: [422, 400], part.description)
        }
        var maker = maker(request, fields.all)
        do {
            return try maker.failure(entry, of: refusal.promise).response
                .saying("\(part.description), as in \(refusal.origin)")
        } catch {
            return StubProblem.response(500, "\(operation.id): \(error)")
        }
    }

    /// The errors of an operation that its cases cover, for members or for whole bodies.
    private func errors(of operation: Operation, ofWholeBody isOfWholeBody: Bool) -> Set<String> {
        let all = (refusals[operation.id] ?? []).filter { $0.isOfWholeBody == isOfWholeBody }
        return Set(all.map(\.error))
    }

    /// The first error with one of some statuses that an operation promises, otherwise the only one in the
    /// catalogue; without one, the stub's own error.
    ///
    /// Errors that cases show for something else come last: for other members, or for unreadable bodies, which a
    /// readable body never gets.
    func failure(
        of operation: Operation,
        _ request: HTTPRequest,
        _ fields: RequestFields,
        statuses: [Int],
        _ problem: String,
        isOfWholeBody: Bool = false
    ) -> HTTPResponse {
        let (wanted, others) = (
            errors(of: operation, ofWholeBody: isOfWholeBody),
            errors(of: operation, ofWholeBody: !isOfWholeBody)
        )
        func rank(_ id: String) -> Int? {
            if isOfWholeBody { return wanted.contains(id) ? 0 : others.contains(id) ? 2 : 1 }
            return wanted.contains(id) ? 1 : others.contains(id) ? nil : 0
        }
        let candidates = operation.promises.compactMap { promise in
            contract.errors.first { $0.id == promise.error?.id }.map {
                (entry: $0, promise: promise)
            }
        }
        let promised = [0, 1, 2].map { place in
            candidates.filter { rank($0.entry.id) == place }
        }.joined()
        var maker = maker(request, fields.all)
        do {
            for status in statuses {
                if let found = promised.first(where: { $0.entry.statuses.contains(status) }) {
                    return try maker.failure(found.entry, of: found.promise).response
                        .saying(problem)
                }
            }
            for status in statuses {
                let entries = contract.errors.filter {
                    $0.statuses.contains(status) && rank($0.id) != nil
                }
                guard entries.count == 1 else { continue }
                return try maker.failure(entries[0]).response.saying(problem)
            }
            // An error of any status, as "default" of OpenAPI is.
            if let found = promised.first(where: { $0.entry.statuses.isEmpty }) {
                var draft = try maker.failure(found.entry, of: found.promise)
                draft.status = statuses[0]
                return draft.response.saying(problem)
            }
        } catch {
            return StubProblem.response(500, "\(operation.id): \(error)")
        }
        return StubProblem.response(statuses[0], problem).saying(problem)
    }
}

extension HTTPResponse {
    /// The response with the reason of the refusal, in a form valid in a header field.
    func saying(_ reason: String) -> HTTPResponse {
        var response = self
        let text = reason.unicodeScalars.map {
            (0x20...0x7E).contains($0.value) ? Character($0) : "?"
        }
        response.headers.set(ContractStub.reasonField, String(text.prefix(300)))
        return response
    }
}
