/// What a sink tells of one request: when it came, for whom, which message it carried, and what became of it.
///
/// On its way it takes 24 bytes: three numbers, the least significant byte first.
package struct DeliveryRecord: Hashable, Sendable {
    /// What the sink answered, as far as it matters to who counts deliveries.
    package enum Outcome: UInt8, Hashable, Sendable {
        case taken
        /// The recipient is not there any more.
        case unregistered
        /// Refused for another reason.
        case refused
        /// No request: how busy the sink was since it last told, `arrival` in millionths of its time.
        case load
        /// No request: so many records, `arrival`, had no room.
        case dropped
    }

    /// What is to be said of a request beside that.
    package struct Marks: OptionSet, Hashable, Sendable {
        package let rawValue: UInt8

        package init(rawValue: UInt8) { self.rawValue = rawValue }

        /// No marker of the run is in it; `arrival` says nothing.
        package static let unmarked = Marks(rawValue: 1)
        /// The text behind the marker is another than was sent.
        package static let altered = Marks(rawValue: 2)
    }

    /// When the request was whole, in nanoseconds on CLOCK_MONOTONIC.
    package var moment: Int64
    /// The hash of whom it names, of `RecipientHash`.
    package var recipient: UInt64
    /// The number of the arrival that sent the message, below 2^40.
    package var arrival: UInt64
    package var outcome: Outcome
    package var marks: Marks

    package init(
        moment: Int64,
        recipient: UInt64 = 0,
        arrival: UInt64 = 0,
        outcome: Outcome,
        marks: Marks = []
    ) {
        self.moment = moment
        self.recipient = recipient
        self.arrival = arrival
        self.outcome = outcome
        self.marks = marks
    }
}

extension DeliveryRecord {
    /// How many bytes it takes.
    package static let byteCount = 24
    /// The greatest number of an arrival.
    package static let greatestArrival: UInt64 = 1 << 40 - 1
    /// 146 years.
    private static let greatestMoment: Int64 = 1 << 62

    /// Appends its bytes.
    package func append(to bytes: inout [UInt8]) {
        let last =
            min(arrival, Self.greatestArrival) << 24 | UInt64(outcome.rawValue) << 8
            | UInt64(marks.rawValue)
        for number in [UInt64(bitPattern: moment), recipient, last] {
            withUnsafeBytes(of: number.littleEndian) { bytes.append(contentsOf: $0) }
        }
    }

    /// Reads a record; `nil` for bytes that are none.
    ///
    /// - Parameter bytes: As many as `byteCount`.
    package init?(_ bytes: UnsafeRawBufferPointer) {
        func number(_ offset: Int) -> UInt64 {
            UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
        }
        guard bytes.count == Self.byteCount else { return nil }
        let last = number(16)
        let moment = Int64(bitPattern: number(0))
        // No clock shows others, and differences of these fit.
        guard (0...Self.greatestMoment).contains(moment),
            let outcome = Outcome(rawValue: UInt8(truncatingIfNeeded: last >> 8))
        else { return nil }
        self.init(
            moment: moment,
            recipient: number(8),
            arrival: last >> 24,
            outcome: outcome,
            marks: Marks(rawValue: UInt8(truncatingIfNeeded: last))
        )
    }
}

/// A number for the name of a recipient, the same wherever it is made; small letters and capitals are one, as
/// hexadecimal tokens are spelt both ways.
///
/// FNV-1a over the bytes, mixed at the end so that all bits are as good.
package enum RecipientHash {
    package static func of(_ name: some Sequence<UInt8>) -> UInt64 {
        var hash: UInt64 = 0xCBF2_9CE4_8422_2325
        for byte in name {
            let isCapital = byte >= UInt8(ascii: "A") && byte <= UInt8(ascii: "Z")
            hash = (hash ^ UInt64(isCapital ? byte | 0x20 : byte)) &* 0x100_0000_01B3
        }
        hash ^= hash >> 33
        hash = hash &* 0xFF51_AFD7_ED55_8CCD
        return hash ^ hash >> 33
    }
}
