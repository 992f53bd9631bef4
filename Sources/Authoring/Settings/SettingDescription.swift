/// What a setting is, for help, manual pages and lists.
public struct SettingDescription: Sendable, Equatable {
    /// Its name in `fingerpost.yaml`: `limits.head_bytes`.
    public let name: String
    /// Its variable: `FINGERPOST_LIMITS_HEAD_BYTES`.
    public let variable: String
    /// Its option of `serve`, with the dashes; nil where it has none.
    public let flag: String?
    /// What makes a running daemon use a changed value.
    public let effect: SettingEffect
    /// Whether `fingerpost.yaml` may set it.
    public let isAllowedInFile: Bool
    /// What it is, in a sentence.
    public let summary: String
    /// What holds where it has no value, in words.
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
    /// - Parameter values: A text for each element of a list; empty for none.
    public func text(of values: [String]) -> String { values.isEmpty ? absence : values.joined(separator: ", ") }

    /// All settings, in the order of the list.
    public static let all = Setting.all.map(SettingDescription.init)
}
