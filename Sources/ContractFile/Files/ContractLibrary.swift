package import Contract
import JSON

/// Reads contract files, each once, however many others use it.
///
/// It is not `Sendable`: the reader of the files owns it.
package final class ContractLibrary {
    let session: ReadingSession
    private var loaded: [String: DecodingContext] = [:]
    /// The files being read, to find circles of `use`.
    private var open: [String] = []
    /// Content of files that were parsed but not decoded yet; `nil` for invalid YAML.
    private var roots: [String: YAMLNode?] = [:]
    /// What becomes of every contract before it is read.
    private let edits: [MessageEdit]

    /// - Parameters:
    ///   - files: Where files are read; for tests, not the disk.
    ///   - roots: Where the files may lie that are sent.
    ///   - edits: Changes of every contract, laid open as JSON; what applies nowhere changes nothing.
    package init(
        files: any FileSource = DiskFiles(),
        roots: FileRoots = FileRoots(),
        edits: [MessageEdit] = []
    ) {
        self.edits = edits
        session = ReadingSession(files: files, roots: roots)
    }

    /// Everything that is wrong with the files read so far.
    package var diagnostics: Diagnostics { session.diagnostics }

    /// The texts of the files read so far, for showing lines.
    package var sources: [SourceText] { session.sources }

    /// What was read so far, by the paths: contracts, profiles and tables, and what requests send.
    package var files: [String: [UInt8]] {
        let texts = sources.map { ($0.file, $0.bytes) }
        return Dictionary(texts) { first, _ in first }
            .merging(session.attachments) { first, _ in first }
    }

    /// Reads a contract with everything it uses.
    ///
    /// - Parameter path: The file.
    /// - Returns: What could be read; to be trusted only when `diagnostics` has no errors.
    package func contract(at path: String) -> ContractDocument {
        let context = context(of: FilePath.normalized(path))
        if let reason = context.unreadable {
            diagnostics.report(
                Diagnostic("cannot read the file: \(reason)", at: .whole(context.file))
            )
        }
        return context.contract
    }

    /// The mapping that a file holds, of a kind that has no tables for others to use.
    ///
    /// - Parameters:
    ///   - path: The file, normalized.
    ///   - subject: What it is, with its article: "a profile".
    ///   - table: Its keys.
    /// - Returns: `nil` after a report of what keeps it from being read.
    func opened<Keys: KeyTable>(
        _ path: String,
        of subject: String,
        _ table: Keys.Type
    ) -> (source: SourceText, root: YAMLNode, reader: KeyReader<Keys>)? {
        let source: SourceText
        do {
            source = try session.source(path, atMost: YAMLDocument.maximumBytes)
        } catch {
            diagnostics.report(
                Diagnostic("cannot read the file: \(error.reason)", at: .whole(path))
            )
            return nil
        }
        guard let root = YAMLDocument.parse(source, into: diagnostics),
            let reader = KeyReader(root, of: subject, table, diagnostics)
        else { return nil }
        return (source, root, reader)
    }

    /// What was read of a contract and of what it uses.
    func context(of path: String) -> DecodingContext {
        if let known = loaded[path] { return known }
        // Files are read from the last of a chain on: however long it is, no call waits in another.
        let outer = open
        var waiting: Set<String> = Set(open).union([path])
        open.append(path)
        var last = DecodingContext(file: path, session: session)
        while let next = open.last, open.count > outer.count {
            if let used = uses(of: next).first(where: { loaded[$0] == nil && !waiting.contains($0) }
            ) {
                waiting.insert(used)
                open.append(used)
                continue
            }
            last = DecodingContext(file: next, session: session)
            read(&last)
            loaded[next] = last
            roots.removeValue(forKey: next)
            open.removeLast()
        }
        return last
    }

    /// The files that a file says it uses.
    private func uses(of path: String) -> [String] {
        guard let node = root(of: path)?["use"] else { return [] }
        let context = DecodingContext(file: path, session: session)
        return (node.elements ?? [node]).compactMap { $0.stringValue.map(context.path) }
    }

    /// What stands in a file; `nil` when that cannot be read, which `read` reports.
    private func root(of path: String) -> YAMLNode? {
        if let known = roots[path] { return known }
        do {
            let source = try session.source(path, atMost: YAMLDocument.maximumBytes)
            let root = YAMLDocument.parse(source, into: diagnostics).map(edited)
            roots.updateValue(root, forKey: path)
            return root
        } catch {
            return nil
        }
    }

    /// A contract after the edits; places in the file are kept where nothing is edited.
    private func edited(_ root: YAMLNode) -> YAMLNode {
        guard !edits.isEmpty, root["contract"] != nil else { return root }
        let json = root.json
        let changed = edits.applied(to: json)
        return changed == json ? root : YAMLNode(changed, at: root.location)
    }

    private func read(_ context: inout DecodingContext) {
        let path = context.file
        do {
            _ = try session.source(path, atMost: YAMLDocument.maximumBytes)
            if let root = root(of: path) {
                decode(root, into: &context)
            } else {
                context.isComplete = false
            }
        } catch {
            context.unreadable = error.reason
            context.isComplete = false
        }
    }

    private func decode(_ root: YAMLNode, into context: inout DecodingContext) {
        guard let reader = KeyReader(root, of: "a contract", ContractKeys.self, diagnostics) else {
            context.isComplete = false
            return
        }
        if let version = root["profile"] {
            diagnostics.error(
                "this is a load profile; expected a contract",
                at: version,
                hint: "\"assay load\" runs a load profile; the contract is the one it names"
            )
            context.isComplete = false
            return
        }
        if let version = root["trace"], root["contract"] == nil {
            diagnostics.error(
                "this is an inventory of a document; expected a contract",
                at: version,
                hint: "\"assay trace\" reads inventories"
            )
            context.isComplete = false
            return
        }
        defer { reader.finish() }
        // What a mistyped section defines would be missed wherever it is named.
        if reader.hasUnknownKeys { context.isComplete = false }
        reader.checkVersion(\.contract)
        use(reader[\.use], in: &context, root)
        info(reader[\.info], in: &context)
        ContractAssembler.addTables(reader, to: &context)
        context.contract.hasCases = root["cases"] != nil
        ContractAssembler.addCases(reader, to: &context)
    }

    private func info(_ node: YAMLNode?, in context: inout DecodingContext) {
        context.contract.title = context.file
        guard let node, let reader = KeyReader(node, of: "info", InfoKeys.self, diagnostics) else {
            return
        }
        context.contract.title = reader[\.title] ?? context.file
        context.contract.version = reader[\.version]
        _ = reader[\.description]
        reader.finish()
    }

    /// Takes in the tables of other files.
    private func use(_ node: YAMLNode?, in context: inout DecodingContext, _ root: YAMLNode) {
        guard let node else { return }
        var known: Set<String> = []
        for element in node.elements ?? [node] {
            guard let name = element.decoded(as: .filled("the path of a contract"), diagnostics)
            else { continue }
            let path = context.path(of: name)
            guard known.insert(path).inserted else {
                diagnostics.warning("\(path) is used already", at: element)
                continue
            }
            if let first = open.firstIndex(of: path) {
                let circle = (open[first...] + [path]).joined(separator: " uses ")
                diagnostics.error("cyclic \"use\": \(circle)", at: element)
                context.isComplete = false
                continue
            }
            let used = self.context(of: path)
            if let reason = used.unreadable {
                diagnostics.error("cannot read \(path): \(reason)", at: element)
            }
            ContractAssembler.add(used, to: &context, root, at: element)
        }
    }
}
