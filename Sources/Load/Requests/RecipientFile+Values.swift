import Base
import Contract

extension RecipientFile {
    /// Looks for values that would end a header field; takes time in proportion to the rows.
    ///
    /// - Parameter columns: Those that stand in header fields; nothing is read without any.
    /// - Throws: The first row that has one.
    func checkHeadValues(in columns: Set<Int>) throws(TemplateError) {
        guard !columns.isEmpty else { return }
        var reader = RecipientReader(self)
        for row in 0..<table.rowCount {
            guard reader.read(row) else { break }
            for column in columns.sorted() {
                var isPlain = true
                reader.value(of: column) { value in
                    isPlain = value.allSatisfy { $0 >= 0x20 && $0 != 0x7F || $0 == 0x09 }
                }
                guard !isPlain else { continue }
                throw TemplateError(
                    "\(table.path): row \(row + 1) has a control character in column "
                        + "\"\(table.columns[column])\", which stands in a header field"
                )
            }
        }
        if let failure = reader.failure { throw TemplateError(failure.description) }
    }
}
