import CommandLineTool
import ContractFile
import Cryptography
import HTTPServer
import LocustBus
import ReferencePush
import Transport
import XPaths

extension Version {
    /// One line, and when `isVerbose` a second with the C libraries in use.
    package static func text(isVerbose: Bool) -> String {
        let first = "assay \(number)\n"
        return isVerbose ? first + libraries.joined(separator: " ") + "\n" : first
    }

    /// Each as `name/version`; libcurl lists those that it uses.
    static var libraries: [String] {
        [
            CurlVersion.text, YAMLVersion.text, MicroHTTPDVersion.text, CryptoVersion.text,
            BusVersion.text, XMLVersion.text,
        ]
    }
}
