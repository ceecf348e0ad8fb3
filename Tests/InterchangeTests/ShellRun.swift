import Glibc
import Testing

/// What a shell prints for a command.
struct ShellRun {
    let output: String

    init(_ command: String) throws {
        let pipe = try #require(popen(command, "r"))
        defer { pclose(pipe) }
        var bytes: [UInt8] = []
        var block = [UInt8](repeating: 0, count: 4_096)
        while true {
            let count = fread(&block, 1, block.count, pipe)
            if count == 0 { break }
            bytes += block[..<count]
        }
        output = String(decoding: bytes, as: UTF8.self)
    }
}
