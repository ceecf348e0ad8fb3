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
        return part
    }

    /// The reason for a file that the contract cannot name.
    static func loss(_ what: String, _ file: String) -> String {
        "\(what) of the file \(file), which is not below the folder of the contract"
    }
}
