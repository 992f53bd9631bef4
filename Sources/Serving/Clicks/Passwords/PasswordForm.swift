import Access
import HTTP

/// The form of the page for a link's password, as browsers send it.
struct PasswordForm {
    /// The name of the field.
    static let field = "password"
    /// The maximum size of a body; a password of the maximum size is shorter, even fully percent-encoded.
    private static let longestBody = 1_024

    /// The password as typed.
    let password: [UInt8]

    /// `nil` for any other request.
    init?(_ request: borrowing Request) {
        guard request.method == .post, request.body.count <= Self.longestBody,
            let password = FormBody(request)?.values[Self.field]
        else { return nil }
        self.password = Array(password.utf8)
    }
}
