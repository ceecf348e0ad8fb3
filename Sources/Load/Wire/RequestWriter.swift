import Base
import Compression
import Contract
import Cryptography

/// Writes the requests of arrivals, one after the other, in reused memory.
struct RequestWriter: ~Copyable {
    /// The inputs of one request.
    struct Arrival {
        let index: UInt64
        let seed: UInt64
        /// The value of `now`.
        let moment: Timestamp
    }

    let layout: RequestLayout
    /// Recipients of the requests; `nil` without an audience.
    private let audience: LoadAudience?
    /// The signing hash; `nil` before the first request with a derived key.
    var hash: KeyedHash?
    /// The texts that its key was derived by.
    var keyTexts = ByteBuffer(capacity: 0)
    let compressor: Compressor?
    /// As it is sent.
    var body = ByteBuffer()
    /// The body before it is compressed.
    var plainBody = ByteBuffer(capacity: 0)
    /// Concatenated, in the order of the layout.
    var bodyHashes = ByteBuffer(capacity: 0)
    /// The text to sign.
    var message = ByteBuffer()
    /// The text to hash.
    var hashed = ByteBuffer(capacity: 0)
    /// The bytes to encode as Base64.
    private var inner = ByteBuffer()
    /// A value before it is encoded.
    private var value = ByteBuffer(capacity: 256)
    var code = ByteBuffer(capacity: 128)
    var signature = ByteBuffer(capacity: 128)
    /// Values captured by earlier steps; must outlive the writing; `nil` for none.
    var captured: UnsafePointer<CapturedValues>?
    /// The recipient whose values are written.
    private var recipient: UInt64 = 0
    /// Reads the recipients' rows; `nil` for generated recipients.
    var rows: RecipientReader?
    /// Why a row could not be read; `nil` so far.
    var failure: RequestFailure?
    /// Added to the number of an arrival in its message's marker.
    var messageOffset: UInt64 = 0
    /// The access token.
    var token = ByteBuffer(capacity: 0)

    init(_ layout: RequestLayout, audience: LoadAudience? = nil) {
        self.layout = layout
        self.audience = layout.namesRecipients ? audience : nil
        if layout.namesColumns, let file = audience?.file {
            rows = RecipientReader(file)
        } else {
            rows = nil
        }
        hash = layout.signing.map { KeyedHash($0.algorithm, key: $0.key) }
        compressor = layout.compression.map(Compressor.init)
    }

    /// Replaces the access token in later requests.
    mutating func setToken(_ bytes: [UInt8]) {
        token.removeAll()
        bytes.withUnsafeBytes { token.append($0) }
    }

    /// Writes the request of an arrival; `output` is emptied first.
    ///
    /// - Parameters:
    ///   - arrival: The arrival to write.
    ///   - output: Receives the bytes.
    /// - Returns: Whether the request may be sent; `false` when the row of a recipient cannot be read, see
    ///   `failure`.
    @discardableResult
    mutating func write(_ arrival: Arrival, to output: inout ByteBuffer) -> Bool {
        output.removeAll()
        recipient = audience?.firstRecipient(ofArrival: arrival.index) ?? 0
        layOutBody(arrival)
        hashBody()
        sign(arrival)
        fill(layout.head, arrival, &output)
        if layout.hasBody {
            output.append(decimal: UInt64(body.count))
            output.append(byte: 0x0D)
            output.append(byte: 0x0A)
        }
        output.append(byte: 0x0D)
        output.append(byte: 0x0A)
        output.append(body.bytes)
        return failure == nil
    }

