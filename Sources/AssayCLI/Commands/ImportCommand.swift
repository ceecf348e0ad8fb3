import Base
import CommandLineTool
import Contract
import ContractFile
import Interchange
import JSON

/// `assay import`: imports another document as a contract.
enum ImportCommand: Command {
    static let specification = CommandSpecification(
        name: "import",
        abstract: "Import OpenAPI, Postman, Hurl, Bruno, Pact, HAR or curl.",
        discussion: [
            "You can lint and replay the result at once. It contains operations with an example "
                + "request, responses, targets, credentials and schemas, and a case for each "
                + "operation. FILL IN marks the facts that such a document cannot contain, such as "
                + "error codes.",
            "openapi: version 2.0, 3.0, 3.1 or 3.2, in JSON or YAML, with the files that it refers "
                + "to; parts that the contract cannot express are listed with their place. curl: "
                + "one command line or a script with several; $NAME and {{name}} become variables. "
                + "har: recorded by a browser or a proxy; exchanges with the same method and shape "
                + "of path become one operation, and path segments that look like identifiers "
                + "become its parameters.",
            "postman: a collection of version 2.1 or 2.0, or the folder of a version 3 collection, "
                + "in YAML. hurl: a file, or all files below a folder. bruno: the folder of a "
                + "collection, in Bruno's language or in YAML (OpenCollection), or a single file. "
                + "pact: a file of version 2, 3 or 4; interactions over HTTP are imported. Asserts "
                + "become expectations, saved values become captures, and Pact's matchers become "
                + "schemas. A Hurl file becomes a case, and so do requests of a folder that use "
                + "values of earlier ones; any other request is a case of its own. Scripts are "
                + "read for simple comparisons and never run.",
            "Everything that a contract cannot express is listed on standard error with "
                + "its place, and becomes a comment at its step. Files that requests send are "
                + "carried over if they exist below the folder of the contract.",
            "Credentials are never written: they become variables that you set in the "
                + "environment or with --var of `assay verify`.",
        ],
        positionals: [
            PositionalSpecification(
                ValueSpecification("FORMAT", allowed: Format.allCases.map(\.rawValue)),
                help: "The format of FILE."
            ),
            PositionalSpecification(
                ValueSpecification("FILE", completion: .file),
                help:
                    "The document; - is standard input. For postman, hurl and bruno it can be a "
                    + "folder."
            ),
        ],
        groups: [
            OptionGroup(
                "Source",
                [
                    .value(
                        "environment",
                        ValueSpecification("NAME", completion: .file),
                        help: "Read values of variables: for postman from the file of an "
                            + "exported environment, for bruno from the environment of this "
                            + "name. Default for bruno: the first one."
                    )
                ]
            ),
            OptionGroup("Files", [CommonOptions.fileRoot]),
            OutputFile.options,
        ],
        examples: [
            .init("assay import openapi api.yaml -o api.contract.yaml", "Write a contract file."),
            .init(
                "assay import curl - < commands.sh",
                "Print the contract of a few curl "
                    + "commands."
            ),
            .init("assay import har session.har", "Import recorded exchanges."),
            .init(
                "assay import postman shop.json --environment test.json -o shop.yaml",
                "Import a collection with the values of an environment."
            ),
            .init(
                "assay import hurl tests/ -o tests.yaml",
                "Import all Hurl files of a folder."
            ),
            .init("assay import bruno notes/ --environment local", "Import a Bruno collection."),
            .init("assay import pact shop-notes.json", "Print the contract of a Pact file."),
        ],
        exitStatuses: [.success, .commandLine, .unusableFile, .defect],
        seeAlso: ["verify-guide", "contract-format"]
    )

    private enum Format: String, CaseIterable {
        case openapi, curl, har, postman, hurl, bruno, pact

        /// Whether the source is a single text, not a folder or a text with a second one.
        var isOneText: Bool { ![.postman, .hurl, .bruno].contains(self) }
    }

