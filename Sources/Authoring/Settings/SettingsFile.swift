import ByteText
public import Configuration

/// The settings in `fingerpost.yaml`, each with its place, so that a value found invalid later can be located.
public struct SettingsFile: Sendable {
    struct Value: Sendable {
        var setting: Setting
        var texts: [String]
        /// The listeners, if the setting has any: they can't be represented as texts.
        var listeners: [FrontListener]?
        var location: SourceLocation?
    }

    var values: [Value] = []

    /// Whether the file sets nothing.
    public var isEmpty: Bool { values.isEmpty }

    /// The place where the file gives a setting this value, or `nil` if the value comes from elsewhere.
    public func location(of name: String, stating text: String) -> SourceLocation? {
        values.last { $0.setting.name == name && $0.texts.last?.lowercased() == text.lowercased() }?.location
    }

    /// The text that the file gives a setting, or `nil` if it does not set it.
    public func text(of name: String) -> String? { values.last { $0.setting.name == name }?.texts.last }

    /// The file without a setting.
    public func leavingOut(_ name: String) -> SettingsFile {
        var file = self
        file.values.removeAll { $0.setting.name == name }
        return file
    }

    /// The file without per-node settings, which do not apply if many nodes share the rules: only settings that affect
    /// where links lead are kept.
    public var withoutNodes: SettingsFile {
        var file = self
        file.values.removeAll { !$0.setting.isAllowedInBundle }
        return file
    }

    /// The per-node settings that the file changes from their defaults.
    public var ofNodes: [SettingDescription] {
        values.filter { value in
            guard !value.setting.isAllowedInBundle else { return false }
            var settings = DaemonSettings()
            if let listeners = value.listeners, case .listeners(let place) = value.setting.slot {
                settings[keyPath: place] = listeners
            } else {
                _ = value.setting.apply(value.texts, to: &settings)
            }
            return settings != DaemonSettings()
        }.map { SettingDescription($0.setting) }
    }

    /// This file combined with another one, whose values take precedence.
    public func overridden(by other: SettingsFile) -> SettingsFile {
        var file = self
        file.values += other.values
        return file
    }

    /// An empty file.
    public init() {}

    /// Decodes the tree of the file. Faults are added to the log, and valid settings are kept.
    public static func decode(_ root: ConfigurationNode, log: DiagnosticLog) -> SettingsFile {
        var reader = SettingsFileReader(log: log)
        reader.read(root, group: nil)
        return reader.file
    }

    /// The names allowed at the top of the file (`group` is `nil`) or in one of its groups.
    static func keys(of group: String?) -> [String] {
        var keys: [String] = []
        let start = group.map { "\($0)." } ?? ""
        for setting in Setting.all where setting.isAllowedInFile && setting.name.hasPrefix(start) {
            let key = String(setting.name.dropFirst(start.count).prefix { $0 != "." })
            if !keys.contains(key) { keys.append(key) }
        }
        return keys
    }
}

/// Traverses the file by the names of the settings.
private struct SettingsFileReader {
    let log: DiagnosticLog
    var file = SettingsFile()

    mutating func read(_ node: ConfigurationNode, group: String?) {
        let owner = group.map { "`\($0)`" } ?? "the daemon's settings"
        let keys = SettingsFile.keys(of: group)
        if node.isNull { return }
        guard case .mapping(let entries) = node.content else {
            log.error(
                .wrongType, node, "\(owner) can't be \(node.kind)",
                expected: "a mapping with \(keys.joined(separator: ", "))")
            return
        }
        var seen: Set<String> = []
        for entry in entries {
            let name = group.map { "\($0).\(entry.name)" } ?? entry.name
            guard keys.contains(entry.name) else {
                let hint = suggestion(for: entry.name, among: keys) ?? "known keys: \(keys.joined(separator: ", "))"
                log.error(.unknownKey, entry.key, "unknown key `\(entry.name)` in \(owner)", hint: hint)
                continue
            }
            guard seen.insert(entry.name).inserted else {
                log.error(
                    .duplicateKey, entry.key, "the key `\(entry.name)` appears twice", hint: "remove one of them")
                continue
            }
            // A name may be both a setting and a group: `console: false`, or a mapping of its settings.
            if let setting = Setting.named(name), !Self.isGroup(entry, name) {
                add(entry.value, of: setting)
            } else {
                read(entry.value, group: name)
            }
        }
    }

