import Base
import Compression
import Contract
import Cryptography

/// Fills a request's places for one arrival after the other, in memory that is used again.
struct RequestWriter: ~Copyable {
    /// What an arrival is laid out for.
    struct Arrival {
        let index: UInt64
        let seed: UInt64
        /// What `now` stands for.
        let moment: Timestamp
    }

    let layout: RequestLayout
    /// `nil` when nobody is sent to.
    private let audience: LoadAudience?
    /// Signs; `nil` before the first request of a key that is derived.
    var hash: KeyedHash?
    /// The texts that its key was derived by.
    var keyTexts = ByteBuffer(capacity: 0)
    let compressor: Compressor?
    /// As it is sent.
    var body = ByteBuffer()
    /// The body before it is compressed.
    var plainBody = ByteBuffer(capacity: 0)
    /// One behind the other, as the layout lists them.
    var bodyHashes = ByteBuffer(capacity: 0)
    /// What is signed.
    var message = ByteBuffer()
    /// What is hashed.
    var hashed = ByteBuffer(capacity: 0)
    /// What becomes Base64.
    private var inner = ByteBuffer()
    /// A value before it is spelled.
    private var value = ByteBuffer(capacity: 256)
    var code = ByteBuffer(capacity: 128)
    var signature = ByteBuffer(capacity: 128)
    /// What earlier steps have captured, which must outlive the writing; `nil` where there are none.
    var captured: UnsafePointer<CapturedValues>?
    /// The recipient whose values are written.
    private var recipient: UInt64 = 0
    /// Reads their rows; `nil` when they have none.
    var rows: RecipientReader?
    /// Why a row could not be read; `nil` while all could.
    var failure: RequestFailure?
    /// Added to the number of an arrival in what its message is known by.
    var messageOffset: UInt64 = 0
    /// What proves who sends.
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

    /// Has requests say another token from now on.
    mutating func setToken(_ bytes: [UInt8]) {
        token.removeAll()
        bytes.withUnsafeBytes { token.append($0) }
    }

    /// Writes the request of an arrival; `output` is emptied first.
    ///
    /// - Parameters:
    ///   - arrival: What is written down.
    ///   - output: Takes the bytes.
    /// - Returns: Whether it may be sent: not when the row of a recipient cannot be read, see `failure`.
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

    /// Writes places one after the other.
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

    /// Whether a value stands between quotes in one request and without them in another, and now between.
    private func isQuoted(_ value: RequestLayout.Value) -> Bool {
        guard case .capturedJSON(let index) = value else { return false }
        return captured?.pointee.isText(index) ?? false
    }

    /// What the values of the recipient are made of: its number, whoever is sent to it and when.
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

    /// Base64 within Base64 is refused when a request is planned, so one buffer is enough.
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
