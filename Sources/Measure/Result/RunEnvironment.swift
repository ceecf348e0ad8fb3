/// The machine that measured: results of different ones are not compared.
package struct RunEnvironment: Hashable, Sendable {
    /// The model, as the kernel names it.
    package let cpu: String
    package let cores: Int
    /// `Linux 6.1.0`.
    package let kernel: String
    /// The version of libcurl, which opens the connections.
    package let libcurl: String
    /// The TLS library with its version.
    package let tls: String

    package init(cpu: String, cores: Int, kernel: String, libcurl: String, tls: String) {
        self.cpu = cpu
        self.cores = cores
        self.kernel = kernel
        self.libcurl = libcurl
        self.tls = tls
    }
}
