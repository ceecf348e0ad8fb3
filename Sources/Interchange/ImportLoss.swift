package import JSON

/// A part of a document that the imported contract does not contain.
package struct ImportLoss: Hashable, Sendable {
    /// The file, as users name it; `nil` for the document itself.
    package var file: String?
    /// Its place there.
    package var location: InterchangeError.Place
    /// What it is, and why it was left out.
    package let reason: String
    /// Whether a comment at its operation or step mentions it.
    package var isNoted = false

    init(_ pointer: JSONPointer, _ reason: String) {
        location = .pointer(pointer)
        self.reason = reason
    }

    fileprivate init(
        file: String,
        _ location: InterchangeError.Place,
        _ reason: String,
        isNoted: Bool
    ) {
        self.file = file
        self.location = location
        self.reason = reason
        self.isNoted = isNoted
    }

    /// `nil` when its place is a line, or everywhere.
    package var pointer: JSONPointer? {
        if case .pointer(let pointer) = location { pointer } else { nil }
    }

    /// The loss with its place in the original document, if that is a pointer.
    func moved(
        to origin: (JSONPointer) -> (path: String?, pointer: JSONPointer)
    ) -> ImportLoss {
        guard let pointer else { return self }
        var moved = self
        let place = origin(pointer)
        (moved.file, moved.location) = (place.path, .pointer(place.pointer))
        return moved
    }

    /// `pets.yaml#/get/callbacks`, `notes.hurl:12`; only the pointer for the document itself.
    package var place: String {
        switch location {
        case .whole: file ?? ""
        case .pointer(let pointer): (file.map { "\($0)#" } ?? "") + pointer.description
        case .line(let line): (file.map { "\($0):" } ?? "line ") + "\(line)"
        }
    }
}

extension ImportLoss {
    /// The loss as a comment of the contract.
    package var note: String { "Not carried over (\(pointer?.description ?? place)): \(reason)" }
}

/// Records all losses with a place for a comment.
struct LossLedger {
    private(set) var losses: [ImportLoss] = []
    /// A loss that affects several requests is recorded once.
    private var known: Set<ImportLoss> = []

    /// Records a loss.
    ///
    /// - Parameters:
    ///   - reason: What it is, and why.
    ///   - place: Its place.
    ///   - file: The name of the file.
    /// - Returns: The loss as a line for a comment of the contract.
    mutating func note(
        _ reason: String,
        at place: InterchangeError.Place,
        of file: String
    ) -> String {
        let loss = ImportLoss(file: file, place, reason, isNoted: true)
        if known.insert(loss).inserted { losses.append(loss) }
        return loss.note
    }
}
