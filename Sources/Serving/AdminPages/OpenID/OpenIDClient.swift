import Access
import ByteText
import Client
import OpenID
import OpenSSL
package import ServiceFiles
package import Settings

/// The console as a client of an identity provider: its client settings, and the roles of the provider's groups.
package struct OpenIDClient: Sendable {
    /// The maximum number of groups in a session. The strongest role takes precedence, so more are not needed.
    private static let mostGroups = 100

    /// The provider's issuer identifier, exactly as the provider writes it.
    let issuer: String
    /// The address of its discovery document.
    let discovery: ServerURL
    let clientID: String
    let scopes: [String]
    /// The maximum lifetime of a session, in seconds.
    let longest: Int64
    /// The file of the only trusted certificate authorities, or `nil` for the system's.
    let authorities: String?
    private let groupsClaim: String
    private let secretFile: String?
    private let roles: [(group: UInt64, setting: GroupRole)]

    /// `nil` if no provider is configured. Throws if users could not sign in with the settings.
    package init?(_ settings: DaemonSettings.OpenID, report: (String) -> Void) throws(StartupFault) {
        guard let issuer = settings.issuer else { return nil }
        do throws(ServerURL.Fault) {
            _ = try ServerURL(issuer, statedAs: "console.openid.issuer")
            let base = issuer.hasSuffix("/") ? String(issuer.dropLast()) : issuer
            discovery = try ServerURL(
                "\(base)/.well-known/openid-configuration", statedAs: "console.openid.issuer")
        } catch { throw StartupFault(error.description) }
        guard !issuer.contains("?") else {
            throw StartupFault(
                "console.openid.issuer: an issuer has no query; copy `issuer` from the provider's settings")
        }
        guard let clientID = settings.clientID else {
            throw StartupFault("console.openid.issuer: a client ID is required: set client_id")
        }
        guard !settings.roles.isEmpty else {
            throw StartupFault(
                "console.openid.issuer: no user could sign in: set roles, such as [{group: staff, role: viewer}]")
        }
        (self.issuer, self.clientID, scopes) = (issuer, clientID, settings.scopes)
        (groupsClaim, secretFile) = (settings.groupsClaim ?? "groups", settings.secretFile)
        (authorities, longest) = (settings.authorities, Int64(settings.sessionMinutes) * 60)
        roles = settings.roles.map { (Self.condensed($0.group), $0) }
        guard let path = secretFile else { return }
        do throws(FileFault) {
            try SecretFile.examine(path, report: report)
            _ = try secret()
        } catch { throw StartupFault("console.openid.client_secret_file: \(error.description)") }
    }

    /// The provider's host, for display.
    var host: String { discovery.authority }

    /// The claims that a token must have.
    func expectation(_ nonce: String) -> IDToken.Expectation {
        IDToken.Expectation(issuer: issuer, clientID: clientID, nonce: nonce)
    }

    /// Reads the current client secret from its file; `nil` for a public client.
    func secret() throws(FileFault) -> String? {
        guard let secretFile else { return nil }
        let bytes = try SecretFile.bytes(secretFile, "the client's secret", limit: 4096)
        let text = String(decoding: bytes, as: UTF8.self).filter { !$0.isWhitespace }
        guard !text.isEmpty else { throw FileFault("\(secretFile): the file contains no secret") }
        return text
    }

    // MARK: - Roles

    /// The user that a token identifies, with those of their groups that have a role; `nil` if none has.
    func identity(of token: IDToken) -> Identity? {
        let known = Set(roles.map(\.setting.group))
        let groups = Set(token.strings(of: groupsClaim)).intersection(known).map(Self.condensed).sorted()
        let person = Identity(
            subject: token.subject, name: token.displayName, groups: Array(groups.prefix(Self.mostGroups)),
            client: client)
        return credential(of: person) == nil ? nil : person
    }

    /// A user's permissions by the roles in force: the strongest role of their groups, for the sites of all groups with that
    /// role. `nil` if none of the groups has a role any more, and for users of another provider.
    func credential(of person: Identity) -> Credential? {
        guard person.client == client else { return nil }
        let own = roles.filter { person.groups.contains($0.group) }.map(\.setting)
        guard let role = GroupRole.Role.allCases.last(where: { role in own.contains { $0.role == role } }) else {
            return nil
        }
        var credential = Credential(name: person.name, .person(.init(subject: person.subject, issuer: issuer)))
        credential.scopes = role.scopes
        let sites = own.filter { $0.role == role }.map(\.sites)
        credential.sites = sites.contains(nil) ? nil : Set(sites.compactMap(\.self).joined())
        return credential
    }

    private var client: UInt64 { Self.condensed("\(issuer)\n\(clientID)") }

    private static func condensed(_ text: String) -> UInt64 {
        let bytes = Array(text.utf8)
        return Digest.sha256Start(bytes.span)
    }
}

extension GroupRole.Role {
    /// The scopes of an equivalent token.
    fileprivate var scopes: Set<Credential.Scope> {
        switch self {
        case .viewer: [.read]
        case .editor: [.read, .write]
        case .operator: [.read, .write, .reload]
        }
    }
}

/// A user of the identity provider, as stored in a session.
struct Identity: Sendable, Equatable {
    /// The identifier at the provider (`sub`), at most 255 bytes.
    var subject: String
    /// The display name.
    var name: String
    /// Hashes of the names of those groups of the user that had a role at sign-in.
    var groups: [UInt64]
    /// A hash of the provider and the client ID there. Another provider's users are different people.
    var client: UInt64
}
