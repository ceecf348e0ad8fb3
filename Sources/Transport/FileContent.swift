import Glibc

/// The number of an operating system error.
struct SystemError: Error {
    let code: Int32
}

/// The text of the operating system for `code`.
func errorText(_ code: Int32) -> String {
    var buffer = [CChar](repeating: 0, count: 256)
    guard strerror_r(code, &buffer, buffer.count) == 0 else { return "error \(code)" }
    let bytes = buffer.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
    return String(decoding: bytes, as: UTF8.self)
}

/// The bytes of the regular file at `path`, which may be relative to the working directory.
///
/// Throws the code of the call that failed; `EISDIR` for a directory.
func fileContent(_ path: String) throws(SystemError) -> [UInt8] {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw SystemError(code: errno) }
    defer { close(descriptor) }
    var content: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 64 * 1024)
    while true {
        let count = read(descriptor, &chunk, chunk.count)
        if count < 0 && errno == EINTR { continue }
        guard count >= 0 else { throw SystemError(code: errno) }
        if count == 0 { return content }
        content.append(contentsOf: chunk[..<count])
    }
}
