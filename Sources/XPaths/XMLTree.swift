import CXML

/// An XML document in memory.
///
/// It loads no external resources, and rejects declarations of entities. Not thread-safe: the library stores the
/// order of nodes in them.
struct XMLTree: ~Copyable {
    /// Owned; freed in `deinit`.
    private let document: xmlDocPtr

    /// Largest number of steps of one expression: some tenths of a second.
    private static let mostSteps: UInt = 20_000_000
    /// Largest text of all nodes of one expression, in bytes.
    private static let mostText = 64 << 20

    /// Parses a document.
    ///
    /// - Parameters:
    ///   - bytes: The complete document.
    ///   - limit: Largest number of bytes.
    /// - Throws: Why it is invalid.
    init(_ bytes: [UInt8], limit: Int = .max) throws(XMLError) {
        precondition(isReady)
        guard bytes.count <= min(limit, Int(Int32.max)) else {
            throw .tooLarge(limit: min(limit, Int(Int32.max)))
        }
        // Owned here; the finished document does not need it.
        guard let parser = xmlNewParserCtxt() else {
            throw .malformed(line: 0, reason: "no memory")
        }
        defer { xmlFreeParserCtxt(parser) }
        var hasEntities: CInt = 0
        // The pointers are not stored: the parser reads all bytes before the call returns.
        let document = withUnsafeMutablePointer(to: &hasEntities) { hasEntities in
            bytes.withUnsafeBytes { content in
                cxml_read(
                    parser,
                    content.baseAddress?.assumingMemoryBound(to: CChar.self),
                    CInt(content.count),
                    hasEntities
                )
            }
        }
        if hasEntities != 0 {
            xmlFreeDoc(document)
            throw .hasEntities
        }
        guard let document else { throw Self.error(of: parser) }
        self.document = document
    }

    deinit { xmlFreeDoc(document) }

    private static func error(of parser: xmlParserCtxtPtr) -> XMLError {
        guard let error = xmlCtxtGetLastError(parser) else {
            return .malformed(line: 1, reason: "there is no document")
        }
        let message = error.pointee.message.map { String(cString: $0) } ?? "it is not well-formed"
        return .malformed(line: Int(error.pointee.line), reason: line(message))
    }

    /// A message of the library, on one line and without a full stop.
    private static func line(_ message: String) -> String {
        let line = message.split(whereSeparator: \.isNewline).joined(separator: ", ")
        let advice = " use XML_PARSE_HUGE option"
        return line.hasSuffix(advice) ? String(line.dropLast(advice.count)) : line
    }
}

// MARK: - Expressions

extension XMLTree {
    func evaluate(_ path: XPath) throws(XMLError) -> XPathResult {
        // Owned here; results have their own owner, and their nodes belong to the document.
        guard let context = xmlXPathNewContext(document) else { throw .expression("no memory") }
        defer { xmlXPathFreeContext(context) }
        cxml_prepare(context, Self.mostSteps)
        for (prefix, address) in path.namespaces {
            guard xmlXPathRegisterNs(context, prefix, address) == 0 else {
                throw .expression("\"\(prefix)\" cannot be a prefix")
            }
        }
        guard let found = xmlXPathEvalExpression(path.description, context) else {
            throw .expression(Self.reason(of: context, path))
        }
        defer { xmlXPathFreeObject(found) }
        switch found.pointee.type {
        case XPATH_NODESET, XPATH_XSLT_TREE:
            return .nodes(try texts(of: found))
        case XPATH_BOOLEAN: return .boolean(found.pointee.boolval != 0)
        case XPATH_NUMBER: return .number(found.pointee.floatval)
        default: return .string(Self.text(xmlXPathCastToString(found)))
        }
    }

    /// The string values of nodes, up to a total size; text in nested elements counts once for each of them.
    private func texts(of found: xmlXPathObjectPtr) throws(XMLError) -> [String] {
        var texts: [String] = []
        var byteCount = 0
        for index in 0..<cxml_count(found) {
            let text = Self.text(xmlXPathCastNodeToString(cxml_node(found, index)))
            byteCount += text.utf8.count
            guard byteCount <= Self.mostText else {
                throw .expression("the nodes that it finds have more than \(Self.mostText) bytes")
            }
            texts.append(text)
        }
        return texts
    }

    /// The text, which is freed.
    private static func text(_ text: UnsafeMutablePointer<xmlChar>?) -> String {
        guard let text else { return "" }
        defer { cxml_free(text) }
        return String(cString: text)
    }

    private static func reason(of context: xmlXPathContextPtr, _ path: XPath) -> String {
        let bytes = Int(cxml_xpath_place(context))
        let place = String(decoding: path.description.utf8.prefix(bytes), as: UTF8.self).count + 1
        let error = xmlXPathError(UInt32(bitPattern: cxml_xpath_error(context)))
        return reason(of: error, path, " at character \(place)")
    }

    /// The reason; `place` is a text for errors of syntax.
    private static func reason(
        of error: xmlXPathError,
        _ path: XPath,
        _ place: String
    ) -> String {
        switch error {
        case XPATH_UNDEF_PREFIX_ERROR:
            let names = path.unknownPrefixes.map { "\"\($0)\"" }.joined(separator: ", ")
            let known = path.namespaces.keys.sorted().joined(separator: ", ")
            return "\"namespaces\" does not define the prefix \(names)"
                + (known.isEmpty ? "" : "; known: \(known)")
        case XPATH_UNKNOWN_FUNC_ERROR: return "a function is not known"
        case XPATH_INVALID_ARITY: return "a function has too many or too few arguments"
        case XPATH_INVALID_TYPE, XPATH_INVALID_OPERAND:
            return "a value is of a type that is not possible there"
        case XPATH_UNDEF_VARIABLE_ERROR, XPATH_VARIABLE_REF_ERROR: return "variables are not known"
        case XPATH_UNFINISHED_LITERAL_ERROR: return "a text has no closing quote" + place
        case XPATH_UNCLOSED_ERROR: return "a bracket is not closed" + place
        case XPATH_INVALID_PREDICATE_ERROR: return "a predicate is not valid" + place
        case XPATH_OP_LIMIT_EXCEEDED:
            return "it takes more than \(mostSteps) steps in this document"
        default: return "it is not an XPath 1.0 expression" + place
        }
    }
}

/// Initializes the library once for the process, for ever.
private let isReady: Bool = {
    xmlInitParser()
    return true
}()

/// Which libxml2 this process was built for.
package enum XMLVersion {
    /// `libxml2/2.9.14`.
    package static var text: String { "libxml2/\(LIBXML_DOTTED_VERSION)" }
}
