import Base
import Contract

/// The rows of coverage of the contracts of one folder, by the names that inventories use.
struct PromiseDirectory {
    /// The files that have a row of this name, in file order.
    private let files: [String: [String]]
    /// Taken from which the files are named.
    private let folder: String
    /// In file order.
    private let names: [String]
    /// The documents that the contracts name.
    let documents: [String: DocumentReference]
    /// Whether there is any contract.
    let hasContracts: Bool

    /// - Parameters:
    ///   - contracts: Those of the folder.
    ///   - folder: Where the inventory lies.
    init(_ contracts: [ContractDocument], folder: String) {
        self.folder = folder
        hasContracts = !contracts.isEmpty
        // No day matters here: which rows there are does not depend on waivers.
        let rows = CoverageMatrix(contracts, today: "").rows
        var names: [String] = []
        files = rows.reduce(into: [:]) { files, row in
            let id = row.promise.id
            if files[id] == nil { names.append(id) }
            files[id, default: []].append(row.promise.location.file)
        }
        self.names = names
        documents = contracts.reduce(into: [:]) { documents, contract in
            documents.merge(contract.documents) { known, _ in known }
        }
    }

    /// What a name leads to.
    enum Found {
        case row(PromiseKey)
        /// Several files have it: what to write instead.
        case ambiguous([String])
        /// What may have been meant.
        case unknown(nearest: String?)
    }

    /// Finds a row.
    ///
    /// - Parameter name: `createPush/both-times`, or with the file before it:
    ///   `client.yaml#createPush/both-times`.
    /// - Returns: The row, or why it is none.
    func find(_ name: String) -> Found {
        if let files = files[name] {
            guard files.count > 1 else { return .row(PromiseKey(file: files[0], id: name)) }
            return .ambiguous(files.map { "\(shortened($0))#\(name)" })
        }
        if let mark = name.firstIndex(of: "#") {
            let file = FilePath.joined(folder, String(name[..<mark]))
            let id = String(name[name.index(after: mark)...])
            if files[id]?.contains(file) ?? false {
                return .row(PromiseKey(file: file, id: id))
            }
            return .unknown(nearest: nearest(id).flatMap(spelled))
        }
        return .unknown(nearest: nearest(name).flatMap(spelled))
    }

    /// A row of that name in some file.
    private func nearest(_ id: String) -> String? {
        if files[id] != nil { return id }
        // "requestFailed" is a row of the client's errors, "E400" one of the catalogue.
        let ends = names.filter { $0.hasSuffix("/" + id) }
        return ends.count == 1 ? ends[0] : NearestName.suggestion(for: id, among: names)
    }

    private func spelled(_ id: String) -> String? {
        guard let files = files[id], let file = files.first else { return nil }
        return files.count == 1 ? id : "\(shortened(file))#\(id)"
    }

    /// A file as it is named from the folder.
    private func shortened(_ file: String) -> String {
        file.hasPrefix(folder + "/") ? String(file.dropFirst(folder.count + 1)) : file
    }
}
