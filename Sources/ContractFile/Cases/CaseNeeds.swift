import Contract

/// Finds the cases that cases need, and what is wrong with that.
struct CaseNeeds {
    /// In file order, with their needs resolved.
    private(set) var cases: [CaseDecoder.Decoded]
    /// Positions in `cases`.
    private let positions: [String: Int]

    init(_ decoded: [CaseDecoder.Decoded], _ context: DecodingContext) {
        cases = decoded
        let names = decoded.map(\.contractCase.name)
        positions = Dictionary(zip(names, names.indices)) { first, _ in first }
        for index in cases.indices {
            let needs = cases[index].contractCase.needs
            cases[index].contractCase.needs = needs.compactMap { need in
                var need = need
                need.cases = names.filter { $0 == need.name || Self.base($0) == need.name }
                if !need.cases.isEmpty { return need }
                Self.report(need, among: names, context)
                return nil
            }
        }
        reportCircles(context)
    }

    /// The name of a case without its row.
    private static func base(_ name: String) -> String { String(name.prefix { $0 != "[" }) }

    private static func report(
        _ need: CaseNeed,
        among names: [String],
        _ context: DecodingContext
    ) {
        guard context.isComplete else { return }
        let known = Array(Set(names.map(base))).sorted() + names
        context.diagnostics.report(
            Diagnostic(
                "unknown case \(Excerpt.quoted(need.name))",
                at: need.location,
                length: need.name.count,
                hint: Diagnostics.suggestion(for: need.name, among: known)
                    ?? "a case can only need cases of the same file"
            )
        )
    }

    /// The names that a case knows from those it needs, which know those of theirs.
    func captures(knownTo decoded: CaseDecoder.Decoded) -> Set<String> {
        var known: Set<String> = []
        var seen: Set<String> = []
        var pending = decoded.contractCase.needs
        while let need = pending.popLast() {
            guard let source = need.source, seen.insert(source).inserted,
                let needed = positions[source].map({ cases[$0].contractCase })
            else { continue }
            known.formUnion((needed.setup + needed.steps).flatMap(\.captures).map(\.name))
            pending += needed.needs
        }
        return known
    }

    /// Reports each case that cannot run before itself, once.
    private func reportCircles(_ context: DecodingContext) {
        var isDone: Set<String> = []
        for decoded in cases {
            visit(decoded.contractCase, [], &isDone, context)
        }
    }

    private func visit(
        _ contractCase: Case,
        _ open: [String],
        _ isDone: inout Set<String>,
        _ context: DecodingContext
    ) {
        guard !isDone.contains(contractCase.name) else { return }
        let path = open + [contractCase.name]
        for need in contractCase.needs {
            for name in need.cases {
                if let start = path.firstIndex(of: name) {
                    let circle = (path[start...] + [name]).joined(separator: " needs ")
                    context.diagnostics.report(
                        Diagnostic(
                            "cyclic \"needs\": \(circle)",
                            at: need.location,
                            length: need.name.count
                        )
                    )
                } else if let position = positions[name] {
                    visit(cases[position].contractCase, path, &isDone, context)
                }
            }
        }
        isDone.insert(contractCase.name)
    }
}
