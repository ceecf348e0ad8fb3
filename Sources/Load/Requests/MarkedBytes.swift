import Contract
import HTTP

/// Bytes with markers in them, taken apart.
struct MarkedBytes {
    /// Why they cannot be.
    enum Fault: Error {
        /// A marker was cut, or spelled otherwise than byte by byte.
        case torn
        /// Recipients do not stand one behind the other.
        case unevenRecipients
        case nestedBase64
    }

    /// By the numbers in the markers.
    let meanings: [SlotMarkers.Meaning]

    /// What the bytes consist of, in order.
    func pieces(of bytes: [UInt8], isBase64: Bool = false) throws(Fault) -> [RequestPiece] {
        let found = try markers(in: bytes)
        var pieces: [RequestPiece] = []
        var position = 0
        var index = 0
        while index < found.count {
            let marker = found[index]
            pieces.append(.bytes(Array(bytes[position..<marker.range.lowerBound])))
            if marker.instance == .single {
                pieces.append(try piece(marker, isBase64: isBase64))
                index += 1
            } else {
                let count = found[index...].prefix { $0.instance == .first }.count
                let both = Array(found[index...].prefix(2 * count))
                pieces.append(try recipients(both, count, in: bytes, isBase64))
                index += 2 * count
            }
            position = found[index - 1].range.upperBound
        }
        return pieces + [.bytes(Array(bytes[position...]))]
    }

    private func markers(in bytes: [UInt8]) throws(Fault) -> [MarkerText.Found] {
        var found: [MarkerText.Found] = []
        while let next = MarkerText.next(in: bytes, from: found.last?.range.upperBound ?? 0) {
            guard !next.isTorn, meanings.indices.contains(next.number) else { throw .torn }
            found.append(next)
        }
        return found
    }

    /// The first recipient, what separates it from the second, and the second in the same form.
    ///
    /// What stands before the first value of a recipient counts as before the list, or as between
    /// two of them; with at least one recipient that comes to the same.
    private func recipients(
        _ markers: [MarkerText.Found],
        _ count: Int,
        in bytes: [UInt8],
        _ isBase64: Bool
    ) throws(Fault) -> RequestPiece {
        guard count > 0, markers.count == 2 * count else { throw .unevenRecipients }
        let (first, second) = (markers[..<count], markers[count...])
        var pieces: [RequestPiece] = []
        for (left, right) in zip(first, second) {
            guard right.instance == .second, left.number == right.number else {
                throw .unevenRecipients
            }
        }
        for position in 0..<count {
            if position > 0 {
                let between = Self.gap(markers, position, in: bytes)
                guard between == Self.gap(markers, count + position, in: bytes) else {
                    throw .unevenRecipients
                }
                pieces.append(.bytes(between))
            }
            pieces.append(try piece(markers[position], isBase64: isBase64))
        }
        return .recipients(pieces, separator: Self.gap(markers, count, in: bytes))
    }

    /// What stands before a marker, up to the one before it.
    private static func gap(
        _ markers: [MarkerText.Found],
        _ index: Int,
        in bytes: [UInt8]
    ) -> [UInt8] {
        Array(bytes[markers[index - 1].range.upperBound..<markers[index].range.lowerBound])
    }

    private func piece(
        _ marker: MarkerText.Found,
        isBase64: Bool
    ) throws(Fault) -> RequestPiece {
        let meaning = meanings[marker.number]
        var spelling = marker.spelling
        if let known = spelling {
            let isPlain = meaning.possibleBytes.map(known.keeps) ?? known.isIdentity
            if isPlain { spelling = nil }
        }
        switch meaning {
        case .drawn(let value):
            return .slot(
                RequestSlot(value, number: UInt64(marker.number), spelling: spelling)
            )
        case .ofRecipient(let value, let number):
            return .slot(
                RequestSlot(
                    value,
                    number: RequestSlot.firstOfRecipients + number,
                    isOfRecipient: true,
                    spelling: spelling
                )
            )
        case .signature: return .signature(spelling: spelling)
        case .base64(let text):
            guard !isBase64 else { throw .nestedBase64 }
            return .base64(
                try pieces(of: Array(text.utf8), isBase64: true),
                spelling: spelling
            )
        }
    }
}

extension RequestSlot {
    /// Below it lie the slots of arrivals.
    static let firstOfRecipients: UInt64 = 1 << 32
}
