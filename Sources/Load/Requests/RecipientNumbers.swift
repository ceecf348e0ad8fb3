import Synchronization

/// The markers of a recipient's values: one number for each, however often it is asked for.
final class RecipientNumbers: Sendable {
    private let markers: SlotMarkers
    private let known = Mutex<[SlotMarkers.Meaning: Int]>([:])

    init(_ markers: SlotMarkers) {
        self.markers = markers
    }

    /// The number of the marker of a value.
    func number(of value: SlotValue, _ slot: UInt64) -> Int {
        let meaning = SlotMarkers.Meaning.ofRecipient(value, slot)
        if let number = known.withLock({ $0[meaning] }) { return number }
        let number = markers.add(meaning)
        known.withLock { $0[meaning] = number }
        return number
    }
}
