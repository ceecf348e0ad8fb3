import Base
import Contract
import JSON
import Profile
import Synchronization

/// Supplies the values of one recipient, which are the same wherever the recipient is named.
final class RecipientStandIns: ValueStandIns {
    private let value: @Sendable (SlotValue, _ slot: UInt64) -> JSONValue
    private let next = Mutex<UInt64>(0)

    /// - Parameter value: Returns a value by its number among those of the recipient.
    init(_ value: @escaping @Sendable (SlotValue, UInt64) -> JSONValue) {
        self.value = value
    }

    func value(of function: TemplateFunction) -> JSONValue {
        let slot = next.withLock { next in
            next += 1
            return next - 1
        }
        return value(SlotValue(function), slot)
    }
}

extension LoadProfile.Audience {
    /// A recipient with its values filled in.
    ///
    /// - Parameters:
    ///   - evaluator: Defines the names of the contract.
    ///   - value: Returns a value by its number among those of the recipient; the number matters for random values
    ///     only.
    /// - Returns: The recipient.
    /// - Throws: `TemplateError` for an undefined name.
    func recipient(
        using evaluator: Evaluator,
        _ value: @escaping @Sendable (SlotValue, _ slot: UInt64) -> JSONValue
    ) throws(TemplateError) -> JSONValue {
        var evaluator = evaluator
        evaluator.standIns = RecipientStandIns(value)
        evaluator.scope[Self.indexName] = value(.index, Self.indexSlot)
        for (index, name) in (table?.columns ?? []).enumerated() {
            evaluator.scope[name] = value(.column(index), Self.indexSlot + 1 + UInt64(index))
        }
        return try evaluator.value(of: recipient)
    }

    /// Random values are numbered from zero; this slot and those of columns follow.
    private static let indexSlot: UInt64 = 1 << 31
}

/// Markers of a recipient's values: one number for each value.
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
