package import Contract
import Glibc

/// The rows of an audience on disk, open as long as anybody reads them.
package final class RecipientFile: Sendable {
    package let table: CSVTable
    let descriptor: Int32

    /// - Parameter table: What the file held when it was gone through.
    /// - Throws: Why it cannot be read, or that it has changed since.
    package init(_ table: CSVTable) throws(TemplateError) {
        self.table = table
        descriptor = open(table.path, O_RDONLY | O_CLOEXEC)
        var status = stat()
        guard descriptor >= 0, fstat(descriptor, &status) == 0 else {
            throw TemplateError("cannot read \(table.path): \(String(cString: strerror(errno)))")
        }
        guard Int(status.st_size) == table.size else {
            throw TemplateError(
                "\(table.path) changed while it was read: it had \(table.size) bytes, now it has "
                    + "\(status.st_size)"
            )
        }
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
