import Transport

extension TransportOptions {
    /// Options that keep connections open until the test continues, even on a busy machine.
    static var patient: TransportOptions {
        var options = TransportOptions()
        options.maximumIdleSeconds = 3_600
        return options
    }
}
