import HTTP
import Base
import JSON

/// Bodies of requests that a contract cannot contain as text, being written to files next to it.
struct RecordedBodies {
    /// A file next to a contract.
    struct File: Hashable, Sendable {
        /// Relative to the contract.
        let path: String
        let bytes: [UInt8]
    }

    /// Their folder; `nil` without one.
    private let folder: String?
    private(set) var files: [File] = []
    /// The number of the current exchange.
    var number = 0

    init(folder: String?) { self.folder = folder }

    /// Stores a body.
    ///
    /// - Parameters:
    ///   - bytes: The content.
    ///   - name: The client's name for it.
    /// - Returns: The path of its file; `nil` when it is not kept.
    mutating func keep(_ bytes: [UInt8], named name: String) -> String? {
        guard let folder else { return nil }
        let plain = name.map { character -> Character in
            let isFit = character.isASCII && (character.isLetter || character.isNumber)
            return isFit || "._-".contains(character) ? character : "_"
        }
        let stem = "\(folder)/\(number)-"
        var path = stem + String(plain.suffix(80))
        var copy = 1
        while let known = files.first(where: { $0.path == path }), known.bytes != bytes {
            copy += 1
            path = "\(stem)\(copy)-\(String(plain.suffix(80)))"
        }
        if !files.contains(where: { $0.path == path }) {
            files.append(File(path: path, bytes: bytes))
        }
        return path
    }

    /// A part of a form: short texts stay in the contract, everything else becomes a file.
    mutating func part(_ part: MultipartParts.Part) -> ObservedRequest.Part {
        let text = String(validating: part.content, as: UTF8.self)
        if let text, part.fileName == nil || text.utf8.count <= 2_048 && !text.contains("\0") {
            var kept = ObservedRequest.Part(name: part.name, value: text, fileName: nil)
            kept.shownName = part.fileName
            kept.type = part.type
            return kept
        }
        let isSecret = SecretNames.isSecretField(part.name)
        let path = isSecret ? nil : keep(part.content, named: part.fileName ?? part.name)
        var kept = ObservedRequest.Part(
            name: part.name,
            value: "",
            fileName: path ?? part.fileName ?? part.name
        )
        kept.isKept = path != nil
        kept.shownName = path == nil ? nil : part.fileName
        kept.type = part.type
        return kept
    }

    /// Removes files that contain secrets.
    mutating func removeSecrets(besides secrets: [String]) {
        let known = secrets.filter { $0.utf8.count >= 6 }.map { Array($0.utf8) }
        files.removeAll { file in
            known.contains { file.bytes.firstRange(of: $0) != nil } || Self.namesSecret(file.bytes)
        }
    }

    /// Whether a text contains `password: …`, `"token": "…"` or the like.
    private static func namesSecret(_ bytes: [UInt8]) -> Bool {
        guard let text = String(validating: bytes, as: UTF8.self) else { return false }
        if let json = ObservedRequest.json(text) { return holdsSecret(json) }
        return text.split(whereSeparator: \.isNewline).contains { line in
            guard let mark = line.firstIndex(where: { $0 == "=" || $0 == ":" }) else {
                return false
            }
            let name = line[..<mark].trimmed
            return SecretNames.isSecretField(name)
                && !line[line.index(after: mark)...].trimmed.isEmpty
        }
    }

    private static func holdsSecret(_ value: JSONValue) -> Bool {
        switch value {
        case .array(let elements): elements.contains(where: holdsSecret)
        case .object(let object):
            object.members.contains { member in
                let isScalar = member.value.isScalar && member.value != .null
                return isScalar && SecretNames.isSecretField(member.name)
                    || holdsSecret(member.value)
            }
        case .null, .bool, .number, .string: false
        }
    }
}

extension ObservedRequest {
    /// Drops the files that are not kept after all.
    mutating func keepFiles(of bodies: RecordedBodies) {
        let paths = Set(bodies.files.map(\.path))
        switch body {
        case .file(let path)? where !paths.contains(path):
            body = .elsewhere("not kept here, as it may hold a secret")
        case .parts(let parts)?:
            body = .parts(
                parts.map { part in
                    guard part.isKept, !paths.contains(part.fileName ?? "") else { return part }
                    var other = Part(
                        name: part.name,
                        value: "",
                        fileName: part.shownName ?? part.name,
                        type: part.type
                    )
                    other.isKept = false
                    return other
                }
            )
        default: break
        }
    }
}
