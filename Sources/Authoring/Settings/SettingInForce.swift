public import Configuration

/// A setting, its value in force, and where that comes from.
public struct SettingInForce: Sendable, Equatable {
    /// Where a value comes from, the strongest first.
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

    /// What it is.
    public var description: SettingDescription
    /// The value as variables and flags state it, a text for each element of a list; empty for none.
    public var values: [String]
    /// Where it comes from.
    public var origin: Origin
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
}
