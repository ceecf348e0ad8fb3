/// A failed system call.
package struct SystemCallFailure: Error, Hashable, CustomStringConvertible {
    package let call: String
    /// `errno`.
    package let code: Int32

    package init(call: String, code: Int32) {
        self.call = call
        self.code = code
    }

    package var description: String { "\(call): error \(code)" }
}
