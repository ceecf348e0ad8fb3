/// One row of coverage: a promise and what became of it.
package struct PromiseResult: Equatable, Sendable {
    /// What kind of row a promise is.
    package enum Kind: String, Hashable, Sendable {
        /// An operation's success answer.
        case success
        /// A trigger of an error code.
        case error
        /// Something else an operation promises.
        case behaviour
        /// A row of the error catalogue.
        case catalogue
    }

    /// `createPush`, `createPush/both-times` or `errors/E404002`; `client/NAME` for an error of the
    /// client.
    package var id: String
    package var kind: Kind
    package var basis: Basis
    /// What it says, when the contract says it in words.
    package var summary: String?
    /// The pointer to the document: `objc#Heading`.
    package var doc: String?
    package var location: SourceLocation
    package var status: PromiseStatus
    /// Whether it follows from the contract alone: a precondition of the client leads to this error,
    /// and nothing that a server answers does.
    package var isByConstruction: Bool
    /// Why it is held by the model of the client alone, and no server has a part in it; `nil` when a server
    /// has, and when it is not held.
    package var modelled: ModelledReason?
    /// Whether it is held only as far as was tried: a case that covers it was to run and did not.
    package var isPartlyTried = false
    /// Whether it is held because the answer was a failure, while which one is less sure than what counts.
    package var isCodeUnjudged = false
    /// Whether it is waived, and all its cases were run all the same and held.
    package var isNeedlesslyWaived = false
    /// Why it is waived or untestable, why it was not covered, or why not every case ran.
    package var reason: String?
    /// The cases that cover it, by expanded name, in file order.
    package var cases: [String]
    /// The proof that a defect would have broken it; `nil` if that was not tested.
    package var proof: PromiseProof?
    /// Why nothing that a server could do wrong would break it.
    package var noDefect: String?

    package init(
        id: String,
        kind: Kind,
        basis: Basis,
        summary: String? = nil,
        doc: String? = nil,
        location: SourceLocation,
        status: PromiseStatus,
        isByConstruction: Bool = false,
        reason: String? = nil,
        cases: [String] = []
    ) {
        self.id = id
        self.kind = kind
        self.basis = basis
        self.summary = summary
        self.doc = doc
        self.location = location
        self.status = status
        self.isByConstruction = isByConstruction
        self.reason = reason
        self.cases = cases
    }
}

extension PromiseResult {
    /// What tells it from every other row.
    package var key: PromiseKey { PromiseKey(file: location.file, id: id) }

    /// A row that is not covered.
    ///
    /// - Parameters:
    ///   - kind: What kind of row it is.
    ///   - promised: What the contract says of it.
    ///   - prefix: The prefix of its name in identifiers: `errors/`.
    package init(_ kind: Kind, _ promised: some Promised, prefix: String = "") {
        self.init(
            id: prefix + promised.id,
            kind: kind,
            basis: promised.basis,
            summary: promised.summary,
            doc: promised.doc,
            location: promised.location,
            status: .notCovered
        )
        noDefect = promised.noDefect
    }

    /// Whether a defect would have broken it; `nil` if that was not tested.
    package var isProven: Bool? { proof?.isProven }

    /// Whether it is said to be held, the documents say it, and nothing shows that it could break.
    package var lacksProof: Bool {
        status == .passed && basis == .documented && noDefect == nil && proof?.isProven == false
    }
}

/// Why no server could break a promise that is held.
package enum ModelledReason: String, CaseIterable, Sendable {
    /// What was compared, the client itself sent or remembers.
    case requests
    /// The failure that a call met was made on purpose, in front of the server.
    case failures
    /// Nothing was sent.
    case unsent
    /// What was compared went from the tool to its own listeners.
    case listeners

    /// For people.
    package var sentence: String {
        switch self {
        case .requests:
            "the compared value is a request that Assay makes from performs:, or the client's "
                + "state"
        case .failures: "Assay makes the call fail, and no response of the server has a part in it"
        case .unsent: "nothing is sent: the client that the contract describes decides by itself"
        case .listeners: "the request goes from Assay to a listener of its own"
        }
    }
}
