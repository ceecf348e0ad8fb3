/// Makes a contract out of a Bruno collection: a folder of `.bru` files.
package enum BrunoImport {
    /// Makes the contract: a step of each request, a case of each folder whose requests use what earlier
    /// ones give, and of every other request.
    ///
    /// - Parameters:
    ///   - files: All `.bru` files and `bruno.json`, by their paths from the collection on.
    ///   - name: What the collection is called unless it says so itself, for `docs` and its title.
    ///   - environment: The name of the environment whose values count; `nil` takes the first.
    /// - Returns: The contract, which can be loaded as it is.
    /// - Throws: The first thing that keeps a file from being read.
    package static func contract(
        from files: [(name: String, bytes: [UInt8])],
        name: String,
        environment: String? = nil
    ) throws(InterchangeError) -> ImportedContract {
        var transfer = BrunoTransfer(name: name)
        var requests: [BruFile] = []
        for file in files.sorted(by: { $0.name < $1.name }) {
            let parts = file.name.split(separator: "/").map(String.init)
            if parts.last == "bruno.json" {
                try transfer.addSettings(file.bytes, file.name)
                continue
            }
            guard file.name.hasSuffix(".bru") else { continue }
            let parsed = try BruFile(file.bytes, file: file.name)
            if parts.dropLast().last == "environments" {
                transfer.addEnvironment(parsed, wanted: environment)
            } else if parts.last == "collection.bru" || parts.last == "folder.bru" {
                transfer.addFolder(parsed, parts.dropLast().joined(separator: "/"))
            } else {
                requests.append(parsed)
            }
        }
        if let environment, !transfer.hasEnvironment {
            throw InterchangeError(
                file: name,
                place: .whole,
                expected: "the environment \"\(environment)\", in environments/\(environment).bru",
                found: "none of that name"
            )
        }
        for request in transfer.ordered(requests) { try transfer.add(request) }
        return try transfer.contract.imported()
    }
}
