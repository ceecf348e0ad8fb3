import Contract
import HTTP

/// Bytes with markers in them, taken apart.
struct MarkedBytes {
    /// Why they cannot be.
    enum Fault: Error {
        /// A marker was cut, or an encoder changed more than single bytes.
        case torn
        /// The recipients are not a list of equal pieces.
        case unevenRecipients
        case nestedBase64
    }

    /// By the numbers in the markers.
    private let meanings: [SlotMarkers.Meaning]
    /// The body of the request before compression; `nil` for none.
    private let body: [UInt8]?
    /// The slot of the first meaning.
    private let firstNumber: UInt64

    init(_ meanings: [SlotMarkers.Meaning], body: [UInt8]? = nil, firstNumber: UInt64 = 0) {
        self.meanings = meanings
        self.body = body
        self.firstNumber = firstNumber
    }

    /// Slots of random values, among those in these places, in the order of use.
    func drawnNumbers(_ places: Range<Int>) -> [UInt64] {
        meanings.indices.clamped(to: places).filter { index in
            if case .drawn = meanings[index] { true } else { false }
        }.map { firstNumber + UInt64($0) }
    }

    /// Splits bytes into pieces, in order.
    func pieces(of bytes: [UInt8], isBase64: Bool = false) throws(Fault) -> [RequestPiece] {
        let found = try markers(in: bytes)
        var pieces: [RequestPiece] = []
        var position = 0
        var index = 0
        while index < found.count {
            let marker = found[index]
            pieces.append(.bytes(Array(bytes[position..<marker.range.lowerBound])))
            if marker.instance == .single {
                pieces += try self.pieces(marker, isBase64: isBase64)
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

    /// Learns the form of a list from the first recipient, the separator, and the second in the same form.
    ///
    /// Bytes before the first value of a recipient belong to the text before the list, or to the separator; both
    /// write the same bytes for at least one recipient.
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
            pieces += try self.pieces(markers[position], isBase64: isBase64)
        }
        return .recipients(pieces, separator: Self.gap(markers, count, in: bytes))
    }

    /// Bytes between a marker and the one before it.
    private static func gap(
        _ markers: [MarkerText.Found],
        _ index: Int,
        in bytes: [UInt8]
    ) -> [UInt8] {
        Array(bytes[markers[index - 1].range.upperBound..<markers[index].range.lowerBound])
    }

    /// The pieces that a marker stands for.
    private func pieces(
        _ marker: MarkerText.Found,
        isBase64: Bool
    ) throws(Fault) -> [RequestPiece] {
        let meaning = meanings[marker.number]
        var spelling = marker.spelling
        if let known = spelling {
            let isPlain = meaning.possibleBytes.map(known.keeps) ?? known.isIdentity
            if isPlain { spelling = nil }
        }
        switch meaning {
        case .drawn(let value):
            let number = firstNumber + UInt64(marker.number)
            return [.slot(RequestSlot(value, number: number, spelling: spelling))]
        case .ofRecipient(let value, let number):
            return [
                .slot(
                    RequestSlot(
                        value,
                        number: RequestSlot.firstOfRecipients + number,
                        isOfRecipient: true,
                        spelling: spelling
                    )
                )
            ]
        case .captured(let index, _):
            return [.slot(RequestSlot(.captured(index), number: 0, spelling: spelling))]
        case .arrival: return [.slot(RequestSlot(.message, number: 0, spelling: spelling))]
        case .token(let index):
            return [.slot(RequestSlot(.token(index), number: 0, spelling: spelling))]
        case .signature: return [.signature(spelling: spelling)]
        case .base64(let text):
            guard !isBase64 else { throw .nestedBase64 }
            let inner = try pieces(of: Array(text.utf8), isBase64: true)
            return [.base64(inner, spelling: spelling)]
        case .signedBody(let text):
            // A body that is changed after signing would not match its signature.
            return text == body ? [.body] : try pieces(of: text, isBase64: isBase64)
        case .hash(let text, let hash):
            if text == body { return [.bodyHash(hash, spelling: spelling)] }
            let inner = try pieces(of: text, isBase64: isBase64)
            return [.hash(inner, hash, spelling: spelling)]
        }
    }
}

extension RequestSlot {
    /// Slots from here on belong to values that a signing key is derived from.
    static let firstOfKeys: UInt64 = 1 << 31
    /// Slots below this one belong to arrivals.
    static let firstOfRecipients: UInt64 = 1 << 32
}
