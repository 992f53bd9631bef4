import ByteText
import Expressions

extension Setting {
    /// Parses a value and stores it in the settings. Returns the problem and the expected form, or `nil` on success.
    ///
    /// The texts are the elements of a list, or the only text of a single value. An empty text clears a list or a path.
    func apply(_ texts: [String], to settings: inout DaemonSettings) -> Fault? {
        let text = texts.last ?? ""
        switch slot {
        case .listeners(let place):
            let listeners = texts.filter { !$0.isEmpty }
            if let bad = listeners.first(where: { FrontListener($0) == nil }) { return .address(bad) }
            settings[keyPath: place] = listeners.compactMap { FrontListener($0) }
        case .address(let place):
            guard let address = ListenAddress(text) else { return .address(text) }
            settings[keyPath: place] = address
        case .peers(let place):
            let peers = texts.filter { !$0.isEmpty }
            if let fault = peers.lazy.compactMap(PeerCheck.fault).first { return fault }
            settings[keyPath: place] = peers
        case .networks(let place):
            let networks = texts.filter { !$0.isEmpty }
            if let fault = networks.lazy.compactMap(PeerCheck.networkFault).first { return fault }
            settings[keyPath: place] = networks
        case .ports(let place):
            let ports = texts.filter { !$0.isEmpty }
            if let bad = ports.first(where: { Self.port($0) == nil }) { return .count(bad, 1...65_535) }
            settings[keyPath: place] = ports.compactMap(Self.port)
        case .hosts(let place):
            let hosts = texts.filter { !$0.isEmpty }
            if let bad = hosts.first(where: { !Self.isHost($0) }) { return .host(bad) }
            settings[keyPath: place] = hosts.map { $0.lowercased() }
        case .origins(let place):
            let origins = texts.filter { !$0.isEmpty }
            if let bad = origins.first(where: { !OriginCheck.isOrigin($0) }) { return .origin(bad) }
            settings[keyPath: place] = origins
        case .host(let place):
            guard text.isEmpty || Self.isHost(text) else { return .host(text) }
            settings[keyPath: place] = text.isEmpty ? nil : text.lowercased()
        case .paths(let place): settings[keyPath: place] = texts.filter { !$0.isEmpty }
        case .path(let place), .directory(let place): settings[keyPath: place] = text.isEmpty ? nil : text
        case .format(let place):
            guard let format = DaemonSettings.LogFormat(rawValue: text) else {
                return Fault(message: "unknown log format `\(text)`", expected: "`json` or `combined`")
            }
            settings[keyPath: place] = format
        case .count(let place, let range):
            guard let count = Int(text), range.contains(count) else { return .count(text, range) }
            settings[keyPath: place] = count
        case .optionalCount(let place, let range):
            guard let count = Int(text), range.contains(count) else { return .count(text, range) }
            settings[keyPath: place] = count
        case .mode(let place):
            guard let mode = Self.mode(text) else { return .mode(text) }
            settings[keyPath: place] = mode
        case .level(let place):
            guard let level = ControlLevel(rawValue: text) else {
                return Fault(message: "unknown level `\(text)`", expected: "`read` or `operate`")
            }
            settings[keyPath: place] = level
        case .rollUp(let place):
            guard let rollUp = CountRollUp(rawValue: text) else {
                return Fault(message: "unknown period `\(text)`", expected: "`month`, `year` or `total`")
            }
            settings[keyPath: place] = rollUp
        case .flag(let place):
            guard let value = Self.truth(text) else {
                return Fault(message: "`\(text)` is not a boolean", expected: "`true` or `false`")
            }
            settings[keyPath: place] = value
        case .roles(let place):
            let roles = texts.filter { !$0.isEmpty }
            if let bad = roles.first(where: { GroupRole($0) == nil }) { return .groupRole(bad) }
            settings[keyPath: place] = roles.compactMap { GroupRole($0) }
        case .webhooks(let place):
            let texts = texts.filter { !$0.isEmpty }
            if let bad = texts.first(where: { WebhookSetting($0) == nil }) { return .webhook(bad) }
            let webhooks = texts.compactMap { WebhookSetting($0) }
            var names: Set<String> = []
            if let again = webhooks.first(where: { !names.insert($0.name).inserted }) {
                return .repeatedWebhook(again.name)
            }
            settings[keyPath: place] = webhooks
        case .shadow(let place):
            guard text.isEmpty || ShadowSetting(text) != nil else { return .shadow(text) }
            settings[keyPath: place] = ShadowSetting(text)
        }
        return nil
    }

