import HTTP
import JSON

extension ResponseJudge {
    /// Checks a response against all declarations: a success of its operation or a failure of the
    /// catalogue, and in any case no server error and no stack trace.
    func judge(
        declared wanted: DeclaredOutcome,
        by operation: Operation?,
        _ expected: ExpectedOutcome,
        _ judged: inout JudgedResponse,
        using evaluator: inout Evaluator
    ) throws(TemplateError) {
        let location = declaration(of: expected)
        if let trace = StackTrace.excerpt(of: judged.subject) {
            judged.judgement.add(
                Difference(
                    path: StackTrace.path,
                    expected: "nothing of how the server works inside",
                    actual: trace,
                    location: location
                )
            )
        }
        if judged.status >= 500, !declares(judged.status, operation) {
            let actual = judged.failure?.description ?? "\(judged.status)"
            judged.judgement.headline = "wanted no error of the server, got \(actual)"
            judged.judgement.add(
                Difference(
                    path: "status",
                    expected: "a status below 500",
                    actual: "\(judged.status)",
                    location: location
                )
            )
            return
        }
        let isForeign = isForeignMethod(judged.subject.request?.method, operation)
        judgeAllow(location, &judged)
        if isForeign, [404, 405, 501].contains(judged.status), isOfNoError(judged.status) {
            return
        }
        let isFailure = judged.failure != nil || isUndeclaredRefusal(judged.status, operation)
        switch (isFailure, wanted) {
        case (true, .failure), (true, .any):
            try judgeDeclaredFailure(
                isForeign ? nil : operation,
                location,
                &judged,
                using: &evaluator
            )
        case (false, .accepted) where judged.status < 400: break
        case (true, .success), (false, .success), (false, .any), (_, .accepted):
            try judge(success: operation, expected, &judged, using: &evaluator)
        case (false, .failure):
            let success = "success (\(judged.status))"
            judged.judgement.headline = "wanted a failure, got \(success)"
            judged.judgement.add(
                Difference(
                    path: "outcome",
                    expected: "a failure",
                    actual: success,
                    location: location
                )
            )
        }
    }

    /// Whether the request has a method that the operation does not have: then 404, 405 and 501 are right (RFC 9110,
    /// sections 15.5.5, 15.5.6 and 15.6.2), whatever the contract declares.
    private func isForeignMethod(_ method: String?, _ operation: Operation?) -> Bool {
        guard let method, let operation, !operation.variants.isEmpty else { return false }
        return operation.variants.allSatisfy {
            ($0.request.constant("method") ?? "GET") != method
        }
    }

    /// Whether the catalogue has no error of a status: a router, which rejects a request before the service sees it, then
    /// needs no code of the catalogue.
    private func isOfNoError(_ status: Int) -> Bool {
        contract.failure?.code == nil
            || !contract.errors.contains { entry in
                entry.statuses.contains(status) && !entry.code.accepts(nil)
            }
    }

    /// A 405 must name the methods that the resource supports (RFC 9110, section 15.5.6).
    private func judgeAllow(_ location: SourceLocation, _ judged: inout JudgedResponse) {
        guard judged.status == 405, judged.subject.response?.headers["Allow"] == nil else { return }
        judged.judgement.headline = "405 without Allow"
        judged.judgement.add(
            Difference(
                path: "header Allow",
                expected: "the methods that the resource supports (RFC 9110, section 15.5.6)",
                actual: "nothing",
                location: location
            )
        )
    }

    private func declaration(of expected: ExpectedOutcome) -> SourceLocation {
        expected.expectation?.location ?? expected.location
    }

    /// Whether the operation declares the status: itself, or with one of its errors.
    private func declares(_ status: Int, _ operation: Operation?) -> Bool {
        guard let operation else { return false }
        let isResponse = operation.responses.contains { rule in
            rule.status == .exactly(status) || rule.status == .class(status / 100)
        }
        return isResponse
            || operation.promises.contains { promise in
                promise.error.flatMap { index.errors[$0.id] }?.statuses.contains(status) ?? false
            }
    }