    private static func isGroup(_ entry: ConfigurationNode.Entry, _ name: String) -> Bool {
        guard case .mapping = entry.value.content else { return false }
        return !SettingsFile.keys(of: name).isEmpty
    }

    private mutating func add(_ node: ConfigurationNode, of setting: Setting) {
        if case .listeners = setting.slot {
            if let listeners = FrontListenerDecoder(log: log, mayRedirect: setting.name == "listen.front").decode(node)
            {
                file.values.append(
                    SettingsFile.Value(
                        setting: setting, texts: [], listeners: listeners, location: location(of: node)))
            }
            return
        }
        guard let texts = texts(node, of: setting) else { return }
        var scratch = DaemonSettings()
        if let fault = setting.apply(texts, to: &scratch) {
            log.error(.invalidValue, faultyElement(of: node, setting), fault.message, expected: fault.expected)
            return
        }
        file.values.append(SettingsFile.Value(setting: setting, texts: texts, location: location(of: node)))
    }

    private func location(of node: ConfigurationNode) -> SourceLocation? {
        log.file.flatMap { file in
            node.mark.map { SourceLocation(file: file.name, line: $0.line, column: $0.column) }
        }
    }

    /// A value as the texts that ``Setting/apply(_:to:)`` expects, after type checks, or `nil` if there is none.
    private func texts(_ node: ConfigurationNode, of setting: Setting) -> [String]? {
        switch setting.slot {
        case .listeners, .peers, .networks, .hosts, .origins: return log.list(node).compactMap(log.text)
        case .ports: return log.list(node).compactMap { log.integer($0, in: 1...65_535) }.map(\.description)
        case .paths:
            if case .list = node.content { return log.list(node).compactMap(log.text) }
            return node.isNull ? [] : log.text(node).map { [$0] }
        case .address, .format, .mode, .level, .rollUp: return node.isNull ? nil : log.text(node).map { [$0] }
        case .host, .path: return node.isNull ? [""] : log.text(node).map { [$0] }
        case .directory: return node.isNull ? [""] : log.text(node).map { [besideFile($0)] }
        case .roles: return all(node, GroupRoleDecoder(log: log).decode).map { $0.map(\.text) }
        case .webhooks: return all(node, WebhookDecoder(log: log).decode).map { $0.map(\.text) }
        case .optionalCount where node.isNull: return nil
        case .count(_, let range), .optionalCount(_, let range): return log.integer(node, in: range).map { ["\($0)"] }
        case .flag: return log.bool(node).map { ["\($0)"] }
        case .shadow where node.isNull: return [""]
        case .shadow:
            guard var shadow = ShadowDecoder(log: log).decode(node) else { return nil }
            shadow.rules = besideFile(shadow.rules)
            return [shadow.text]
        }
    }

    /// The elements of a list, or `nil` if one is invalid: a partial list would not be what was intended.
    private func all<Value>(_ node: ConfigurationNode, _ decode: (ConfigurationNode) -> Value?) -> [Value]? {
        let nodes = log.list(node)
        let values = nodes.compactMap(decode)
        return values.count == nodes.count ? values : nil
    }

    /// A relative path, resolved against the file's directory.
    private func besideFile(_ path: String) -> String {
        guard !path.isEmpty, !path.hasPrefix("/"), let file = log.file?.name, let slash = file.lastIndex(of: "/") else {
            return path
        }
        return file[...slash] + path
    }

    /// The invalid element of a list.
    private func faultyElement(of node: ConfigurationNode, _ setting: Setting) -> ConfigurationNode {
        guard case .list(let elements) = node.content else { return node }
        var scratch = DaemonSettings()
        return elements.first { setting.apply([$0.textValue ?? ""], to: &scratch) != nil } ?? node
    }
}
