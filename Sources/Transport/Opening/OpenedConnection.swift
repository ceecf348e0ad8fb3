import Glibc

/// A connection on which nothing was sent yet, for whoever speaks HTTP/1.1 over it himself.
package struct OpenedConnection: Sendable {
    /// A socket that does not block; without a stream the receiver closes it.
    package let descriptor: Int32
    /// Reads and writes a connection with TLS; `nil` for a plain one.
    package let stream: TLSStream?

    /// Closes a connection that nobody wants.
    package func close() {
        // A stream closes when it is released.
        if stream == nil { Glibc.close(descriptor) }
    }
}
