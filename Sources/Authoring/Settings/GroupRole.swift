import Configuration

/// The console role of a group at an identity provider.
public struct GroupRole: Sendable, Equatable {
    /// A role in the console. Each includes the permissions of the previous ones.
    public enum Role: String, Sendable, CaseIterable {
        /// View links, rules and clicks.
        case viewer
        /// Also create, change and delete links.
        case editor
        /// Also reload, and write rules if that is enabled.
        case `operator`
    }

    /// The group, exactly as named by the provider.
    public var group: String
    /// The role of its members.
    public var role: Role
    /// The sites that the role is limited to, or `nil` for all.
    public var sites: Set<String>?

    /// The maximum length of a group name in bytes.
    private static let longestGroup = 256

    init?(group: String, role: Role, sites: Set<String>?) {
        guard (1...Self.longestGroup).contains(group.utf8.count), sites?.contains("") != true, sites?.isEmpty != true
        else { return nil }
        (self.group, self.role, self.sites) = (group, role, sites)
    }

    /// Parses `GROUP=ROLE` or `GROUP=ROLE:SITE+SITE`. Returns `nil` for anything else. The role follows the last `=`.
    init?(_ text: String) {
        guard let equals = text.lastIndex(of: "=") else { return nil }
        let words = text[text.index(after: equals)...].split(
            separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        guard let role = words.first.flatMap({ Role(rawValue: String($0)) }) else { return nil }
        let sites = words.dropFirst().first.map {
            Set($0.split(separator: "+", omittingEmptySubsequences: false).map(String.init))
        }
        self.init(group: String(text[..<equals]), role: role, sites: sites)
    }

    /// The text in the form that ``init(_:)`` parses.
    var text: String {
        "\(group)=\(role.rawValue)" + (sites.map { ":" + $0.sorted().joined(separator: "+") } ?? "")
    }
}

/// The keys of a group's role as a mapping.
enum GroupRoleKey: String, ConfigurationKey {
    static let owner = "a group's role"
    case group, role, sites
}

/// Decodes a group's role: a text, or a mapping.
///
///     roles: [{group: marketing, role: editor, sites: [shop]}, "admins=operator"]
struct GroupRoleDecoder {
    let log: DiagnosticLog

    /// The role, or `nil` with an error if it is invalid.
    func decode(_ node: ConfigurationNode) -> GroupRole? {
        guard node.isMapping else {
            guard let text = log.text(node) else { return nil }
            if let role = GroupRole(text) { return role }
            return refuse(node, .groupRole(text))
        }
        guard let fields = Fields<GroupRoleKey>(node, log: log), let group = fields.required(.group).flatMap(log.text),
            let word = fields.required(.role), let name = log.text(word)
        else { return nil }
        guard let role = GroupRole.Role(rawValue: name) else {
            log.unknownWord(word, name, "role", GroupRole.Role.allCases.map(\.rawValue))
            return nil
        }
        let sites = fields[.sites].map { Set(log.list($0).compactMap(log.text)) }
        if let role = GroupRole(group: group, role: role, sites: sites) { return role }
        return refuse(node, .groupRole(group))
    }

    private func refuse(_ node: ConfigurationNode, _ fault: Setting.Fault) -> GroupRole? {
        log.error(.invalidValue, node, fault.message, expected: fault.expected)
        return nil
    }
}
