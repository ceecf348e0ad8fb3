import HTTP
import JSON

/// Embeds the files that an OpenAPI document refers to into the document itself.
///
/// Each file becomes a member of `x-assay-files`, named after it, and references into files point
/// there; so all other code reads one document.
struct OpenAPIBundle {
    /// Returns the content of a file.
    ///
    /// - Parameter path: From the folder of the document, without `.` and with `..` at its start only.
    /// - Returns: The content.
    /// - Throws: Why it cannot be read.
    typealias Reader = (_ path: String) throws(InterchangeError) -> JSONValue

    /// The member of the document with the files, and the one with their paths.
    static let member = "x-assay-files"
    private static let paths = "x-assay-paths"
    /// More files are rejected.
    private static let maximumFiles = 10_000

    private let read: Reader
    private let file: String
    /// The names of files by their paths; the document itself has none.
    private var names: [String: String]
    private var unique = UniqueNames()
    private var pending: [Pending] = []
    /// Why files cannot be read, by their names.
    private var unread: [String: String] = [:]

    /// A file still to be read.
    private struct Pending {
        let path: String
        let name: String
    }

    /// A file whose references are rewritten.
    private struct Origin {
        /// Relative to the folder of the document.
        let path: String
        /// The place of its content in the combined document.
        let tokens: [String]
    }

    /// Combines several files into one document.
    ///
    /// - Parameters:
    ///   - document: The document.
    ///   - file: The name of its file, without folders.
    ///   - read: Gives the content of the others.
    /// - Returns: The document, in which no reference leads to a file, and why files are missing in it, by the
    ///   names that they would have.
    /// - Throws: When there are too many files.
    static func document(
        _ document: JSONValue,
        file: String,
        reading read: @escaping Reader
    ) throws(InterchangeError) -> (whole: JSONValue, unread: [String: String]) {
        var bundle = OpenAPIBundle(read: read, file: file)
        let whole = try bundle.whole(document)
        return (whole, bundle.unread)
    }

    private init(read: @escaping Reader, file: String) {
        self.read = read
        self.file = file
        names = [file: ""]
    }

    private mutating func whole(_ document: JSONValue) throws(InterchangeError) -> JSONValue {
        var whole = try rewritten(document, Origin(path: file, tokens: []))
        var files = JSONObject()
        while let next = pending.popLast() {
            let origin = Origin(path: next.path, tokens: [Self.member, next.name])
            let content: JSONValue
            do {
                content = try read(next.path)
            } catch {
                unread[next.name] =
                    "it refers to \(next.path), which cannot be read: \(error.found)"
                continue
            }
            files[next.name] = try rewritten(content, origin)
        }
        guard !names.isEmpty, var object = whole.objectValue else { return whole }
        object[Self.member] = .object(files)
        object[Self.paths] = .object(
            JSONObject(
                names.filter { !$0.value.isEmpty }
                    .map { .init(name: $0.value, value: .string($0.key)) }
            )
        )
        whole = .object(object)
        return whole
    }
}

extension OpenAPIBundle {
    /// The file of a place in the combined document; `nil` for the document itself.
    static func fileName(in pointer: JSONPointer) -> String? {
        pointer.tokens.count > 1 && pointer.tokens[0] == member ? pointer.tokens[1] : nil
    }

    /// The original place of a place in the combined document.
    ///
    /// - Parameters:
    ///   - pointer: A place of the whole.
    ///   - document: The whole.
    /// - Returns: The path of the file from the folder of the document, `nil` for that itself, and the
    ///   place in it.
    static func origin(
        of pointer: JSONPointer,
        in document: JSONValue
    ) -> (path: String?, pointer: JSONPointer) {
        guard pointer.tokens.count > 1, pointer.tokens[0] == member,
            let path = document[paths]?[pointer.tokens[1]]?.stringValue
        else { return (nil, pointer) }
        return (path, JSONPointer(tokens: Array(pointer.tokens.dropFirst(2))))
    }
}

// MARK: - References

extension OpenAPIBundle {
    private mutating func rewritten(
        _ value: JSONValue,
        _ origin: Origin,
        at place: [String] = [],
        holdsNames: Bool = false
    ) throws(InterchangeError) -> JSONValue {
        switch value {
        case .array(let elements):
            var result: [JSONValue] = []
            for (index, element) in elements.enumerated() {
                result.append(try rewritten(element, origin, at: place + ["\(index)"]))
            }
            return .array(result)
        case .object(let object):
            var result = JSONObject()
            for member in object.members {
                let inner = place + [member.name]
                if !holdsNames, member.name == "$ref", let text = member.value.stringValue {
                    result["$ref"] = .string(try reference(text, origin, at: inner))
                } else if OpenAPIReferences.isData(
                    member.name,
                    member.value,
                    inTable: holdsNames
                ) {
                    result[member.name] = member.value
                } else {
                    result[member.name] = try rewritten(
                        member.value,
                        origin,
                        at: inner,
                        holdsNames: OpenAPIReferences.isTable(member.name, inTable: holdsNames)
                    )
                }
            }
            return .object(result)
        case .null, .bool, .number, .string: return value
        }
    }

    /// A reference within the combined document; one to an address stays unchanged.
    private mutating func reference(
        _ text: String,
        _ origin: Origin,
        at place: [String]
    ) throws(InterchangeError) -> String {
        let halves = text.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false)
        let pointer = halves.count > 1 ? String(halves[1]) : ""
        let path = PercentEncoding.decoded(String(halves[0]))
        if path.contains("://") { return text }
        if path.isEmpty { return Self.reference(to: origin.tokens, pointer) }
        let whole = path.hasPrefix("/") ? path : Self.joined(origin.path, path)
        if let name = names[whole] {
            return Self.reference(to: name.isEmpty ? [] : [Self.member, name], pointer)
        }
        guard names.count < Self.maximumFiles else {
            throw InterchangeError(
                file: origin.path,
                place: .pointer(JSONPointer(tokens: place)),
                expected: "references to at most \(Self.maximumFiles) files",
                found: "one more, \"\(text)\""
            )
        }
        let name = unique.unique(Self.stem(of: whole))
        names[whole] = name
        pending.append(Pending(path: whole, name: name))
        return Self.reference(to: [Self.member, name], pointer)
    }

    private static func reference(to tokens: [String], _ pointer: String) -> String {
        "#" + tokens.map { "/\($0)" }.joined() + pointer
    }

    /// A path relative to the folder of a file.
    private static func joined(_ file: String, _ path: String) -> String {
        var kept = file.split(separator: "/", omittingEmptySubsequences: false).dropLast()[...]
        for part in path.split(separator: "/") where part != "." {
            if part == "..", let last = kept.last, last != "..", !last.isEmpty {
                kept.removeLast()
            } else {
                kept.append(part)
            }
        }
        return kept.joined(separator: "/")
    }

    /// The name of a file without its ending, in letters that never need escapes.
    private static func stem(of path: String) -> String {
        let name = path.split(separator: "/").last ?? ""
        let stem = name.lastIndex(of: ".").map { name[..<$0] } ?? name
        let letters = stem.map { character -> Character in
            let isFit = character.isASCII && (character.isLetter || character.isNumber)
            return isFit || character == "_" || character == "-" ? character : "_"
        }
        return letters.isEmpty ? "file" : String(letters)
    }
}
