import ArgumentParser
import Settings

extension ArgumentHelp {
    /// The help of a flag that corresponds to a setting, including the variable that also sets it.
    static func setting(_ flag: String) -> ArgumentHelp {
        guard let setting = SettingDescription.all.first(where: { $0.flag == "--\(flag)" }) else {
            preconditionFailure("no setting has the flag \(flag)")
        }
        return ArgumentHelp("\(setting.summary) [\(setting.variable)]")
    }
}
