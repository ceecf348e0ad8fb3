import HTTP
import JSON

/// Puts the files that an OpenAPI document refers to into the document itself.
///
/// Each file becomes a member of `x-assay-files`, named after it, and references into files become
/// references to there; so everybody else reads one document.
struct OpenAPIBundle {
    /// Gives the content of a file.
    ///
    /// - Parameter path: From the folder of the document, without `.` and with `..` at its start only.
    /// - Returns: The content.
    /// - Throws: Why it cannot be read.
    typealias Reader = (_ path: String) throws(InterchangeError) -> JSONValue

    /// The member of the document that holds the files, and the one that holds their paths.
    private static let member = "x-assay-files"
    private static let paths = "x-assay-paths"
    /// More files are no API any more.
    private static let maximumFiles = 10_000

    private let read: Reader
    private let file: String
    /// The files by their paths; the document itself has none.
    private var names: [String: String]
    private var unique = UniqueNames()
    private var pending: [Pending] = []

    /// A file that is still to be read.
    private struct Pending {
        let path: String
        let name: String
        /// Where the first reference to it stands.
        let referrer: String
    }

    /// A file whose references are rewritten.
    private struct Origin {
        /// From the folder of the document.
        let path: String
        /// Where its content is in the whole.
        let tokens: [String]
    }

    /// Makes one document of several files.
    ///
    /// - Parameters:
    ///   - document: The document.
    ///   - file: The name of its file, without folders.
    ///   - read: Gives the content of the others.
    /// - Returns: The document, in which no reference leads to a file.
    /// - Throws: When a file cannot be read.
    static func document(
        _ document: JSONValue,
        file: String,
        reading read: @escaping Reader
    ) throws(InterchangeError) -> JSONValue {
        var bundle = OpenAPIBundle(read: read, file: file)
        return try bundle.whole(document)
    }

    private init(read: @escaping Reader, file: String) {
        self.read = read
        self.file = file
        names = [file: ""]
    }

    private mutating func whole(_ document: JSONValue) throws(InterchangeError) -> JSONValue {
        var whole = try rewritten(document, Origin(path: file, tokens: []))
        var files = JSONObject()
        var missing: [InterchangeError] = []
        while let next = pending.popLast() {
            let origin = Origin(path: next.path, tokens: [Self.member, next.name])
            let content: JSONValue
            do {
                content = try read(next.path)
            } catch {
                missing.append(error.with(hint: "\(next.referrer) refers to it"))
                continue
            }
            files[next.name] = try rewritten(content, origin)
        }
        // All of them at once: whoever looks for one file looks for the others too.
        if let first = missing.first {
            let others = missing.dropFirst().map(\.file)
            throw others.isEmpty
                ? first : first.with(hint: "missing too: \(others.joined(separator: ", "))")
        }
        guard !files.isEmpty, var object = whole.objectValue else { return whole }
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
    /// Where a place of the whole is.
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
    /// What is data, and no part of the document, unless it is the name of something.
    private static let data: Set<String> = ["example", "default", "enum", "const", "value"]

    /// What holds names of the author's.
    private static let tables: Set<String> = [
        "properties", "patternProperties", "$defs", "definitions", "dependentSchemas", "schemas",
        "responses", "parameters", "examples", "requestBodies", "headers", "securitySchemes",
        "links", "callbacks", "pathItems", "paths",
    ]

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
                if member.name == "$ref", let text = member.value.stringValue {
                    result["$ref"] = .string(try reference(text, origin, at: inner))
                } else if !holdsNames, Self.data.contains(member.name) {
                    result[member.name] = member.value
                } else {
                    result[member.name] = try rewritten(
                        member.value,
                        origin,
                        at: inner,
                        holdsNames: !holdsNames && Self.tables.contains(member.name)
                    )
                }
            }
            return .object(result)
        case .null, .bool, .number, .string: return value
        }
    }

    /// A reference within the whole; one to an address stays as it is.
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
        let referrer = "\(origin.path)#\(JSONPointer(tokens: place))"
        pending.append(Pending(path: whole, name: name, referrer: referrer))
        return Self.reference(to: [Self.member, name], pointer)
    }

    private static func reference(to tokens: [String], _ pointer: String) -> String {
        "#" + tokens.map { "/\($0)" }.joined() + pointer
    }

    /// A path taken from the folder of a file.
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

    /// The name of a file without its ending, of letters that need no escape anywhere.
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
