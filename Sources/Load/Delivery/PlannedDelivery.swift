import Base
import Contract
package import DeliveryFeed
import LoadModel
import Measure
import JSON
import Profile

/// How deliveries are identified, and the recipients of each message.
package struct PlannedDelivery: Sendable {
    let scope: DeliveryScope
    package let marker: DeliveryMarker
    let recipients: RecipientIndex

    /// Joins sent messages with the deliveries of a sink.
    ///
    /// - Parameters:
    ///   - result: Names the sink and the times wanted; its counts are zero.
    ///   - plan: The load to send.
    /// - Returns: An empty join.
    func join(_ result: RunDelivery, for plan: LoadPlan) -> DeliveryJoin {
        var result = result
        result.drain = plan.shape.drain
        return DeliveryJoin(
            scope,
            recipients: recipients,
            result: result,
            shard: plan.shard,
            offset: plan.messageOffset,
            timeout: plan.shape.timeout
        )
    }
}

extension RecipientIndex {
    /// Indexes every member of an audience by what a sink sees of it.
    ///
    /// - Parameters:
    ///   - template: What a sink sees of a recipient.
    ///   - audience: The audience of the profile.
    ///   - members: The same audience, as requests are made for it.
    ///   - evaluator: Defines the names of the contract.
    /// - Throws: `TemplateError` when the template has no value, or the same value for two recipients.
    init(
        of template: TemplateValue,
        in audience: LoadProfile.Audience,
        _ members: LoadAudience,
        using evaluator: Evaluator
    ) throws(TemplateError) {
        var names = try RecipientNames(template, in: audience, members, using: evaluator)
        self.init(capacity: Int(members.count))
        for number in 0..<members.count {
            guard let name = names.name(of: number) else {
                throw TemplateError(names.failure ?? "a recipient cannot be read")
            }
            guard let other = insert(RecipientHash.of(name), number: UInt32(number)) else {
                continue
            }
            let text = String(decoding: name, as: UTF8.self)
            throw TemplateError(
                "recipients \(other) and \(number) are \"\(text)\" to a sink; expected a text that "
                    + "each has of its own"
            )
        }
    }
}

/// Evaluates what a sink sees of recipients, one after the other.
private struct RecipientNames: ~Copyable {
    private var writer: RequestWriter
    private var output = ByteBuffer()

    init(
        _ template: TemplateValue,
        in audience: LoadProfile.Audience,
        _ members: LoadAudience,
        using evaluator: Evaluator
    ) throws(TemplateError) {
        let markers = SlotMarkers()
        let numbers = RecipientNumbers(markers)
        var marking = evaluator
        // A recipient's values do not depend on the message sent to it.
        marking.scope[LoadProfile.Delivery.markerName] = ""
        marking.scope["recipient"] = try audience.recipient(using: marking) { value, slot in
            markers.marker(numbers.number(of: value, slot), .single)
        }
        let text = try marking.value(of: template)
        do throws(MarkedBytes.Fault) {
            let parser = MarkedBytes(markers.meanings)
            let layout = RequestLayout(
                method: "",
                target: [],
                fields: [],
                body: try parser.pieces(of: Array(text.scalarText.utf8))
            )
            writer = RequestWriter(layout, audience: members.oneByOne)
        } catch {
            throw TemplateError("what a sink sees of a recipient is cut or changed from what it is")
        }
    }

    /// `nil` when it cannot be read, see `failure`.
    mutating func name(of number: UInt64) -> [UInt8]? {
        let arrival = RequestWriter.Arrival(
            index: number,
            seed: 0,
            moment: Timestamp(nanosecondsSince1970: 0)
        )
        guard writer.write(arrival, to: &output) else { return nil }
        return Array(writer.body.bytes)
    }

    var failure: String? { writer.failure?.description }
}
