import Glibc

/// The kernel's description of this machine.
package enum Machine {
    /// The model of the first processor; `unknown` where the kernel does not name it.
    package static var processor: String {
        let lines = text(of: "/proc/cpuinfo").split(separator: "\n")
        let model = lines.first { $0.hasPrefix("model name") }
        let name = model?.split(separator: ":", maxSplits: 1).last?.drop { $0 == " " }
        return name.map(String.init) ?? "unknown"
    }

    /// Number of processors online.
    package static var processorCount: Int { max(sysconf(Int32(_SC_NPROCESSORS_ONLN)), 1) }

    /// `Linux 6.1.0-18-amd64`.
    package static var kernel: String {
        let names = ["ostype", "osrelease"].map { name in
            text(of: "/proc/sys/kernel/\(name)").prefix { $0 != "\n" }
        }
        return names.joined(separator: " ")
    }

    /// The text of a file of the kernel's; empty when it is not there.
    static func text(of path: String) -> String {
        do {
            // Only the first processor matters.
            return String(decoding: try FileContent.bytes(of: path, upTo: 65_536), as: UTF8.self)
        } catch {
            return ""
        }
    }
}

extension Machine {
    /// Host name without the domain; `unknown` for none.
    package static var name: String {
        var bytes = [CChar](repeating: 0, count: 256)
        guard gethostname(&bytes, bytes.count - 1) == 0 else { return "unknown" }
        let text = String(
            decoding: bytes.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)),
            as: UTF8.self
        )
        let name = String(text.prefix { $0 != "." })
        return name.isEmpty ? "unknown" : name
    }
}
