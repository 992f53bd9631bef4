import HTTP
package import OpenID

/// Why a user could not sign in at the identity provider.
package enum OpenIDFault: Error, Sendable, Equatable {
    /// No response, for that reason.
    case unreachable(String)
    /// A response with an unexpected status to the named request.
    case status(Int, of: String)
    /// A malformed response to the named request.
    case format(of: String)
    /// The discovery document can't be used.
    case metadata(ProviderMetadata.Fault)
    /// This daemon must not connect to the named endpoint.
    case endpoint(String)
    /// The provider refused, with that error code, such as `access_denied`.
    case refused(String)
    case token(IDTokenFault)
    /// The client's secret can't be read.
    case secret(String)
    /// The sign-in is unknown, expired, already used, or was started in another browser.
    case stale
    /// The response is from another provider (RFC 9207).
    case otherIssuer
    /// The user with that name is in no group with a role.
    case noRole(String)
    /// Too many sign-ins are waiting for the provider.
    case busy

    /// The status of the error page.
    var status: Status {
        switch self {
        case .unreachable, .status, .format, .metadata, .endpoint, .secret, .busy: .serviceUnavailable
        case .refused, .token, .stale, .otherIssuer, .noRole: .forbidden
        }
    }

    /// Whether the operator is notified; users' own errors are not reported.
    var isReported: Bool {
        switch self {
        case .unreachable, .status, .format, .metadata, .endpoint, .token, .secret, .otherIssuer: true
        case .refused(let word): word == "invalid_client" || word == "unauthorized_client"
        case .stale, .noRole, .busy: false
        }
    }

    /// Problem and remedy, in sentences for the user.
    ///
    /// - Parameter host: The provider's host.
    func text(_ host: String) -> String {
        switch self {
        case .unreachable(let reason): "\(host) did not respond: \(reason). Try again, or sign in with a token."
        case .status(let status, let what): "\(host) responded to a request for \(what) with status \(status)."
        case .format(let what): "\(host) responded to a request for \(what) in an unknown format."
        case .metadata(let fault): "The discovery document of \(host) can't be used: \(fault.text)."
        case .endpoint(let name): "The `\(name)` of \(host) is not an https address."
        case .refused("access_denied"): "\(host) did not sign you in: it was cancelled, or you lack permission."
        case .refused(let word): "\(host) did not sign you in: \(word)."
        case .token(let fault): "The ID token from \(host) is not valid: \(fault.text)."
        case .secret: "The client secret for \(host) can't be read; the daemon's log has the reason."
        case .stale:
            "This sign-in has expired: it was already used, began over ten minutes ago, or began in another browser. "
                + "Sign in again."
        case .otherIssuer: "The response is not from \(host). Sign in again."
        case .noRole(let name):
            "\(host) signed you in as \(name), but none of your groups may use this console. Its operator can add a group "
                + "in console.openid.roles."
        case .busy: "Too many people are signing in. Try again in a few seconds."
        }
    }

    /// The message for the operator, which also contains why a secret can't be read.
    func report(_ host: String) -> String {
        if case .secret(let reason) = self { return "console.openid.client_secret_file: \(reason)" }
        return "console.openid: \(text(host))"
    }
}
