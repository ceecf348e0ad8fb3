internal import ContractFile
internal import Cryptography
internal import HTTPServer
internal import ReferencePush
internal import Transport

/// What this program is.
package enum Version {
    package static let number = "0.1.0"

    /// One line, and a second with the C libraries that are in use when `isVerbose`.
    package static func text(isVerbose: Bool) -> String {
        let first = "assay \(number)\n"
        return isVerbose ? first + libraries.joined(separator: " ") + "\n" : first
    }

    /// Each as `name/version`; libcurl adds those it uses itself.
    static var libraries: [String] {
        [CurlVersion.text, YAMLVersion.text, MicroHTTPDVersion.text, CryptoVersion.text]
    }
}
