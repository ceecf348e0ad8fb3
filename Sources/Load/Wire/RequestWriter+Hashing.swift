import Compression
import Contract
import Cryptography

extension RequestWriter {
    /// Writes the body down as it is sent.
    mutating func layOutBody(_ arrival: Arrival) {
        body.removeAll()
        guard layout.hasBody else { return }
        var target = ByteBuffer(capacity: 0)
        swap(&target, &body)
        fill(layout.body, arrival, &target)
        swap(&target, &body)
        guard let compressor else { return }
        swap(&body, &plainBody)
        body.removeAll()
        let plain = plainBody.bytes
        body.append(atMost: compressor.bound(ofCount: plain.count)) {
            compressor.encode(plain, into: $0)
        }
    }

    mutating func hashBody() {
        bodyHashes.removeAll()
        for algorithm in layout.bodyHashes {
            let bytes = body.bytes
            bodyHashes.append(count: algorithm.byteCount) {
                Digest.hash(algorithm, bytes, into: $0)
            }
        }
    }

    mutating func sign(_ arrival: Arrival) {
        guard let signing = layout.signing else { return }
        deriveKey(signing, arrival)
        guard let hash else { return }
        var target = ByteBuffer(capacity: 0)
        swap(&target, &message)
        target.removeAll()
        fill(layout.message, arrival, &target)
        swap(&target, &message)
        code.removeAll()
        code.append(count: hash.algorithm.byteCount) { hash.authenticate(message.bytes, into: $0) }
        signature.removeAll()
        signature.append(code.bytes, in: signing.encoding)
    }

    /// Derives the key again when a text that it depends on has changed: on a new day, for example.
    private mutating func deriveKey(_ signing: RequestSigning, _ arrival: Arrival) {
        guard !layout.derivation.isEmpty else { return }
        var texts = ByteBuffer(capacity: 0)
        swap(&texts, &hashed)
        texts.removeAll()
        fill(layout.derivation, arrival, &texts)
        if !texts.bytes.elementsEqual(keyTexts.bytes) {
            var key = signing.key
            for text in texts.bytes.split(separator: RequestLayout.textEnd) {
                let message = Array(text)
                key = HMAC.authenticationCode(signing.algorithm, key: key, message: message)
            }
            hash = KeyedHash(signing.algorithm, key: key)
            keyTexts.removeAll()
            keyTexts.append(texts.bytes)
        }
        swap(&texts, &hashed)
    }

    /// Fills the hash of a text; one buffer is enough, as only the text to sign contains hashes, and hashed texts
    /// contain none.
    mutating func fillHash(
        _ range: Range<Int>,
        _ hash: RequestHash,
        _ spelling: Int,
        _ arrival: Arrival,
        _ output: inout ByteBuffer
    ) {
        var target = ByteBuffer(capacity: 0)
        swap(&target, &hashed)
        target.removeAll()
        fill(range, arrival, &target)
        code.removeAll()
        let text = target.bytes
        code.append(count: hash.algorithm.byteCount) { Digest.hash(hash.algorithm, text, into: $0) }
        append(code.bytes, in: hash.encoding, spelling, &output)
        swap(&target, &hashed)
    }
}

extension ByteBuffer {
    /// Appends bytes as text.
    mutating func append(_ bytes: UnsafeRawBufferPointer, in encoding: HMACSignature.TextEncoding) {
        switch encoding {
        case .base64: append(base64: bytes, isForURLs: false)
        case .base64url: append(base64: bytes, isForURLs: true)
        case .hex: append(hexOf: bytes)
        }
    }
}
