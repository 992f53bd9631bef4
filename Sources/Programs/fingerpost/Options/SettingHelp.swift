import ArgumentParser
import Settings

extension ArgumentHelp {
    /// The help of a flag that corresponds to a setting, including the variable that also sets it.
    static func setting(_ flag: String) -> ArgumentHelp {
        guard let help = helps["--" + flag] else { preconditionFailure("no setting has the flag \(flag)") }
        return help
    }

    /// By flag: the helps are asked for several times at each start.
    private static let helps = Dictionary(
        SettingDescription.all.compactMap { setting in
            setting.flag.map { ($0, ArgumentHelp("\(setting.summary) [\(setting.variable)]")) }
        }, uniquingKeysWith: { first, _ in first })
}
