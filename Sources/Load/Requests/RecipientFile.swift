package import Base
import CLinux
package import Contract
import Glibc
import Platform

/// The rows of an audience on disk; the file stays open for the lifetime of the object.
package final class RecipientFile: Sendable {
    package let table: CSVTable
    let descriptor: Int32
    /// When the file had been written to last.
    private let written: timespec

    /// - Parameter table: Index of the file, made when it was read through.
    /// - Throws: A `TemplateError` when the file cannot be read, or has changed since.
    package init(_ table: CSVTable) throws(TemplateError) {
        self.table = table
        descriptor = open(table.path, O_RDONLY | O_CLOEXEC)
        var status = stat()
        guard descriptor >= 0, fstat(descriptor, &status) == 0 else {
            throw TemplateError("cannot read \(table.path): \(SystemError.last)")
        }
        written = status.st_mtim
        guard Int(status.st_size) == table.size else {
            throw TemplateError(
                "\(table.path) changed while it was read: it had \(table.size) bytes, now it has "
                    + "\(status.st_size)"
            )
        }
    }

    /// How the file has changed since it was opened; `nil` for unchanged.
    ///
    /// Checked after each block, as a write updates the modification time first.
    var change: String? {
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { return SystemError.last.description }
        if Int(status.st_size) != table.size {
            return "it had \(table.size) bytes, now it has \(status.st_size)"
        }
        let now = status.st_mtim
        let isSame = now.tv_sec == written.tv_sec && now.tv_nsec == written.tv_nsec
        return isSame ? nil : "it was written to"
    }

    deinit {
        if descriptor >= 0 { close(descriptor) }
    }
}

extension RecipientFile: Hashable {
    package static func == (left: RecipientFile, right: RecipientFile) -> Bool {
        left.table == right.table
    }

    package func hash(into hasher: inout Hasher) { table.hash(into: &hasher) }
}

extension RecipientFile {
    /// Looks for values that would end a header field; takes time in proportion to the rows.
    ///
    /// - Parameter columns: Columns used in header fields; without any, no row is read.
    /// - Throws: A `TemplateError` for the first row that has one.
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
