package import Contract

/// The statements of a document, and the fate of each.
package struct Inventory: Hashable, Sendable {
    /// The inventory file.
    package let file: String
    package let document: TracedDocument
    /// In file order.
    package let statements: [Statement]
    /// Lines without statements, in file order.
    package let asides: [Aside]

    package init(
        file: String,
        document: TracedDocument,
        statements: [Statement],
        asides: [Aside]
    ) {
        self.file = file
        self.document = document
        self.statements = statements
        self.asides = asides
    }
}

/// The document of an inventory; its text is elsewhere.
package struct TracedDocument: Hashable, Sendable {
    /// Its name in the `docs:` of the contracts next to the inventory.
    package let name: String
    /// For people; the name if the inventory has no title.
    package let title: String
    /// The number of lines of the text; `nil` until recorded.
    package let lineCount: Int?
    /// Of the file's bytes, 64 hexadecimal digits; `nil` until recorded.
    package let sha256: String?

    package init(name: String, title: String, lineCount: Int?, sha256: String?) {
        self.name = name
        self.title = title
        self.lineCount = lineCount
        self.sha256 = sha256
    }
}

/// One statement of a document, which can be true or false.
package struct Statement: Hashable, Sendable {
    package let name: String
    package let lines: LineRanges
    /// Of those lines, eight hexadecimal digits; `nil` until recorded.
    package let digest: String?
    /// The statement in the words of the inventory's author.
    package let says: String
    package let fate: Fate
    package let location: SourceLocation

    package init(
        name: String,
        lines: LineRanges,
        digest: String?,
        says: String,
        fate: Fate,
        location: SourceLocation
    ) {
        self.name = name
        self.lines = lines
        self.digest = digest
        self.says = says
        self.fate = fate
        self.location = location
    }

    /// The fate of a statement.
    package enum Fate: Hashable, Sendable {
        /// Contracts promise it: at least one promise.
        case promised([PromiseReference])
        /// Only the device or the app can see it, for this reason.
        case local(String)
        /// Only the service's own web console shows it, for this reason.
        case console(String)
        /// Not promised yet, for this reason.
        case open(String)
        /// A later source contradicts it; the promises follow that source and may be empty.
        case contradicted(Contradiction, [PromiseReference])

        /// The promises of the statement, in the order of the file.
        package var promises: [PromiseReference] {
            switch self {
            case .promised(let promises), .contradicted(_, let promises): promises
            case .local, .console, .open: []
            }
        }
    }
}

/// Why a statement is no longer true.
package struct Contradiction: Hashable, Sendable {
    /// The contradicting source: `notes#2017-06`.
    package let by: String
    package let because: String

    package init(by: String, because: String) {
        self.by = by
        self.because = because
    }
}

/// A reference of an inventory to a row of coverage.
package struct PromiseReference: Hashable, Sendable {
    /// As the inventory writes it.
    package let text: String
    /// The row, once it was found; `nil` if the contracts could not be read.
    package let key: PromiseKey?

    package init(text: String, key: PromiseKey?) {
        self.text = text
        self.key = key
    }
}

/// Lines of a document without a statement to check.
package struct Aside: Hashable, Sendable {
    package let lines: LineRanges
    package let because: String
    /// Of those lines, eight hexadecimal digits; `nil` until recorded.
    package let digest: String?
    package let location: SourceLocation

    package init(lines: LineRanges, because: String, digest: String?, location: SourceLocation) {
        self.lines = lines
        self.because = because
        self.digest = digest
        self.location = location
    }
}
