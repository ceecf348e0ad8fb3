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

    /// Values under names of secrets in the bodies.
    private(set) var secrets: [String] = []
    /// The largest body of text that a contract contains, in bytes: people read it, and it has a maximum size.
    static let largestText = 64 << 10
    /// The name of a longer one.
    static let longText = "body.txt"

    init(folder: String?) { self.folder = folder }

    /// Stores a body.
    ///
    /// - Parameters:
    ///   - bytes: The content.
    ///   - name: The client's name for it.
    /// - Returns: The path of its file; `nil` when it is not kept.
    mutating func keep(_ bytes: [UInt8], named name: String) -> String? {
        let found = BodySecrets(bytes).values
        secrets += found
        guard let folder, found.isEmpty else { return nil }
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
        let limit = part.fileName == nil ? Self.largestText : 2_048
        if let text, text.utf8.count <= limit, part.fileName == nil || !text.utf8.contains(0) {
            var kept = ObservedRequest.Part(name: part.name, value: text, fileName: nil)
            kept.shownName = part.fileName
            kept.type = part.type
            return kept
        }
        let isSecret = SecretNames.isSecretField(part.name)
        if isSecret, let text { secrets.append(text) }
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
        let redactor = Redactor(longSecrets: secrets.filter { $0.utf8.count >= 6 })
        files.removeAll { redactor.redact($0.bytes) != $0.bytes }
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