    static func run(
        _ arguments: ParsedArguments,
        console: Console
    ) async throws -> ExitStatus {
        let path = arguments.string("FILE") ?? "-"
        guard let format = arguments.string("FORMAT").flatMap(Format.init) else {
            return .unusableFile
        }
        var source: SourceText?
        if format.isOneText {
            guard let bytes = InputDocument.bytes(path, "import", console) else {
                return .unusableFile
            }
            source = SourceText(file: path == "-" ? "stdin" : path, bytes: bytes)
        }
        do {
            let environment = arguments.string("environment")
            if environment != nil, format != .postman, format != .bruno {
                console.printError("assay import: --environment requires postman or bruno")
                return .commandLine
            }
            let output = OutputFile(arguments)
            let sent = sentFiles(of: path, for: output.path)
            let made =
                if let source {
                    try contract(
                        format,
                        of: source,
                        fileRoots: arguments.strings("file-root"),
                        sending: sent,
                        console
                    )
                } else {
                    try contract(format, at: path, environment, sending: sent, console)
                }
            guard let contract = made else {
                return .unusableFile
            }
            let text = EditorSchema.contract.named(above: contract.text)
            let status = output.write(text, "import", console)
            if status == .success {
                for line in losses(of: contract, path, source) { console.printError(line) }
                console.printError(summary(of: contract, output.path))
                if let command = EditorSchema.contract.command(beside: output.path) {
                    console.printError("for completion in editors: \(command)")
                }
            }
            return status
        } catch {
            console.printError("assay import: \(error)")
            return .unusableFile
        }
    }

    private static func contract(
        _ format: Format,
        at path: String,
        _ environment: String?,
        sending sent: ForeignFiles,
        _ console: Console
    ) throws(InterchangeError) -> ImportedContract? {
        switch format {
        case .postman: try postman(path, environment, sending: sent, console)
        case .hurl: try hurl(path, sending: sent, console)
        case .bruno: try bruno(path, environment, sending: sent, console)
        case .openapi, .curl, .har, .pact: nil
        }
    }

    /// The contract of a single text.
    private static func contract(
        _ format: Format,
        of source: SourceText,
        fileRoots: [String],
        sending sent: ForeignFiles,
        _ console: Console
    ) throws(InterchangeError) -> ImportedContract? {
        let name = FilePath.name(of: source.file)
        switch format {
        case .curl:
            return try CurlImport.contract(
                from: String(decoding: source.bytes, as: UTF8.self),
                file: name,
                sending: sent
            )
        case .openapi: return try openAPI(source, "import", console, fileRoots: fileRoots)
        case .har:
            guard let record = json(source, console) else { return nil }
            return try HARImport.contract(from: record, file: name)
        case .pact:
            guard let pact = json(source, console) else { return nil }
            return try PactImport.contract(from: pact, file: name)
        case .postman, .hurl, .bruno: return nil
        }
    }

    /// The contract of an OpenAPI document; `nil` after a message that explains the failure.
    ///
    /// - Parameters:
    ///   - source: The document.
    ///   - command: Named in messages: `import`.
    ///   - console: Receives messages.
    ///   - fileRoots: From `--file-root`.
    /// - Returns: The contract.
    /// - Throws: If the document cannot be read.
    static func openAPI(
        _ source: SourceText,
        _ command: String,
        _ console: Console,
        fileRoots: [String] = []
    ) throws(InterchangeError) -> ImportedContract? {
        try openAPI(source, command, console, fileRoots: fileRoots) {
            document,
            name,
            read throws(InterchangeError) in
            try OpenAPIImport.contract(from: document, file: name, reading: read)
        }
    }

    /// The import of an OpenAPI document; `nil` after a message that explains the failure.
    ///
    /// - Parameters:
    ///   - source: The document.
    ///   - command: Named in messages: `import`.
    ///   - console: Receives messages.
    ///   - fileRoots: From `--file-root`: where the files lie that it refers to, in place of its own folder.
    ///   - make: Makes the import of the document, its name, and a reader of referenced files.
    /// - Returns: The imported contract.
    /// - Throws: If the document cannot be read.
    static func openAPI<Made>(
        _ source: SourceText,
        _ command: String,
        _ console: Console,
        fileRoots: [String] = [],
        _ make: (JSONValue, String, Reader?) throws(InterchangeError) -> Made
    ) throws(InterchangeError) -> Made? {
        let name = FilePath.name(of: source.file)
        guard let document = document(source, command, console) else { return nil }
        guard source.file != "stdin", !InputDocument.isAddress(source.file) else {
            return try make(document, name, nil)
        }
        let folder = FilePath.folder(of: source.file)
        let roots = FileRoots(named: fileRoots)
        return try make(document, name) { path throws(InterchangeError) in
            let place = FilePath.joined(folder, path)
            do throws(FileSourceError) {
                try roots.check(place, of: source.file, in: DiskFiles())
            } catch {
                throw unreadable(place, error.reason)
            }
            return try self.document(at: place, command, console)
        }
    }

    /// Reads a file that a document references.
    typealias Reader = (_ path: String) throws(InterchangeError) -> JSONValue

