/// One row of coverage: a promise and its result.
package struct PromiseResult: Equatable, Sendable {
    /// The kind of a coverage row.
    package enum Kind: String, Hashable, Sendable {
        /// An operation's success.
        case success
        /// A trigger of an error code.
        case error
        /// Another promise of an operation.
        case behaviour
        /// A row of the error catalogue.
        case catalogue
    }

    /// `createPush`, `createPush/both-times` or `errors/E404002`; `client/NAME` for an error of the
    /// client.
    package var id: String
    package var kind: Kind
    package var basis: Basis
    /// Its text, if the contract has one.
    package var summary: String?
    /// The pointer to the document: `objc#Heading`.
    package var doc: String?
    package var location: SourceLocation
    package var status: PromiseStatus
    /// Whether it follows from the contract alone: a precondition of the client leads to this error, and no response
    /// of a server does.
    package var isByConstruction: Bool
    /// Why it passes by the model of the client alone, without a server; `nil` when a server is involved, and when it
    /// did not pass.
    package var modelled: ModelledReason?
    /// Whether it passed although only partly covered: a case that covers it was selected but did
    /// not run.
    package var isPartlyTried = false
    /// Whether it passed because the response was a failure of any code: the basis of the exact
    /// code is weaker than the run requires.
    package var isCodeUnjudged = false
    /// Whether it is waived although all its cases were run and passed.
    package var isNeedlesslyWaived = false
    /// Why it is waived or untestable, why it was not covered, or why not every case ran.
    package var reason: String?
    /// The cases that cover it, by expanded name, in file order.
    package var cases: [String]
    /// The proof that a defect would have broken it; `nil` if that was not tested.
    package var proof: PromiseProof?
    /// Why no defect of a server could make it fail.
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
    /// The identity of the row.
    package var key: PromiseKey { PromiseKey(file: location.file, id: id) }

    /// A row that is not covered.
    ///
    /// - Parameters:
    ///   - kind: The kind of the row.
    ///   - promised: The contract's facts about it.
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

    /// Whether a defect would have failed it; `nil` if that was not tested.
    package var isProven: Bool? { proof?.isProven }

    /// Whether it passed and is documented, but nothing proves it.
    package var lacksProof: Bool {
        status == .passed && basis == .documented && noDefect == nil && proof?.isProven == false
    }
}

/// Why no server could fail a promise that passed.
package enum ModelledReason: String, CaseIterable, Sendable {
    /// The client itself sent or stored what was compared.
    case requests
    /// The call met a failure that was injected in front of the server.
    case failures
    /// Nothing was sent.
    case unsent
    /// The tool sent what was compared to its own listeners.
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
