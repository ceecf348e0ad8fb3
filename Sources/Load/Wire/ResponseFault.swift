/// Why bytes are not an answer of HTTP/1.1.
package enum ResponseFault: String, Error, Hashable, Sendable, CaseIterable {
    /// The answer does not begin with `HTTP/1.x` and three digits.
    case statusLine
    /// A header line has no name before its colon, or a space in it.
    case fieldLine
    /// The head is larger than the limit.
    case headTooLarge
    /// `Content-Length` is no number, or two differ.
    case contentLength
    /// The size of a chunk is no hexadecimal number, or its line does not end.
    case chunkSize
    /// A chunk is longer than its size says.
    case chunkEnd
    /// More bytes came than the answer has.
    case excess
}
