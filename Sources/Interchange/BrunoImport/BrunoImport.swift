import JSON

/// Imports a Bruno collection, a folder of `.bru` files, as a contract.
package enum BrunoImport {
    /// Makes the contract: a step of each request, a case of each folder whose requests use captures of earlier ones,
    /// and of every other request.
    ///
    /// - Parameters:
    ///   - files: All `.bru` files and `bruno.json`, by their paths from the collection on.
    ///   - documents: All files in YAML, which Bruno writes since version 3.
    ///   - name: The name for `docs` and the title, unless the collection has its own.
    ///   - environment: The name of the environment whose values count; `nil` takes the first.
    ///   - sent: Finds the files that requests send.
    /// - Returns: The contract, which can be loaded as it is.
    /// - Throws: The first error in a file.
    package static func contract(
        from files: [(name: String, bytes: [UInt8])],
        documents: [ForeignDocument] = [],
        name: String,
        environment: String? = nil,
        sending sent: ForeignFiles = .none
    ) throws(InterchangeError) -> ImportedContract {
        var transfer = BrunoTransfer(name: name)
        transfer.files = sent
        var requests: [BruFile] = []
        for file in files.sorted(by: { $0.name < $1.name }) {
            let parts = file.name.split(separator: "/").map(String.init)
            if parts.last == "bruno.json" {
                try transfer.addSettings(file.bytes, file.name)
                continue
            }
            guard file.name.hasSuffix(".bru") else { continue }
            let parsed: BruFile
            do throws(InterchangeError) {
                parsed = try BruFile(file.bytes, file: file.name)
            } catch {
                transfer.leaveOut(file.name, error)
                continue
            }
            if parts.dropLast().last == "environments" {
                transfer.addEnvironment(parsed, wanted: environment)
            } else if parts.last == "collection.bru" || parts.last == "folder.bru" {
                transfer.addFolder(parsed, parts.dropLast().joined(separator: "/"))
            } else {
                requests.append(parsed)
            }
        }
        for document in documents.sorted(by: { $0.name < $1.name }) {
            requests += add(document, to: &transfer, environment)
        }
        if let environment, !transfer.hasEnvironment {
            throw InterchangeError(
                file: name,
                place: .whole,
                expected: "the environment \"\(environment)\", in environments/\(environment).bru",
                found: "none of that name"
            )
        }
        for request in transfer.ordered(requests) { transfer.add(request) }
        return try transfer.contract.imported(orElse: transfer.refusal)
    }

    /// Reads a file in YAML; returns its requests.
    private static func add(
        _ document: ForeignDocument,
        to transfer: inout BrunoTransfer,
        _ environment: String?
    ) -> [BruFile] {
        guard let value = document.value else {
            transfer.leaveOut(
                document.name,
                InterchangeError(
                    file: document.name,
                    place: .whole,
                    expected: "YAML",
                    found: document.problem
                )
            )
            return []
        }
        let folder = document.name.split(separator: "/").dropLast().joined(separator: "/")
        let file = OpenCollectionFile(value, of: document)
        switch OpenCollectionFile.kind(of: value, named: document.name) {
        case .collection:
            transfer.addTitle(value["info"]?["name"]?.stringValue)
            transfer.addFolder(file.folder(), folder)
            let root = JSONPointer(tokens: [])
            addEnvironments(of: value, document, to: &transfer, environment)
            return items(of: value, at: root, document, in: folder, to: &transfer)
        case .folder: transfer.addFolder(file.folder(), folder)
        case .environment:
            transfer.addEnvironment(
                file.environment(),
                named: value["name"]?.stringValue,
                wanted: environment
            )
        case .request: return [file.request(at: document.name)]
        case .other: transfer.leaveOut(other: document.name)
        }
        return []
    }

    /// The environments of a single-file collection.
    private static func addEnvironments(
        of value: JSONValue,
        _ document: ForeignDocument,
        to transfer: inout BrunoTransfer,
        _ wanted: String?
    ) {
        let list = value["config"]?["environments"]?.arrayValue ?? []
        for (index, environment) in list.enumerated() {
            let place = JSONPointer(tokens: ["config", "environments", "\(index)"])
            let file = OpenCollectionFile(environment, at: place, of: document)
            transfer.addEnvironment(
                file.environment(),
                named: environment["name"]?.stringValue,
                wanted: wanted
            )
        }
    }

    /// The requests and folders of a single-file collection.
    private static func items(
        of value: JSONValue,
        at place: JSONPointer,
        _ document: ForeignDocument,
        in folder: String,
        to transfer: inout BrunoTransfer
    ) -> [BruFile] {
        var requests: [BruFile] = []
        for (index, item) in (value["items"]?.arrayValue ?? []).enumerated() {
            let inner = place.appending("items").appending("\(index)")
            let file = OpenCollectionFile(item, at: inner, of: document)
            let name = (item["info"]?["name"]?.stringValue ?? "\(index + 1)")
                .replacing("/", with: "-")
            let path = folder.isEmpty ? name : "\(folder)/\(name)"
            if item["items"] != nil {
                transfer.addFolder(file.folder(), path)
                requests += items(of: item, at: inner, document, in: path, to: &transfer)
            } else {
                requests.append(file.request(at: path))
            }
        }
        return requests
    }
}
