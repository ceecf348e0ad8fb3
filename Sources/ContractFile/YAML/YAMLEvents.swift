import CYAML

/// One event of libyaml, in Swift types.
struct YAMLEvent {
    enum Kind {
        case documentStart
        case scalar(text: String, isPlain: Bool)
        case alias(name: String)
        case sequenceStart(isFlow: Bool)
        case mappingStart(isFlow: Bool)
        case collectionEnd
        /// The start of the stream and the ends of documents, which say nothing to us.
        case other
        case streamEnd
    }

    var kind: Kind
    /// From the first character to one past the last, counted in Unicode scalars from zero.
    var range: Range<Int>
    var anchor: String?
    var tag: String?
    /// Whether it is a scalar in which a backslash begins an escape.
    var hasEscapes = false
}

/// Where and why libyaml gave up.
struct YAMLSyntaxError: Error {
    /// libyaml's words, for example "did not find expected key".
    let problem: String
    /// What libyaml was doing, for example "while parsing a block mapping"; empty if it did not say.
    let context: String
    /// The place of the problem in Unicode scalars from zero.
    let index: Int
    /// Where the thing named by `context` begins; `nil` when libyaml did not say.
    let contextIndex: Int?
}

/// Reads YAML text as a sequence of events.
///
/// Owned by the function that parses; never leaves its thread.
final class YAMLEvents {
    // Owned here. libyaml keeps the address of the parser in the parser, so it must not move.
    private let parser: UnsafeMutablePointer<yaml_parser_t>
    // Owned here. libyaml reads from these bytes until the parser is deleted.
    private let input: UnsafeMutableBufferPointer<UInt8>

    /// Copies the bytes, which must be UTF-8.
    init(_ bytes: [UInt8]) {
        input = .allocate(capacity: bytes.count)
        _ = input.initialize(from: bytes)
        parser = .allocate(capacity: 1)
        parser.initialize(to: yaml_parser_t())
        let isReady = yaml_parser_initialize(parser) == 1
        precondition(isReady, "libyaml has no memory for a parser")
        yaml_parser_set_encoding(parser, YAML_UTF8_ENCODING)
        yaml_parser_set_input_string(parser, input.baseAddress, input.count)
    }

    deinit {
        yaml_parser_delete(parser)
        parser.deallocate()
        input.deallocate()
    }

    /// The next event; after `.streamEnd` there is none.
    func next() throws(YAMLSyntaxError) -> YAMLEvent {
        var raw = yaml_event_t()
        guard yaml_parser_parse(parser, &raw) == 1 else { throw failure() }
        defer { yaml_event_delete(&raw) }
        let range = raw.start_mark.index..<max(raw.start_mark.index, raw.end_mark.index)
        var event = YAMLEvent(kind: .other, range: range)
        Self.fill(&event, from: raw)
        return event
    }

    /// Copies what `raw` points to; the pointers die with it.
    private static func fill(_ event: inout YAMLEvent, from raw: yaml_event_t) {
        switch raw.type {
        case YAML_DOCUMENT_START_EVENT:
            event.kind = .documentStart
        case YAML_SCALAR_EVENT:
            let scalar = raw.data.scalar
            let text = UnsafeBufferPointer(start: scalar.value, count: scalar.length)
            event.kind = .scalar(
                text: String(decoding: text, as: UTF8.self),
                isPlain: scalar.style == YAML_PLAIN_SCALAR_STYLE
            )
            event.hasEscapes = scalar.style == YAML_DOUBLE_QUOTED_SCALAR_STYLE
            (event.anchor, event.tag) = (string(scalar.anchor), string(scalar.tag))
        case YAML_ALIAS_EVENT:
            event.kind = .alias(name: string(raw.data.alias.anchor) ?? "")
        case YAML_SEQUENCE_START_EVENT:
            let start = raw.data.sequence_start
            event.kind = .sequenceStart(isFlow: start.style == YAML_FLOW_SEQUENCE_STYLE)
            (event.anchor, event.tag) = (string(start.anchor), string(start.tag))
        case YAML_MAPPING_START_EVENT:
            let start = raw.data.mapping_start
            event.kind = .mappingStart(isFlow: start.style == YAML_FLOW_MAPPING_STYLE)
            (event.anchor, event.tag) = (string(start.anchor), string(start.tag))
        case YAML_SEQUENCE_END_EVENT, YAML_MAPPING_END_EVENT:
            event.kind = .collectionEnd
        case YAML_STREAM_END_EVENT:
            event.kind = .streamEnd
        default:
            event.kind = .other
        }
    }

    private func failure() -> YAMLSyntaxError {
        let state = parser.pointee
        let context = state.context.map { String(cString: $0) } ?? ""
        return YAMLSyntaxError(
            problem: state.problem.map { String(cString: $0) } ?? "not valid YAML",
            context: context,
            index: state.problem_mark.index,
            contextIndex: context.isEmpty ? nil : state.context_mark.index
        )
    }

    private static func string(_ pointer: UnsafeMutablePointer<yaml_char_t>?) -> String? {
        pointer.map { String(cString: $0) }
    }
}
