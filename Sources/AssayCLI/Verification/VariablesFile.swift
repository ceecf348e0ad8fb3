import Base
import Contract
import ContractFile
import JSON
import Platform

/// A file that gives values to variables.
///
/// One that ends with `.json`, `.yaml` or `.yml`, or begins with `{`, is a mapping of names to scalars, or
/// an environment of Postman's; any other has a line `NAME=value` for each.
enum VariablesFile {
    /// A value and its place in the file.
    struct Entry: Equatable {
        let name: String
        let value: String
        let location: SourceLocation
    }

    private static let largest = 1 << 20

    /// Reads a file.
    ///
    /// - Parameter path: Its path from the working directory.
    /// - Returns: Its entries, in order.
    /// - Throws: A `VerificationObstacle` that names the place.
    static func entries(of path: String) throws(VerificationObstacle) -> [Entry] {
        let bytes: [UInt8]
        do {
            bytes = try FileContent.bytes(of: path, atMost: largest)
        } catch {
            throw .unusableVariables("cannot read --variables-file \(path): \(error.text)")
        }
        return try entries(in: bytes, of: path)
    }

    /// Parses the content of a file.
    static func entries(
        in bytes: [UInt8],
        of path: String
    ) throws(VerificationObstacle) -> [Entry] {
        let isTree = [".json", ".yaml", ".yml"].contains(where: path.lowercased().hasSuffix)
        let first = bytes.first { ![0x20, 0x09, 0x0A, 0x0D].contains($0) }
        guard isTree || first == UInt8(ascii: "{") else { return try lines(bytes, path) }
        let source = SourceText(file: path, bytes: bytes)
        do throws(DiagnosticList) {
            return try members(of: try YAMLDocument.parse(source), path)
        } catch {
            let text = DiagnosticRenderer(sources: [source]).render(error.diagnostics)
            throw .unusableVariables(text.hasSuffix("\n") ? String(text.dropLast()) : text)
        }
    }
}

// MARK: - Mappings

extension VariablesFile {
    private static func members(
        of root: YAMLNode,
        _ path: String
    ) throws(DiagnosticList) -> [Entry] {
        let diagnostics = Diagnostics()
        var found: [Entry] = []
        if let values = root["values"]?.elements {
            found = values.compactMap { environmentEntry($0, diagnostics) }
        } else if let entries = root.entries {
            found = entries.compactMap { entry in
                guard let text = entry.value.text, !entry.value.isNull else {
                    diagnostics.mismatch("a text, a number or a boolean", at: entry.value)
                    return nil
                }
                return Entry(
                    name: entry.key.text ?? "",
                    value: text,
                    location: entry.key.location
                )
            }
        } else {
            diagnostics.mismatch("a mapping of names to values", at: root)
        }
        try diagnostics.throwIfErrors()
        return found
    }

    /// `{ key, value, enabled }`, as Postman exports it; `nil` for a disabled one.
    private static func environmentEntry(
        _ node: YAMLNode,
        _ diagnostics: Diagnostics
    ) -> Entry? {
        guard let key = node["key"], let name = key.stringValue, let value = node["value"],
            let text = value.text
        else {
            diagnostics.mismatch("a value with \"key\" and \"value\"", at: node)
            return nil
        }
        if node["enabled"]?.scalar == .boolean(false) { return nil }
        return Entry(name: name, value: text, location: key.location)
    }
}

// MARK: - Lines

extension VariablesFile {
    /// `NAME=value` or `export NAME=value`; empty lines and lines with `#` are ignored, and quotes around a value are
    /// removed.
    private static func lines(
        _ bytes: [UInt8],
        _ path: String
    ) throws(VerificationObstacle) -> [Entry] {
        guard let text = String(validating: bytes, as: UTF8.self) else {
            throw .unusableVariables("\(path): expected UTF-8")
        }
        var found: [Entry] = []
        let lines = text.split(omittingEmptySubsequences: false) { $0.isNewline }
        for (index, line) in lines.enumerated() {
            let place = SourceLocation(file: path, line: index + 1, column: 1)
            var rest = trimmed(line)
            if index == 0, rest.hasPrefix("\u{FEFF}") { rest = rest.dropFirst() }
            guard !rest.isEmpty, !rest.hasPrefix("#") else { continue }
            if rest.hasPrefix("export ") { rest = trimmed(rest.dropFirst("export ".count)) }
            guard let equals = rest.firstIndex(of: "="), equals != rest.startIndex else {
                throw .unusableVariables(
                    "\(place): expected NAME=value, got "
                        + JSONQuoting.quoted(String(rest.prefix { $0 != "=" }), maximumLength: 40)
                )
            }
            let name = String(trimmed(rest[..<equals]))
            let value = trimmed(rest[rest.index(after: equals)...])
            found.append(Entry(name: name, value: try unquoted(value, place), location: place))
        }
        return found
    }

    private static func trimmed(_ text: Substring) -> Substring {
        let rest = text.drop { $0 == " " || $0 == "\t" }
        guard let end = rest.lastIndex(where: { $0 != " " && $0 != "\t" }) else { return "" }
        return rest[...end]
    }

    /// In double quotes `\n`, `\"` and `\\` are escapes, as in a shell's file.
    private static func unquoted(
        _ text: Substring,
        _ place: SourceLocation
    ) throws(VerificationObstacle) -> String {
        guard let quote = text.first, quote == "\"" || quote == "'" else { return String(text) }
        var value = ""
        var rest = text.dropFirst()
        while let character = rest.popFirst() {
            if character == quote {
                let after = trimmed(rest)
                guard after.isEmpty || after.hasPrefix("#") else { break }
                return value
            }
            guard character == "\\", quote == "\"", let escaped = rest.popFirst() else {
                value.append(character)
                continue
            }
            switch escaped {
            case "n": value.append("\n")
            case "t": value.append("\t")
            case "r": value.append("\r")
            case "\"", "\\", "$": value.append(escaped)
            default: value += "\\\(escaped)"
            }
        }
        throw .unusableVariables(
            "\(place): expected the value to end with the quote that it begins with"
        )
    }
}

extension FileContent.Failure {
    /// The entry in words.
    var text: String {
        switch self {
        case .system(let error): error.description
        case .tooLarge(_, let limit): "it has more than \(Count.grouped(limit, "byte"))"
        }
    }
}
