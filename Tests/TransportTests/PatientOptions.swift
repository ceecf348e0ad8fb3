import Transport

extension TransportOptions {
    /// Keeps connections however long a busy machine takes to come back to a test.
    static var patient: TransportOptions {
        var options = TransportOptions()
        options.maximumIdleSeconds = 3_600
        return options
    }
}
