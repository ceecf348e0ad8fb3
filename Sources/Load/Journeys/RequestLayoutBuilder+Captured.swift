import Contract
import HTTP

/// Captured values in JSON bodies, which are numbers in some requests and texts in others.
extension RequestLayoutBuilder {
    /// The pieces of a body, where captured values in quotes are replaced, quotes included, by JSON values if a
    /// number would take their place.
    func typed(_ pieces: [RequestPiece]) throws(TemplateError) -> [RequestPiece] {
        guard !captured.isEmpty else { return pieces }
        var bare = try bareValues()
        var typed = pieces
        for position in pieces.indices {
            guard case .slot(let slot) = pieces[position], case .captured(let index) = slot.value,
                !bare.isEmpty, bare.removeFirst(), position > 0, position + 1 < pieces.count,
                case .bytes(let before) = typed[position - 1], before.last == 0x22,
                case .bytes(let after) = typed[position + 1], after.first == 0x22
            else { continue }
            typed[position - 1] = .bytes(before.dropLast())
            typed[position + 1] = .bytes(Array(after.dropFirst()))
            typed[position] = .slot(
                RequestSlot(.capturedJSON(index), number: 0, spelling: slot.spelling)
            )
        }
        return typed
    }

    /// For each captured value in the body, whether a number there would be without quotes.
    private func bareValues() throws(TemplateError) -> [Bool] {
        let markers = SlotMarkers()
        var marking = evaluator
        try bindRecipients(in: &marking, markers)
        for (index, name) in captured.enumerated() {
            let number = markers.add(.captured(index, isNumber: true))
            marking.scope[name] = markers.marker(number, .single)
        }
        marking.standIns = markers
        let body = try prepared(markers, using: &marking).body ?? []
        let meanings = markers.meanings
        var bare: [Bool] = []
        var (position, isInText) = (0, false)
        while let found = MarkerText.next(in: body, from: position) {
            isInText = Self.isInText(isInText, after: body[position..<found.range.lowerBound])
            if meanings.indices.contains(found.number), case .captured = meanings[found.number] {
                bare.append(!isInText)
            }
            position = found.range.upperBound
        }
        return bare
    }

    /// Whether a JSON text is within quotes after these bytes.
    private static func isInText(_ begins: Bool, after bytes: ArraySlice<UInt8>) -> Bool {
        var (isInText, isEscaped) = (begins, false)
        for byte in bytes {
            if isEscaped {
                isEscaped = false
            } else if byte == UInt8(ascii: "\\") {
                isEscaped = isInText
            } else if byte == UInt8(ascii: "\"") {
                isInText.toggle()
            }
        }
        return isInText
    }
}
