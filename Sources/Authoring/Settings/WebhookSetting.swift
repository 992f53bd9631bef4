import ByteText

/// A webhook of the list `webhooks`: its address, its secrets, and the events that it receives.
public struct WebhookSetting: Sendable, Equatable {
    /// A member of events that a webhook can be limited by.
    public enum Member: String, Sendable, CaseIterable {
        /// Site names.
        case sites
        /// Types of events; `link` includes `link.created` and so on.
        case types
        /// Decisions of clicks.
        case decisions
        /// Links, `go.example/offer`; with `*` at the end all that begin with the text before it.
        case links
    }

    /// The name of the webhook of `events.webhook`.
    public static let usualName = "webhook"
    /// The maximum length of a name, which is part of file names.
    private static let longestName = 40

    /// The name in files, metrics and messages: lower-case letters, digits, `-` and `_`.
    public var name: String
    /// The address, unchecked.
    public var url: String
    /// The file of the secrets that sign requests.
    public var secretFile: String?
    /// The file of CAs trusted for the server, or `nil` for the system's.
    public var authorities: String?
    /// The number of hours for which delivery is retried, or `nil` for `events.retry_hours`.
    public var retryHours: Int?
    /// The values that events must have one of, by member. A missing member admits all events.
    public var filter: [Member: [String]] = [:]

    /// `nil` if the name is not permitted.
    public init?(name: String, url: String) {
        let isValid = name.utf8.allSatisfy { byte in
            (0x61...0x7A).contains(byte) || (0x30...0x39).contains(byte) || byte == 0x2D || byte == 0x5F
        }
        guard isValid, (1...Self.longestName).contains(name.utf8.count), name != Self.usualName else { return nil }
        (self.name, self.url) = (name, url)
    }

    /// The webhook of `events.webhook`, or `nil` if there is none.
    fileprivate init?(_ events: DaemonSettings.Events) {
        guard let url = events.webhook else { return nil }
        (name, self.url) = (Self.usualName, url)
        (secretFile, authorities) = (events.webhookSecretFile, events.webhookAuthorities)
    }

    /// The setting that names the address, for messages: `events.webhook`, or `webhooks: crm`.
    public var place: String { name == Self.usualName ? "events.webhook" : "webhooks: \(name)" }
    /// The setting that names the file of secrets, for messages.
    public var secretPlace: String {
        name == Self.usualName ? "events.webhook_secret_file" : "secret_file of the webhook \(name)"
    }
}

extension DaemonSettings.Events {
    /// The webhook of `events.webhook`, if there is one, and those of the list `webhooks`, each with its retry hours.
    public var allWebhooks: [WebhookSetting] {
        var all = webhooks
        if let usual = WebhookSetting(self) { all.insert(usual, at: 0) }
        return all
    }
}

extension WebhookSetting {
    /// Parses `NAME=URL KEY=VALUE…`. Returns `nil` for anything else. The elements of a filter are joined by `+`; spaces, `+`,
    /// `%` and commas in values are percent-encoded.
    init?(_ text: String) {
        let words = text.split(separator: " ").map(Self.pair)
        guard let first = words.first, let (name, url) = first, !url.isEmpty else { return nil }
        self.init(name: name, url: url)
        for word in words.dropFirst() {
            guard let (key, value) = word, !value.isEmpty, let key = WebhookKey(rawValue: key), set(key, value) else {
                return nil
            }
        }
    }

    private mutating func set(_ key: WebhookKey, _ text: String) -> Bool {
        let values = text.split(separator: "+").compactMap { String($0).removingPercentCodes }
        guard let value = values.first else { return false }
        switch key {
        case .secretFile: secretFile = value
        case .ca: authorities = value
        case .retryHours:
            guard let hours = Int(value), DaemonSettings.Events.retryRange.contains(hours) else { return false }
            retryHours = hours
        case .sites: filter[.sites] = values
        case .types: filter[.types] = values
        case .decisions: filter[.decisions] = values
        case .links: filter[.links] = values
        case .name, .url: return false
        }
        return true
    }

    private static func pair(_ word: Substring) -> (String, String)? {
        guard let equals = word.firstIndex(of: "=") else { return nil }
        return (String(word[..<equals]), String(word[word.index(after: equals)...]))
    }

    /// The text in the form that ``init(_:)`` parses.
    var text: String {
        var words = ["\(name)=\(url)"]
        if let secretFile { words.append("secret_file=\(Self.coded(secretFile))") }
        if let authorities { words.append("ca=\(Self.coded(authorities))") }
        if let retryHours { words.append("retry_hours=\(retryHours)") }
        for member in Member.allCases {
            guard let values = filter[member] else { continue }
            words.append("\(member.rawValue)=" + values.map(Self.coded).joined(separator: "+"))
        }
        return words.joined(separator: " ")
    }

    private static func coded(_ text: String) -> String {
        var coded = ""
        for character in text {
            switch character {
            case "%": coded += "%25"
            case " ": coded += "%20"
            case "+": coded += "%2B"
            case ",": coded += "%2C"
            default: coded.append(character)
            }
        }
        return coded
    }
}

extension String {
    /// The text with the codes that ``WebhookSetting/text`` writes replaced by their characters; `nil` for other codes.
    fileprivate var removingPercentCodes: String? {
        let codes = ["25": "%", "20": " ", "2B": "+", "2C": ","]
        var text = ""
        for (index, part) in split(separator: "%", omittingEmptySubsequences: false).enumerated() {
            guard index > 0 else { text += part; continue }
            guard let character = codes[part.prefix(2).uppercased()] else { return nil }
            text += character + part.dropFirst(2)
        }
        return text
    }
}
