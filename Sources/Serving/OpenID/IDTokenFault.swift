/// Why an ID token is rejected. No case contains any part of the token.
public enum IDTokenFault: Error, Sendable, Equatable, CaseIterable {
    /// Not a signed token in compact form, or with an unsupported header.
    case malformed
    /// The provider has no key with this ID and algorithm; refreshing its keys may help.
    case unknownKey
    /// Not signed with RS256 or ES256: either unsigned, or signed with an algorithm such as HMAC, which anyone with the
    /// client secret can use.
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

    /// The reason, for people: `its signature is invalid`.
    public var text: String {
        switch self {
        case .malformed: "it is not a JSON Web Token"
        case .unknownKey: "it is signed with a key that the provider does not publish"
        case .algorithm: "it is not signed with RS256 or ES256"
        case .signature: "its signature is invalid"
        case .issuer: "its issuer is wrong (iss)"
        case .audience: "its audience is another client (aud)"
        case .authorizedParty: "it was issued to another client (azp)"
        case .expired: "it has expired (exp); check the clocks of both machines"
        case .issuedAt: "it was not issued recently (iat); check the clocks of both machines"
        case .notYet: "it is not valid yet (nbf); check the clocks of both machines"
        case .nonce: "it belongs to another sign-in (nonce)"
        case .subject: "missing subject (sub)"
        }
    }
}
