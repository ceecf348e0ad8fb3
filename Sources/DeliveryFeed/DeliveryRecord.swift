/// A sink's report of one request: when it came, for which recipient, which message it carried, and its outcome.
///
/// It is sent as 32 bytes: four numbers, the least significant byte first.
package struct DeliveryRecord: Hashable, Sendable {
    /// The sink's response, as far as it affects deliveries.
    package enum Outcome: UInt8, Hashable, Sendable {
        case taken
        /// The recipient is not there any more.
        case unregistered
        /// Rejected for another reason.
        case refused
        /// Not a request: how busy the sink was since its last load report, in millionths of its time, as
        /// `arrival`.
        case load
        /// Not a request: the number of dropped records, as `arrival`.
        case dropped
    }

    /// Further properties of a request.
    package struct Marks: OptionSet, Hashable, Sendable {
        package let rawValue: UInt8

        package init(rawValue: UInt8) { self.rawValue = rawValue }

        /// It has no marker of the run; `arrival` is meaningless.
        package static let unmarked = Marks(rawValue: 1)
        /// The text after the marker differs from the one that was sent.
        package static let altered = Marks(rawValue: 2)
    }

    /// When the request was complete, in nanoseconds on CLOCK_MONOTONIC.
    package var moment: Int64
    /// Time from then until the response left, in nanoseconds.
    package var delay: Int64
    /// The hash of the recipient's name, from `RecipientHash`.
    package var recipient: UInt64
    /// The number of the arrival that sent the message, below 2^40.
    package var arrival: UInt64
    package var outcome: Outcome
    package var marks: Marks

    package init(
        moment: Int64,
        delay: Int64 = 0,
        recipient: UInt64 = 0,
        arrival: UInt64 = 0,
        outcome: Outcome,
        marks: Marks = []
    ) {
        self.moment = moment
        self.delay = delay
        self.recipient = recipient
        self.arrival = arrival
        self.outcome = outcome
        self.marks = marks
    }
}

extension DeliveryRecord {
    /// Number of bytes of a record.
    package static let byteCount = 32
    /// The greatest number of an arrival.
    package static let greatestArrival: UInt64 = 1 << 40 - 1
    /// 146 years.
    private static let greatestMoment: Int64 = 1 << 62

    /// Appends its bytes.
    package func append(to bytes: inout [UInt8]) {
        let last =
            min(arrival, Self.greatestArrival) << 24 | UInt64(outcome.rawValue) << 8
            | UInt64(marks.rawValue)
        for number in [UInt64(bitPattern: moment), UInt64(bitPattern: delay), recipient, last] {
            withUnsafeBytes(of: number.littleEndian) { bytes.append(contentsOf: $0) }
        }
    }

    /// Decodes a record; `nil` for invalid bytes.
    ///
    /// - Parameter bytes: As many as `byteCount`.
    package init?(_ bytes: UnsafeRawBufferPointer) {
        func number(_ offset: Int) -> UInt64 {
            UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
        }
        guard bytes.count == Self.byteCount else { return nil }
        let last = number(24)
        let moment = Int64(bitPattern: number(0))
        let delay = Int64(bitPattern: number(8))
        // No clock shows others; differences and sums of these fit.
        guard (0...Self.greatestMoment).contains(moment),
            (0...Self.greatestMoment / 2).contains(delay),
            let outcome = Outcome(rawValue: UInt8(truncatingIfNeeded: last >> 8))
        else { return nil }
        self.init(
            moment: moment,
            delay: delay,
            recipient: number(16),
            arrival: last >> 24,
            outcome: outcome,
            marks: Marks(rawValue: UInt8(truncatingIfNeeded: last))
        )
    }
}

/// Hash of a recipient's name, equal in all processes; ignores case, as hexadecimal tokens occur in both cases.
///
/// FNV-1a over the bytes, with a final mix so that all bits are equally good.
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
