/// The description of a setting, for help, manual pages and lists.
public struct SettingDescription: Sendable, Equatable {
    /// The name in `fingerpost.yaml`: `limits.head_bytes`.
    public let name: String
    /// The environment variable: `FINGERPOST_LIMITS_HEAD_BYTES`.
    public let variable: String
    /// The option of `serve`, with the dashes, or `nil` if there is none.
    public let flag: String?
    /// What makes a running daemon apply a changed value.
    public let effect: SettingEffect
    /// Whether `fingerpost.yaml` may set it.
    public let isAllowedInFile: Bool
    /// The summary, as a sentence.
    public let summary: String
    /// The effective behavior without a value, in words.
    public let absence: String

    init(_ setting: Setting) {
        name = setting.name
        variable = setting.variable
        flag = setting.flag.map { "--\($0)" }
        effect = setting.effect
        isAllowedInFile = setting.isAllowedInFile
        summary = setting.summary
        absence = setting.absence
    }

    /// A value in words.
    ///
    /// - Parameter values: A text for each element of a list; empty for no value.
    public func text(of values: [String]) -> String { values.isEmpty ? absence : values.joined(separator: ", ") }

    /// All settings, in list order.
    public static let all = Setting.all.map(SettingDescription.init)
}

/// What makes a running daemon apply the changed value of a setting.
public enum SettingEffect: String, Sendable {
    /// A reload.
    case reload
    /// A restart: the value belongs to a socket, a store or a source, or is a flag or variable of the process.
    case restart
}
