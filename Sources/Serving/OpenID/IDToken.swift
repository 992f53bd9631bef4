import ByteText
import OpenSSL

/// A provider's claims about a person who has signed in there (OpenID Connect Core 1.0, section 2), verified.
public struct IDToken: Sendable {
    /// The required claims of a token.
    public struct Expectation: Sendable {
        /// The issuer identifier of the provider, compared exactly.
        public var issuer: String
        /// The client ID of this daemon at the provider.
        public var clientID: String
        /// The nonce sent with this sign-in.
        public var nonce: String

        /// Creates the expectation for one sign-in.
        public init(issuer: String, clientID: String, nonce: String) {
            (self.issuer, self.clientID, self.nonce) = (issuer, clientID, nonce)
        }
    }

    /// The maximum clock skew between the two machines, in seconds.
    public static let skew: Int64 = 60
    /// The maximum age of a token, in seconds: it is requested when it is needed.
    public static let longestAge: Int64 = 600
    /// The maximum length of `sub` (section 2).
    private static let longestSubject = 255
    /// The maximum length of a displayed name, in Unicode scalars.
    private static let longestName = 100

    /// The identifier of the person, which the provider never reassigns.
    public let subject: String
    private let claims: JSONObject

    /// Verifies a token (section 3.1.3.7): signature, issuer, audience, times, nonce.
    ///
    /// - Parameters:
    ///   - now: Seconds since the epoch.
    public init(
        _ token: String, keys: JSONWebKeySet, for expected: Expectation, at now: Int64
    ) throws(IDTokenFault) {
        let signed = try SignedToken(token)
        guard TokenKey.Algorithm(rawValue: signed.algorithm) != nil else { throw .algorithm }
        let candidates = keys.keys(for: signed)
        guard !candidates.isEmpty else { throw .unknownKey }
        let text = signed.text
        guard candidates.contains(where: { $0.isSignature(signed.signature, of: text.span) }) else {
            throw .signature
        }
        claims = signed.claims
        try Self.check(claims, for: expected)
        try Self.checkTimes(claims, at: now)
        guard let subject = claims["sub"]?.string, (1...Self.longestSubject).contains(subject.utf8.count),
            !subject.hasControls
        else { throw .subject }
        self.subject = subject
    }

    private static func check(_ claims: JSONObject, for expected: Expectation) throws(IDTokenFault) {
        guard claims["iss"]?.string == expected.issuer else { throw .issuer }
        let audience = claims["aud"]?.array ?? claims["aud"].map { [$0] } ?? []
        guard audience.contains(.string(expected.clientID)) else { throw .audience }
        if audience.count > 1 || claims["azp"] != nil {
            guard claims["azp"]?.string == expected.clientID else { throw .authorizedParty }
        }
        guard claims["nonce"]?.string == expected.nonce else { throw .nonce }
    }

    private static func checkTimes(_ claims: JSONObject, at now: Int64) throws(IDTokenFault) {
        guard let end = seconds(claims["exp"]), end > now - skew else { throw .expired }
        guard let issued = seconds(claims["iat"]), issued <= now + skew, issued >= now - longestAge else {
            throw .issuedAt
        }
        if let start = claims["nbf"] {
            guard let start = seconds(start), start <= now + skew else { throw .notYet }
        }
    }

    /// A NumericDate (RFC 7519, section 2), which may have a fraction. `nil` if it is out of range.
    private static func seconds(_ value: JSONValue?) -> Int64? {
        guard let number = value?.number?.double, (0..<1e11).contains(number) else { return nil }
        return Int64(number)
    }

    /// Whether the provider has verified `email`; it has not if the token lacks `email_verified`. Some providers send a
    /// string.
    private var hasVerifiedEmail: Bool { claims["email_verified"] == true || claims["email_verified"] == "true" }

    /// The name to display: the verified email address, user name, name, or ``subject``, in this order. For display
    /// only, since providers may let people choose it.
    public var displayName: String {
        let names = [hasVerifiedEmail ? claims["email"] : nil, claims["preferred_username"], claims["name"]]
        let name = names.lazy.compactMap { $0?.string }.first { !$0.isEmpty && !$0.hasControls } ?? subject
        return String(String.UnicodeScalarView(name.unicodeScalars.prefix(Self.longestName)))
    }

    /// The strings of a claim, which may be a list or a single string. Empty for any other type, and for an unverified
    /// `email`.
    ///
    /// - Parameter path: The name of the claim. If there is no such claim, it is a path of names separated by dots:
    ///   `realm_access.roles`.
    public func strings(of path: String) -> [String] {
        guard path != "email" || hasVerifiedEmail else { return [] }
        var value = claims[path]
        if value == nil {
            let names = path.split(separator: ".").map(String.init)
            value = names.dropFirst().reduce(names.first.flatMap { claims[$0] }) { $0?[$1] }
        }
        if let text = value?.string { return [text] }
        return value?.array?.compactMap(\.string) ?? []
    }
}

extension String {
    /// Whether the text contains characters that break lines or disguise its contents: control characters and
    /// bidirectional marks.
    fileprivate var hasControls: Bool {
        unicodeScalars.contains { scalar in
            switch scalar.properties.generalCategory {
            case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate: true
            default: false
            }
        }
    }
}