    /// Writes a range of places.
    mutating func fill(
        _ range: Range<Int>,
        _ arrival: Arrival,
        _ output: inout ByteBuffer
    ) {
        for index in range {
            switch layout.places[index] {
            case .constant(let range): append(range, &output)
            case .value(let value, let slot, let isOfRecipient, let spelling):
                let source = isOfRecipient ? recipient(in: arrival) : arrival
                let isQuoted = isQuoted(value)
                if isQuoted { output.append(byte: UInt8(ascii: "\"")) }
                defer { if isQuoted { output.append(byte: UInt8(ascii: "\"")) } }
                guard spelling >= 0 else {
                    write(value, of: source, slot, &output)
                    continue
                }
                self.value.removeAll()
                var target = ByteBuffer(capacity: 0)
                swap(&target, &self.value)
                write(value, of: source, slot, &target)
                swap(&target, &self.value)
                layout.spellings[spelling].append(self.value.bytes, to: &output)
            case .recipients(let element, let separator):
                fillRecipients(element, separator, arrival, &output)
            case .base64(let range, let spelling):
                fillBase64(range, spelling, arrival, &output)
            case .signature(let spelling): append(signature, spelling, &output)
            case .body: output.append(body.bytes)
            case .bodyHash(let range, let encoding, let spelling):
                let hash = UnsafeRawBufferPointer(rebasing: bodyHashes.bytes[range])
                append(hash, in: encoding, spelling, &output)
            case .hash(let range, let hash, let spelling):
                fillHash(range, hash, spelling, arrival, &output)
            }
        }
    }

    /// Whether quotes are needed: for a text, where a number would be written without them.
    private func isQuoted(_ value: RequestLayout.Value) -> Bool {
        guard case .capturedJSON(let index) = value else { return false }
        return captured?.pointee.isText(index) ?? false
    }

    /// Inputs of the recipient's values: its number instead of the arrival's, and the audience's seed.
    private func recipient(in arrival: Arrival) -> Arrival {
        Arrival(index: recipient, seed: audience?.seed ?? arrival.seed, moment: arrival.moment)
    }

    private func append(_ range: Range<Int>, _ output: inout ByteBuffer) {
        layout.constants.withUnsafeBytes { constants in
            output.append(UnsafeRawBufferPointer(rebasing: constants[range]))
        }
    }
}

// MARK: - Groups

extension RequestWriter {
    private mutating func fillRecipients(
        _ element: Range<Int>,
        _ separator: Range<Int>,
        _ arrival: Arrival,
        _ output: inout ByteBuffer
    ) {
        guard let audience else { return }
        let first = recipient
        for offset in 0..<audience.recipientCount(ofArrival: arrival.index) {
            if offset > 0 { append(separator, &output) }
            recipient = first + offset
            fill(element, arrival, &output)
        }
        recipient = first
    }

    /// Fills Base64; one buffer is enough, as Base64 within Base64 is rejected when a request is planned.
    private mutating func fillBase64(
        _ range: Range<Int>,
        _ spelling: Int,
        _ arrival: Arrival,
        _ output: inout ByteBuffer
    ) {
        var target = ByteBuffer(capacity: 0)
        swap(&target, &inner)
        target.removeAll()
        fill(range, arrival, &target)
        var encoded = ByteBuffer(capacity: 0)
        swap(&encoded, &value)
        encoded.removeAll()
        encoded.append(base64: target.bytes, isForURLs: false)
        append(encoded, spelling, &output)
        swap(&encoded, &value)
        swap(&target, &inner)
    }

    /// Appends a hash as text.
    mutating func append(
        _ hash: UnsafeRawBufferPointer,
        in encoding: HMACSignature.TextEncoding,
        _ spelling: Int,
        _ output: inout ByteBuffer
    ) {
        guard spelling >= 0 else { return output.append(hash, in: encoding) }
        var text = ByteBuffer(capacity: 0)
        swap(&text, &value)
        text.removeAll()
        text.append(hash, in: encoding)
        append(text, spelling, &output)
        swap(&text, &value)
    }

    private func append(
        _ text: borrowing ByteBuffer,
        _ spelling: Int,
        _ output: inout ByteBuffer
    ) {
        if spelling < 0 {
            output.append(text.bytes)
        } else {
            layout.spellings[spelling].append(text.bytes, to: &output)
        }
    }
}
