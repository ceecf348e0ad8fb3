/// Finds the files that requests of another tool send.
package struct ForeignFiles {
    private let find: (_ path: String, _ document: String) -> String?

    /// - Parameter find: Takes the path of a file, as written, and the name of the document that refers to it; returns
    ///   the path relative to the contract, or `nil` if the contract cannot name the file.
    package init(_ find: @escaping (_ path: String, _ document: String) -> String?) {
        self.find = find
    }

    /// No file can be found.
    package static var none: ForeignFiles { ForeignFiles { _, _ in nil } }

    /// The path of a file relative to the contract; `nil` if the contract cannot name it.
    func path(of file: String, in document: String) -> String? {
        LiteralText.isTemplate(file) ? nil : find(file, document)
    }

    /// A part with the content of a file.
    ///
    /// - Parameters:
    ///   - name: The name of the part.
    ///   - file: The path of the file, as written.
    ///   - document: The name of the document that refers to it.
    /// - Returns: The part; its file is stored if the contract can name it.
    func part(_ name: String, file: String, in document: String) -> ObservedRequest.Part {
        let known = path(of: file, in: document)
        var part = ObservedRequest.Part(name: name, value: "", fileName: known ?? file)
        part.isKept = known != nil
        if part.isKept { part.type = Self.type(of: file) }
        return part
    }

    /// The media type that curl, and Hurl by it, sends with a file; `nil` for the default type.
    ///
    /// Source: Curl_mime_contenttype in lib/mime.c of curl 8.
    private static func type(of file: String) -> String? {
        let name = file.lowercased()
        return types.first { name.hasSuffix($0.ending) }?.type
    }

    private static let types: [(ending: String, type: String)] = [
        (".gif", "image/gif"), (".jpg", "image/jpeg"), (".jpeg", "image/jpeg"),
        (".png", "image/png"), (".svg", "image/svg+xml"), (".txt", "text/plain"),
        (".htm", "text/html"), (".html", "text/html"), (".pdf", "application/pdf"),
        (".xml", "application/xml"),
    ]

    /// The reason for a file that the contract cannot name.
    static func loss(_ what: String, _ file: String) -> String {
        "\(what) of the file \(file), which is not below the folder of the contract"
    }
}
