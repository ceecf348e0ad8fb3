/// A step that sends one request.
package struct StepRequest: Sendable {
    /// The operation called; `nil` for a raw request.
    package let operation: String?
    /// With the step's sections and edits, and the target's headers.
    package let template: RequestTemplate
    /// Edits made after signing.
    package let tamper: [RequestEdit]

    package init(operation: String?, template: RequestTemplate, tamper: [RequestEdit] = []) {
        self.operation = operation
        self.template = template
        self.tamper = tamper
    }
}