    /// A document that is JSON when it begins with a brace, else YAML.
    private static func document(
        _ source: SourceText,
        _ command: String,
        _ console: Console
    ) -> JSONValue? {
        let blanks = " \t\r\n".utf8
        let first = source.bytes.first { !blanks.contains($0) }
        if first == UInt8(ascii: "{") { return json(source, console) }
        do {
            return try YAMLDocument.parse(source, by: .foreign).json
        } catch {
            let renderer = DiagnosticRenderer(sources: [source])
            console.writeError(renderer.render(error.diagnostics))
            console.printError(
                "assay \(command): convert YAML with other features to JSON first, for example "
                    + "with `yq -o json \(source.file) > api.json`"
            )
            return nil
        }
    }

    private static func unreadable(_ path: String, _ found: String) -> InterchangeError {
        InterchangeError(
            file: path,
            place: .whole,
            expected: "a file that the document refers to, in JSON or YAML",
            found: found
        )
    }

    /// A file that a document references.
    private static func document(
        at path: String,
        _ command: String,
        _ console: Console
    ) throws(InterchangeError) -> JSONValue {
        let bytes: [UInt8]
        do {
            bytes = try DiskFiles().read(path, atMost: 1 << 26)
        } catch {
            throw unreadable(path, error.reason)
        }
        // A text that a description references.
        if path.hasSuffix(".md") { return .string(String(decoding: bytes, as: UTF8.self)) }
        let source = SourceText(file: path, bytes: bytes)
        guard let document = document(source, command, console) else {
            throw unreadable(path, "something else")
        }
        return document
    }

    /// A JSON document; `nil` after a message.
    static func json(_ source: SourceText, _ console: Console) -> JSONValue? {
        do {
            return try JSONValue(parsing: source.bytes, duplicates: .lastWins)
        } catch {
            let line = source.bytes.prefix(error.byteOffset).count { $0 == UInt8(ascii: "\n") } + 1
            console.printError("\(source.file):\(line): not JSON: \(error.reason)")
            return nil
        }
    }

    /// Remarks and losses of an import, line by line, each with its place.
    private static func losses(
        of contract: ImportedContract,
        _ path: String,
        _ source: SourceText?
    ) -> [String] {
        let file = source?.file ?? path
        let needsLines = contract.losses.contains { $0.file == nil }
        let places = needsLines ? source.map(DocumentPlaces.init) : nil
        // A loss that has a comment is among the remarks too.
        let notes = Set(contract.losses.map(\.note))
        return contract.remarks.filter { !notes.contains($0) }.map { "\(file): \($0)" }
            + contract.losses.map { loss in
                guard loss.file == nil, let pointer = loss.pointer else {
                    return "\(loss.place): not carried over: \(loss.reason)"
                }
                let line = places?.location(of: pointer).map { ":\($0.line)" } ?? ""
                return "\(file)\(line): not carried over: \(pointer): \(loss.reason)"
            }
    }

    /// A summary of an import in one line.
    static func summary(of contract: ImportedContract, _ path: String?) -> String {
        (path.map { "wrote \($0): " } ?? "")
            + Count.of(contract.operations, "operation") + ", "
            + Count.of(contract.errorRows, "error row") + ", "
            + Count.of(contract.openPlaces, "place") + " marked FILL IN"
            + (contract.losses.isEmpty
                ? "" : ", " + Count.of(contract.losses.count, "thing") + " not carried over")
    }
}

/// The lines of a YAML document by the pointers of its values.
struct DocumentPlaces: Sendable {
    private let root: YAMLNode?

    /// The places of a document that was read already.
    init(_ root: YAMLNode?) { self.root = root }

    init(_ source: SourceText) {
        // Finding the lines of a large document would take too long.
        guard source.bytes.count < YAMLDocument.maximumBytes else {
            root = nil
            return
        }
        do {
            root = try YAMLDocument.parse(source, by: .foreign)
        } catch {
            root = nil
        }
    }

    /// The place of a value; `nil` if unknown.
    func location(of pointer: JSONPointer) -> SourceLocation? {
        var node = root
        var location: SourceLocation?
        for token in pointer.tokens {
            if let entry = node?.entry(token) {
                (node, location) = (entry.value, entry.key.location)
            } else if let index = JSONPointer.index(token), let elements = node?.elements,
                elements.indices.contains(index)
            {
                node = elements[index]
                location = elements[index].location
            } else {
                return nil
            }
        }
        return location
    }
}

extension FilePath {
    /// The last part of a path without its endings: `shop` of `a/shop.contract.yaml`.
    static func stem(of path: String) -> String {
        let name = name(of: path)
        return name.split(separator: ".").first.map(String.init) ?? name
    }

    /// The last part of a path.
    static func name(of path: String) -> String {
        path.split(separator: "/").last.map(String.init) ?? path
    }
}
