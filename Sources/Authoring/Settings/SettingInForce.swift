public import Configuration

/// A setting, its active value, and the value's origin.
public struct SettingInForce: Sendable, Equatable {
    /// The origin of a value, in descending precedence.
    public enum Origin: Sendable, Equatable {
        /// The command line: `--listen`.
        case flag(String)
        /// The environment: `FINGERPOST_LISTEN_FRONT`.
        case variable(String)
        /// `fingerpost.yaml`, and the place in it.
        case file(SourceLocation?)
        /// The default.
        case standard
    }

    /// A value that takes effect after a reload or a restart.
    public struct Pending: Sendable, Equatable {
        /// As in ``SettingInForce/values``.
        public var values: [String]
        /// The origin of the value.
        public var origin: Origin

        /// A value and its origin.
        public init(values: [String], origin: Origin) { (self.values, self.origin) = (values, origin) }
    }

    /// The description of the setting.
    public var description: SettingDescription
    /// The value in the syntax of variables and flags, a text for each element of a list; empty for no value.
    public var values: [String]
    /// The origin of the value.
    public var origin: Origin
    /// The value that a daemon would start with now, or `nil` if it equals the active one.
    public var pending: Pending?

    /// A row of a list.
    public init(
        description: SettingDescription, values: [String], origin: Origin, pending: Pending? = nil
    ) {
        (self.description, self.values, self.origin, self.pending) = (description, values, origin, pending)
    }

    /// The value in words.
    public var valueText: String { description.text(of: values) }

    /// `hsts: in force 300, in the file 600 (rules/fingerpost.yaml:4), takes effect after a reload`, or `nil` if no
    /// value is pending.
    public var pendingText: String? {
        guard let pending else { return nil }
        let next = description.text(of: pending.values)
        let stated =
            switch pending.origin {
            case .file: "in the file \(next) (\(pending.origin.text))"
            case .flag(let name), .variable(let name): "by \(name) \(next)"
            case .standard: "in no file any more (default: \(next))"
            }
        return
            "\(description.name): in force \(valueText), \(stated), takes effect after a \(description.effect.rawValue)"
    }
}

extension SettingInForce.Origin {
    /// `--listen`, `FINGERPOST_LISTEN_FRONT`, `rules/fingerpost.yaml:3` or `default`.
    public var text: String {
        switch self {
        case .flag(let name), .variable(let name): name
        case .file(let location): location.map { "\($0.file):\($0.line)" } ?? "fingerpost.yaml"
        case .standard: "default"
        }
    }

    /// Parses the output of ``text``.
    public init(text: String) {
        if text == "default" {
            self = .standard
        } else if text.hasPrefix("--") {
            self = .flag(text)
        } else if text.hasPrefix("FINGERPOST_") {
            self = .variable(text)
        } else if let colon = text.lastIndex(of: ":"), let line = Int(text[text.index(after: colon)...]) {
            self = .file(SourceLocation(file: String(text[..<colon]), line: line, column: 1))
        } else {
            self = .file(nil)
        }
    }
}
