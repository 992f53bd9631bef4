/// Why an ID token is not believed. None has anything of the token in it.
public enum IDTokenFault: Error, Sendable, Equatable, CaseIterable {
    /// Not a signed token in compact form, or with a header that is not understood.
    case malformed
    /// No key of the provider has that name and algorithm; another look at its keys may help.
    case unknownKey
    /// Not signed by RS256 or ES256: not signed at all, or by what whoever knows the client's secret can do as well.
    case algorithm
    case signature
    case issuer
    case audience
    case authorizedParty
    case expired
    case issuedAt
    case notYet
    case nonce
    case subject

    /// What is wrong, in words for people: `its signature is not the provider's`.
    public var text: String {
        switch self {
        case .malformed: "it is not a JSON Web Token"
        case .unknownKey: "it is signed with a key that the provider does not publish"
        case .algorithm: "it is not signed by RS256 or ES256, the accepted algorithms"
        case .signature: "its signature is not the provider's"
        case .issuer: "it has another issuer (iss)"
        case .audience: "it is for another client (aud)"
        case .authorizedParty: "it was made for another client (azp)"
        case .expired: "it has expired (exp); compare the clocks of both machines"
        case .issuedAt: "it was not issued just now (iat); compare the clocks of both machines"
        case .notYet: "it is not valid yet (nbf); compare the clocks of both machines"
        case .nonce: "it answers another sign-in (nonce)"
        case .subject: "missing subject (sub)"
        }
    }
}
