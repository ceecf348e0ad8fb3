import CNGHTTP2

extension HTTP2Session {
    /// Shared by all sessions, for the lifetime of the process.
    ///
    /// `unsafe`: never changed after its initialization.
    nonisolated(unsafe) static let callbacks: OpaquePointer? = {
        var callbacks: OpaquePointer?
        guard nghttp2_session_callbacks_new(&callbacks) == 0 else { return nil }
        nghttp2_session_callbacks_set_on_begin_headers_callback(callbacks) { _, _, notes in
            HTTP2Session.notes(notes).pointee.headBytes = 0
            return 0
        }
        nghttp2_session_callbacks_set_on_header_callback(callbacks) {
            session,
            frame,
            name,
            nameCount,
            value,
            valueCount,
            _,
            notes in
            guard let session, let frame else { return 0 }
            return HTTP2Session.takeField(
                session,
                frame.pointee.hd.stream_id,
                UnsafeRawBufferPointer(start: name, count: nameCount),
                UnsafeRawBufferPointer(start: value, count: valueCount),
                HTTP2Session.notes(notes)
            )
        }
        nghttp2_session_callbacks_set_on_data_chunk_recv_callback(callbacks) {
            session,
            _,
            stream,
            bytes,
            count,
            notes in
            let notes = HTTP2Session.notes(notes)
            guard let session, let lane = HTTP2Session.lane(of: stream, session, notes)
            else { return 0 }
            let pointer = notes.pointee.lanes + lane
            pointer.pointee.reader.takeBody(UnsafeRawBufferPointer(start: bytes, count: count))
            if pointer.pointee.reader.events != nil { notes.pointee.note(eventsOn: lane) }
            return 0
        }
        nghttp2_session_callbacks_set_on_frame_recv_callback(callbacks) { session, frame, notes in
            guard let session, let frame else { return 0 }
            HTTP2Session.takeFrame(session, frame, HTTP2Session.notes(notes))
            return 0
        }
        nghttp2_session_callbacks_set_on_stream_close_callback(callbacks) {
            session,
            stream,
            code,
            notes in
            guard let session else { return 0 }
            HTTP2Session.end(session, stream, code, HTTP2Session.notes(notes))
            return 0
        }
        return callbacks
    }()

    /// Supplies the next bytes of a lane's body to the library.
    static let readBody: nghttp2_data_source_read_callback = {
        _,
        _,
        buffer,
        length,
        flags,
        source,
        notes in
        guard let buffer, let flags, let number = source?.pointee.ptr else {
            return Int(NGHTTP2_ERR_CALLBACK_FAILURE.rawValue)
        }
        let lane = HTTP2Session.notes(notes).pointee.lanes + (Int(bitPattern: number) - 1)
        let room = UnsafeMutableRawBufferPointer(start: buffer, count: length)
        let count = lane.pointee.body.read(into: room)
        if lane.pointee.body.isAtEnd { flags.pointee |= NGHTTP2_DATA_FLAG_EOF.rawValue }
        return count
    }

    private static func notes(_ pointer: UnsafeMutableRawPointer?) -> UnsafeMutablePointer<Notes> {
        // The session was made with it.
        pointer.unsafelyUnwrapped.assumingMemoryBound(to: Notes.self)
    }

    /// The number of a stream's lane; `nil` for a stream that has ended for the worker.
    private static func lane(
        of stream: Int32,
        _ session: OpaquePointer,
        _ notes: UnsafeMutablePointer<Notes>
    ) -> Int? {
        if notes.pointee.last.stream == stream { return notes.pointee.last.lane }
        guard let number = nghttp2_session_get_stream_user_data(session, stream) else { return nil }
        notes.pointee.last = (stream, Int(bitPattern: number) - 1)
        return notes.pointee.last.lane
    }

    private static func takeField(
        _ session: OpaquePointer,
        _ stream: Int32,
        _ name: UnsafeRawBufferPointer,
        _ value: UnsafeRawBufferPointer,
        _ notes: UnsafeMutablePointer<Notes>
    ) -> Int32 {
        notes.pointee.headBytes += name.count + value.count
        guard notes.pointee.headBytes <= ResponseHead.largest else {
            return NGHTTP2_ERR_CALLBACK_FAILURE.rawValue
        }
        guard let lane = lane(of: stream, session, notes) else { return 0 }
        (notes.pointee.lanes + lane).pointee.reader.takeField(name, value)
        return 0
    }

    private static func takeFrame(
        _ session: OpaquePointer,
        _ frame: UnsafePointer<nghttp2_frame>,
        _ notes: UnsafeMutablePointer<Notes>
    ) {
        let head = frame.pointee.hd
        switch nghttp2_frame_type(UInt32(head.type)) {
        case NGHTTP2_HEADERS, NGHTTP2_DATA:
            guard let lane = lane(of: head.stream_id, session, notes) else { return }
            let pointer = notes.pointee.lanes + lane
            pointer.pointee.bytesReceived += head.length + frameHeadBytes
            if head.type == NGHTTP2_HEADERS.rawValue { pointer.pointee.reader.endFields() }
            if pointer.pointee.reader.events != nil { notes.pointee.note(eventsOn: lane) }
            guard UInt32(head.flags) & NGHTTP2_FLAG_END_STREAM.rawValue != 0 else { return }
            pointer.pointee.reader.endStream()
            // The response came before the whole request was sent, and makes the rest useless.
            if !pointer.pointee.body.isAtEnd {
                nghttp2_submit_rst_stream(session, 0, head.stream_id, NGHTTP2_NO_ERROR.rawValue)
            }
        case NGHTTP2_SETTINGS:
            if UInt32(head.flags) & NGHTTP2_FLAG_ACK.rawValue == 0 {
                notes.pointee.hasNewSettings = true
            }
        case NGHTTP2_RST_STREAM:
            notes.pointee.reset = (head.stream_id, frame.pointee.rst_stream.error_code)
        case NGHTTP2_GOAWAY:
            let goAway = frame.pointee.goaway
            let data = UnsafeRawBufferPointer(
                start: goAway.opaque_data,
                count: goAway.opaque_data_len
            )
            notes.pointee.goAway = GoAway(
                code: goAway.error_code,
                debugData: Array(data.prefix(GoAway.longestData))
            )
        default: break
        }
    }

    private static let frameHeadBytes = 9

    private static func end(
        _ session: OpaquePointer,
        _ stream: Int32,
        _ code: UInt32,
        _ notes: UnsafeMutablePointer<Notes>
    ) {
        guard let lane = lane(of: stream, session, notes) else { return }
        notes.pointee.last.stream = 0
        let reader = notes.pointee.lanes + lane
        let wasReset = notes.pointee.reset.stream == stream
        let kind: Ending.Kind =
            if reader.pointee.reader.hasEnded {
                .answered
            } else if code == NGHTTP2_REFUSED_STREAM.rawValue {
                !wasReset && notes.pointee.goAway != nil ? .refusedByGoAway : .refused
            } else {
                wasReset ? .reset : .malformed
            }
        notes.pointee.endings.append(Ending(lane: lane, kind: kind, code: code))
    }
}