    /// Whether a status is a failure by the conventions of HTTP that a contract without a `failure`
    /// rule does not declare.
    private func isUndeclaredRefusal(_ status: Int, _ operation: Operation?) -> Bool {
        contract.failure == nil && status >= 400 && operation?.response(for: status) == nil
    }

    private func judgeDeclaredFailure(
        _ operation: Operation?,
        _ location: SourceLocation,
        _ judged: inout JudgedResponse,
        using evaluator: inout Evaluator
    ) throws(TemplateError) {
        guard let failure = judged.failure, let rule = contract.failure else { return }
        if rule.code == nil, let operation {
            try judge(statusOf: failure, by: operation, location, &judged, using: &evaluator)
            return
        }
        let hasStatus = { (entry: ErrorEntry) in
            entry.statuses.isEmpty || entry.statuses.contains(failure.status)
        }
        let named = contract.errors.filter { $0.code.accepts(failure.code) }
        if named.isEmpty, Self.statusesOfMessages.contains(failure.status),
            isOfNoError(failure.status)
        {
            return
        }
        if failure.isUndecodable || !named.contains(where: hasStatus) {
            judged.judgement.headline =
                "wanted a failure of the catalogue, got \(failure.description)"
            let statuses = Set(named.flatMap(\.statuses)).sorted().map(String.init)
            judged.judgement.add(
                Difference(
                    path: named.isEmpty ? "error code" : "status",
                    expected: named.isEmpty
                        ? "a code of the catalogue" : statuses.joined(separator: " or "),
                    actual: named.isEmpty
                        ? failure.shownCode.map { "\($0) (\(failure.status))" }
                            ?? "no code (\(failure.status))"
                        : "\(failure.status)",
                    location: named.first?.location ?? location,
                    standing: failure.isUndecodable ? .unknown : .contradiction
                )
            )
        }
        try judge(rule.expectation, .documented, &judged, using: &evaluator)
        for wrong in try rule.wrongTypes(in: judged.subject, .documented, using: &evaluator) {
            judged.judgement.add(wrong)
        }
    }
}

// MARK: - Failures without codes

extension ResponseJudge {
    /// Statuses by which a server rejects a message without reading it, whatever the operation (RFC 9110, sections
    /// 15.5.9, 15.5.14 and 15.5.15; RFC 6585, sections 4 and 5).
    private static let statusesOfMessages: Set<Int> = [408, 413, 414, 429, 431]

    /// If only the status distinguishes failures, the operation must declare it; its declaration of the body then
    /// applies.
    private func judge(
        statusOf failure: RecognizedFailure,
        by operation: Operation,
        _ location: SourceLocation,
        _ judged: inout JudgedResponse,
        using evaluator: inout Evaluator
    ) throws(TemplateError) {
        let errors = operation.promises.compactMap { promise in
            promise.error.flatMap { index.errors[$0.id] }.map { (promise, $0.statuses) }
        }
        // An error without a status, such as `default` in OpenAPI, covers all statuses that the
        // others do not.
        let exact = errors.filter { $0.1.contains(failure.status) }
        let declared = (exact.isEmpty ? errors.filter { $0.1.isEmpty } : exact).map(\.0)
        guard !declared.isEmpty || operation.response(for: failure.status) != nil else {
            guard !Self.statusesOfMessages.contains(failure.status) else { return }
            let statuses = Set(
                operation.promises.compactMap { $0.error.flatMap { index.errors[$0.id] } }
                    .flatMap(\.statuses)
            ).sorted().map(String.init)
            judged.judgement.headline = "wanted a declared status, got \(failure.status)"
            judged.judgement.add(
                Difference(
                    path: "status",
                    expected: statuses.isEmpty
                        ? "no failure: none is declared" : statuses.joined(separator: " or "),
                    actual: "\(failure.status)",
                    location: location
                )
            )
            return
        }
        if declared.count == 1, let promise = declared.first {
            try judge(promise.expectation, promise.basis, &judged, using: &evaluator)
        }
    }
}
