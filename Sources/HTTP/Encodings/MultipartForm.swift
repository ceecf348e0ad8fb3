import Base
import Cryptography

/// A `multipart/form-data` body (RFC 7578).
package struct MultipartForm {
    private var parts: [(head: String, content: [UInt8])] = []

    /// A form without parts.
    package init() {}

    /// Adds a part; one with a file name is a file.
    package mutating func add(
        _ name: String,
        _ content: [UInt8],
        fileName: String? = nil,
        contentType: String? = nil
    ) {
        var head = "Content-Disposition: form-data; name=\"\(Self.quoted(name))\""
        if let fileName { head += "; filename=\"\(Self.quoted(fileName))\"" }
        let type = contentType ?? (fileName == nil ? nil : "application/octet-stream")
        if let type { head += "\r\nContent-Type: \(type)" }
        parts.append((head, content))
    }

    /// The media type and the bytes.
    ///
    /// The boundary depends on the content, so that a rerun sends the same bytes.
    package var encoded: (contentType: String, bytes: [UInt8]) {
        let content = parts.flatMap { Array($0.head.utf8) + $0.content }
        let boundary = "assay-" + Hex.encode(Digest.hash(.sha256, content)).prefix(32)
        let line = "--\(boundary)"
        var bytes: [UInt8] = []
        for part in parts {
            bytes += Array("\(line)\r\n\(part.head)\r\n\r\n".utf8)
            bytes += part.content
            bytes += Array("\r\n".utf8)
        }
        bytes += Array("\(line)--\r\n".utf8)
        return ("multipart/form-data; boundary=\(boundary)", bytes)
    }

    /// As HTML's form submission writes names: quotes and line ends are percent-encoded.
    private static func quoted(_ text: String) -> String {
        var quoted = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"": quoted += "%22"
            case "\r": quoted += "%0D"
            case "\n": quoted += "%0A"
            default: quoted.unicodeScalars.append(scalar)
            }
        }
        return quoted
    }
}
