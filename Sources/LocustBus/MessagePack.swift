import CMessagePack

/// Values as bytes, by libmsgpack.
///
/// Source: the MessagePack specification.
package enum MessagePack {
    /// The bytes of a value.
    package static func bytes(of value: BusValue) -> [UInt8] {
        var buffer = msgpack_sbuffer()
        var packer = msgpack_packer()
        // The packer knows where the buffer is, so both stay here.
        return withUnsafeMutablePointer(to: &buffer) { buffer in
            defer { msgpack_sbuffer_destroy(buffer) }
            cmessagepack_begin(&packer, buffer)
            pack(value, &packer)
            // Owned by the buffer until it is destroyed.
            let bytes = UnsafeRawBufferPointer(
                start: buffer.pointee.data,
                count: buffer.pointee.size
            )
            return Array(bytes)
        }
    }

    private static func pack(_ value: BusValue, _ packer: inout msgpack_packer) {
        switch value {
        case .null: msgpack_pack_nil(&packer)
        case .bool(let isTrue):
            if isTrue { msgpack_pack_true(&packer) } else { msgpack_pack_false(&packer) }
        case .integer(let number): msgpack_pack_int64(&packer, number)
        case .number(let number): msgpack_pack_double(&packer, number)
        case .text(let text): pack(text, &packer)
        case .bytes(let bytes): cmessagepack_bytes(&packer, bytes, bytes.count)
        case .array(let list):
            msgpack_pack_array(&packer, list.count)
            for element in list { pack(element, &packer) }
        case .map(let members):
            msgpack_pack_map(&packer, members.count)
            for member in members {
                pack(member.name, &packer)
                pack(member.value, &packer)
            }
        case .counts(let counts):
            msgpack_pack_map(&packer, counts.count)
            for count in counts {
                msgpack_pack_int64(&packer, count.key)
                msgpack_pack_int64(&packer, count.value)
            }
        }
    }

    private static func pack(_ text: String, _ packer: inout msgpack_packer) {
        let bytes = Array(text.utf8)
        cmessagepack_text(&packer, bytes, bytes.count)
    }

    /// Decodes a single value; `nil` for anything else.
    package static func value(of bytes: [UInt8]) -> BusValue? {
        var stream = MessagePackStream(limit: bytes.count)
        stream.append(bytes)
        guard case .value(let value) = stream.next(), stream.isEmpty else { return nil }
        return value
    }
}

/// A stream of consecutive values, in pieces of any size.
package struct MessagePackStream: Sendable {
    package enum Step: Hashable, Sendable {
        case value(BusValue)
        /// The next value is incomplete.
        case incomplete
        /// The bytes are not MessagePack, or a value is too large.
        case broken
    }

    private var bytes: [UInt8] = []
    private var start = 0
    private let limit: Int

    /// - Parameter limit: A value of more bytes is not waited for.
    package init(limit: Int) { self.limit = limit }

    /// Whether all bytes were read.
    package var isEmpty: Bool { start == bytes.count }

    package mutating func append(_ more: some Sequence<UInt8>) {
        bytes.removeSubrange(..<start)
        start = 0
        bytes += more
    }

    /// Decodes the next value.
    package mutating func next() -> Step {
        guard !isEmpty else { return .incomplete }
        var unpacked = msgpack_unpacked()
        msgpack_unpacked_init(&unpacked)
        defer { msgpack_unpacked_destroy(&unpacked) }
        var offset = start
        let count = bytes.count
        let (result, value) = bytes.withUnsafeBytes { raw in
            let data = raw.baseAddress?.assumingMemoryBound(to: CChar.self)
            let result = msgpack_unpack_next(&unpacked, data, count, &offset)
            // The object points into these bytes and into `unpacked`.
            let isWhole = result == MSGPACK_UNPACK_SUCCESS || result == MSGPACK_UNPACK_EXTRA_BYTES
            return (result, isWhole ? Self.value(unpacked.data) : nil)
        }
        if result == MSGPACK_UNPACK_CONTINUE {
            return count - start > limit ? .broken : .incomplete
        }
        guard let value else { return .broken }
        start = offset
        return .value(value)
    }

    /// `nil` for a type that messages do not use.
    private static func value(_ object: msgpack_object) -> BusValue? {
        switch object.type {
        case MSGPACK_OBJECT_NIL: .null
        case MSGPACK_OBJECT_BOOLEAN: .bool(object.via.boolean)
        case MSGPACK_OBJECT_POSITIVE_INTEGER: .integer(Int64(clamping: object.via.u64))
        case MSGPACK_OBJECT_NEGATIVE_INTEGER: .integer(object.via.i64)
        case MSGPACK_OBJECT_FLOAT32, MSGPACK_OBJECT_FLOAT64: .number(object.via.f64)
        case MSGPACK_OBJECT_STR:
            .text(
                String(
                    decoding: raw(object.via.str.ptr, Int(object.via.str.size)),
                    as: UTF8.self
                )
            )
        case MSGPACK_OBJECT_BIN: .bytes(Array(raw(object.via.bin.ptr, Int(object.via.bin.size))))
        case MSGPACK_OBJECT_ARRAY: array(object.via.array)
        case MSGPACK_OBJECT_MAP: map(object.via.map)
        default: nil
        }
    }

    private static func array(_ array: msgpack_object_array) -> BusValue? {
        var list: [BusValue] = []
        for index in 0..<Int(array.size) {
            guard let element = value(array.ptr[index]) else { return nil }
            list.append(element)
        }
        return .array(list)
    }

    /// Keys that are not texts are converted: Locust counts some things by numbers.
    private static func map(_ map: msgpack_object_map) -> BusValue? {
        var members: [BusValue.Member] = []
        for index in 0..<Int(map.size) {
            guard let key = value(map.ptr[index].key), let value = value(map.ptr[index].val) else {
                return nil
            }
            members.append(.init(key.text ?? key.integer.map(String.init) ?? "", value))
        }
        return .map(members)
    }

    private static func raw(_ start: UnsafePointer<CChar>?, _ count: Int) -> UnsafeRawBufferPointer
    {
        UnsafeRawBufferPointer(start: start, count: count)
    }
}
