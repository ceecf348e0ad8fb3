import CMicroHTTPD

/// Which libmicrohttpd this process runs with.
package enum MicroHTTPDVersion {
    /// `libmicrohttpd/0.9.75`.
    package static var text: String {
        // The string is static; libmicrohttpd owns it.
        "libmicrohttpd/" + String(cString: MHD_get_version())
    }
}
