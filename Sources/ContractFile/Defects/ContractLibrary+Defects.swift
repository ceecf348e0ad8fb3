package import Contract

extension ContractLibrary {
    /// Reads a file of defects.
    ///
    /// - Parameter path: The file.
    /// - Returns: What could be read, to be trusted only when `diagnostics` has no errors; `nil` when
    ///   there is too little of it.
    package func defects(at path: String) -> DefectFile? {
        let path = FilePath.normalized(path)
        guard let (_, _, reader) = opened(path, of: "a file of defects", DefectFileKeys.self) else {
            return nil
        }
        if let node = reader[\.defects], node.text != "1" {
            diagnostics.error(
                "expected version \"1\" of the format, got \(node.kindAndValue)",
                at: node,
                hint: "write defects: \"1\""
            )
        }
        var decoder = DefectDecoder(file: path, session: session)
        return decoder.file(reader, named: path)
    }
}
