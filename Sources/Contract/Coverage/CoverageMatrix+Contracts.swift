import Base

extension CoverageMatrix {
    /// Joins the promises of contracts with their planned cases.
    ///
    /// - Parameters:
    ///   - contracts: The contracts that were read, including tables without cases.
    ///   - today: `2026-01-31`; decides which waivers are still in force.
    package init(_ contracts: [ContractDocument], today: String) {
        let groups = contracts.indices.reduce(into: [ServiceFiles]()) { groups, position in
            let new = ServiceFiles(contracts[position], at: position)
            // A contract that shares tables with several groups joins them.
            let same = groups.filter(new.shares)
            groups.removeAll(where: new.shares)
            groups.append(same.reduce(new) { $0.joined(with: $1) })
        }
        services = groups.map { $0.positions.sorted() }.sorted { $0[0] < $1[0] }
            .compactMap { positions in
                Service(positions.map { contracts[$0] }, today: today)
            }
    }
}

/// The contracts of one folder that share tables.
private struct ServiceFiles {
    /// Their positions among all contracts.
    private(set) var positions: [Int]
    private let folder: String
    /// The files that define their promises.
    private var files: Set<String>

    init(_ contract: ContractDocument, at position: Int) {
        positions = [position]
        folder = contract.folder
        files = [contract.file]
        files.formUnion(contract.operations.map(\.location.file))
        files.formUnion(contract.errors.map(\.location.file))
        files.formUnion(contract.calls.map(\.location.file))
        files.formUnion((contract.client?.errors ?? []).map(\.location.file))
    }

    func shares(_ other: ServiceFiles) -> Bool {
        folder == other.folder && !files.isDisjoint(with: other.files)
    }

    func joined(with other: ServiceFiles) -> ServiceFiles {
        var joined = self
        joined.positions += other.positions
        joined.files.formUnion(other.files)
        return joined
    }
}

extension ContractDocument {
    fileprivate var folder: String {
        file.lastIndex(of: "/").map { String(file[..<$0]) } ?? "."
    }
}

// MARK: - Services

extension CoverageMatrix.Service {
    /// - Returns: `nil` for contracts without promises.
    fileprivate init?(_ contracts: [ContractDocument], today: String) {
        let plan = CoveragePlan(contracts, today: today)
        let path = contracts.count == 1 ? contracts[0].file : contracts[0].folder
        self.path = path
        name = contracts.serviceTitle ?? path
        caseCount = contracts.reduce(0) { $0 + $1.cases.count }
        server = plan.server
        client = plan.client
        guard !server.rows.isEmpty || !client.rows.isEmpty else { return nil }
    }
}

extension [ContractDocument] {
    /// The name of these contracts' service: the words at the start of all their titles; `nil` when there are none.
    package var serviceTitle: String? {
        // Tables have titles too, but users know the contracts.
        let named = contains(where: \.hasCases) ? filter(\.hasCases) : self
        return Words.commonBeginning(of: named.map(\.title))
    }
}
