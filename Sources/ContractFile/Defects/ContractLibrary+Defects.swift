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
        reader.checkVersion(\.defects)
        var decoder = DefectDecoder(file: path, session: session)
        return decoder.file(reader)
    }
}