    /// The problem with a value, without its place.
    struct Fault: Sendable, Equatable {
        var message: String
        var expected: String?

        static func address(_ text: String) -> Fault {
            Fault(
                message: "`\(text)` is not a valid listen address",
                expected: "`127.0.0.1:8080`, `[::1]:8080`, `localhost:8080` or `unix:/path`")
        }

        static func host(_ text: String) -> Fault {
            Fault(
                message: "`\(text)` is not a host name or an IP address",
                expected: "`fingerpost.internal` or `10.0.0.5`, without a scheme or a port")
        }

        static func origin(_ text: String) -> Fault {
            Fault(
                message: "`\(text)` is not an origin as browsers send it",
                expected:
                    "`https://app.example.com`: scheme, host, and a port that is not the usual one; no path, no `*`")
        }

        static func mode(_ text: String) -> Fault {
            Fault(message: "`\(text)` is not a file's mode", expected: "three octal digits, such as `0660`")
        }

        static func shadow(_ text: String) -> Fault {
            let share = text.split(separator: ":", omittingEmptySubsequences: false).last ?? ""
            let isShare = ShadowSetting.share(share) != nil
            return Fault(
                message: isShare ? "`\(text)` has no directory" : "`\(share)` is not a share of the clicks",
                expected: "`DIR` or `DIR:SHARE` with a number above 0 and at most 1, such as `rules-next:0.05`")
        }

        static func groupRole(_ text: String) -> Fault {
            Fault(
                message: "`\(text)` is not a group's role",
                expected: "`GROUP=ROLE` or `GROUP=ROLE:SITE+SITE` with the role `viewer`, `editor` or `operator`")
        }

        static func count(_ text: String, _ range: ClosedRange<Int>) -> Fault {
            Fault(
                message: "`\(text)` is out of range",
                expected: "a whole number from \(range.lowerBound) to \(range.upperBound)")
        }
    }

    /// Whether a text is valid in a `Host` field: a name or an address, with IPv6 addresses in brackets.
    private static func isHost(_ text: String) -> Bool {
        if text.hasPrefix("["), text.hasSuffix("]") {
            return IPAddress(String(text.dropFirst().dropLast()))?.family == .v6
        }
        return text.utf8.allSatisfy { $0.isAlphanumeric || $0 == 0x2D || $0 == 0x2E || $0 == 0x5F }
    }

    /// Octal permissions: `0660` or `660`.
    private static func mode(_ text: String) -> Int? {
        let digits = text.utf8.count == 4 && text.hasPrefix("0") ? text.dropFirst() : text[...]
        guard digits.utf8.count == 3, digits.utf8.allSatisfy({ (0x30...0x37).contains($0) }) else { return nil }
        return Int(digits, radix: 8)
    }

    private static func port(_ text: String) -> Int? {
        Int(text).flatMap { (1...65_535).contains($0) ? $0 : nil }
    }

    /// The spellings of booleans in variables and flags. A bare flag is true.
    private static func truth(_ text: String) -> Bool? {
        switch text.lowercased() {
        case "true", "1", "yes", "on": true
        case "false", "0", "no", "off": false
        default: nil
        }
    }
}

/// The permissions of clients of the control socket. Each level includes the previous ones.
public enum ControlLevel: String, Sendable, CaseIterable, Comparable {
    /// Read-only access.
    case read
    /// Read access, reloading, draining, and disabling sites and links.
    case operate

    public static func < (one: ControlLevel, other: ControlLevel) -> Bool { one == .read && other == .operate }
}

/// The aggregation of click counts that are no longer kept by day.
public enum CountRollUp: String, Sendable, CaseIterable {
    /// Monthly totals.
    case month
    /// Yearly totals.
    case year
    /// A single total.
    case total
}
