package import JSON

/// Something that a document says and the contract that is made from it does not.
package struct ImportLoss: Hashable, Sendable {
    /// The file that says it, as people name it; `nil` for the document itself.
    package var file: String?
    /// Where it stands there.
    package var location: InterchangeError.Place
    /// What it is, and why it stays behind.
    package let reason: String
    /// Whether a comment says it at the operation or the step that it belongs to.
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

    /// `nil` when it stands in a line, or everywhere.
    package var pointer: JSONPointer? {
        if case .pointer(let pointer) = location { pointer } else { nil }
    }

    /// The same in the document that it came from, when a pointer says where it stands.
    func moved(
        to origin: (JSONPointer) -> (path: String?, pointer: JSONPointer)
    ) -> ImportLoss {
        guard let pointer else { return self }
        var moved = self
        let place = origin(pointer)
        (moved.file, moved.location) = (place.path, .pointer(place.pointer))
        return moved
    }

    /// `pets.yaml#/get/callbacks`, `notes.hurl:12`; of the document itself the pointer alone.
    package var place: String {
        switch location {
        case .whole: file ?? ""
        case .pointer(let pointer): (file.map { "\($0)#" } ?? "") + pointer.description
        case .line(let line): (file.map { "\($0):" } ?? "line ") + "\(line)"
        }
    }
}

extension ImportLoss {
    /// The loss as a comment of the contract says it.
    package var note: String { "Not carried over (\(pointer?.description ?? place)): \(reason)" }
}

/// Where everything is written down that stays behind and has a place for a comment.
struct LossLedger {
    private(set) var losses: [ImportLoss] = []
    /// What is said for several requests is one loss.
    private var known: Set<ImportLoss> = []

    /// Writes one thing down.
    ///
    /// - Parameters:
    ///   - reason: What it is, and why.
    ///   - place: Where it stands.
    ///   - file: The name of the file.
    /// - Returns: The same as a line for a comment of the contract.
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
