package import JSON

/// Takes the place of everything that is made up while a request is laid out, in the order of use.
///
/// So that whoever lays a request out once and fills it in for every arrival learns where each value goes.
package protocol ValueStandIns: Sendable {
    /// Stands for the value of a function, with the type that has.
    func value(of function: TemplateFunction) -> JSONValue

    /// Stands for the Base64 of a text; `nil` leaves it as it is.
    func base64(of text: String) -> String?

    /// Stands for the signature of a message; `nil` has it signed.
    func signature(of message: [UInt8]) -> String?
}
