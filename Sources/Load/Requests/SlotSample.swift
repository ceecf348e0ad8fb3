import Contract
import JSON
import Synchronization

/// The values of one arrival, as the engine writes them.
struct SlotSample: Sendable {
    let arrival: RequestWriter.Arrival
    let audience: LoadAudience?
    private let rows: SampleRows?

    init(arrival: RequestWriter.Arrival, audience: LoadAudience?) {
        self.arrival = arrival
        self.audience = audience
        rows = audience?.file.map(SampleRows.init)
    }

    /// A value of the arrival.
    func value(_ value: SlotValue, number: UInt64) -> JSONValue {
        json(RequestSlot(value, number: number), arrival)
    }

    /// A value of a recipient, by its number among those of the recipient.
    func value(_ value: SlotValue, _ slot: UInt64, ofRecipient recipient: UInt64) -> JSONValue {
        if case .column(let column) = value {
            return .string(rows?.text(of: column, row: Int(recipient)) ?? "")
        }
        // Drawn like a value of the arrival with that number: random values depend on the number and the slot.
        let number = RequestSlot.firstOfRecipients + slot
        let other = RequestWriter.Arrival(
            index: recipient,
            seed: audience?.seed ?? arrival.seed,
            moment: arrival.moment
        )
        return json(RequestSlot(value, number: number), other)
    }

    private func json(_ slot: RequestSlot, _ arrival: RequestWriter.Arrival) -> JSONValue {
        let layout = RequestLayout(method: "", target: [.slot(slot)], fields: [], body: nil)
        var output = ByteBuffer()
        var writer = RequestWriter(layout)
        writer.write(arrival, to: &output)
        let line = output.bytes.dropFirst().prefix { $0 != 0x0D }.dropLast(" HTTP/1.1".utf8.count)
        let text = String(decoding: line, as: UTF8.self)
        return slot.value.isNumber ? Int(text).map(JSONValue.integer) ?? .null : .string(text)
    }
}

/// Rows of an audience, shared between threads.
private final class SampleRows: Sendable {
    private let reader: Mutex<RecipientReader>

    init(_ file: RecipientFile) {
        reader = Mutex(RecipientReader(file))
    }

    /// The value of a column; `nil` when the row cannot be read.
    func text(of column: Int, row: Int) -> String? {
        reader.withLock { reader in
            guard reader.read(row) else { return nil }
            var text = ""
            reader.value(of: column) { text = String(decoding: $0, as: UTF8.self) }
            return text
        }
    }
}

/// Supplies the values of one arrival in the order of drawing.
final class DrawnStandIns: ValueStandIns {
    private let sample: SlotSample
    private let numbers: [UInt64]
    private let next = Mutex(0)

    /// - Parameters:
    ///   - sample: The arrival.
    ///   - numbers: The slots, in the order of use.
    init(_ sample: SlotSample, numbers: [UInt64]) {
        self.sample = sample
        self.numbers = numbers
    }

    func value(of function: TemplateFunction) -> JSONValue {
        let position = next.withLock { next in
            next += 1
            return next - 1
        }
        guard numbers.indices.contains(position) else { return .null }
        return sample.value(SlotValue(function), number: numbers[position])
    }
}
