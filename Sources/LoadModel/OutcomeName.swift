/// The names of outcomes that are neither a status nor a code of the server.
package enum OutcomeName {
    /// The outcome of a journey whose steps all ended as expected.
    package static let completed = "completed"

    /// All of them.
    package static let all =
        [completed] + MissingResponse.allCases.map(\.rawValue) + EventFault.allCases.map(\.rawValue)
}
