/// How ActionCodeSettings are spelled, as a set: a key may belong to several spellings, an object has one.
struct SettingsSpelling: OptionSet {
    let rawValue: UInt8

    /// The web SDK and the Admin SDK for Node, with `android` and `iOS` as objects.
    static let web = SettingsSpelling(rawValue: 1 << 0)
    /// The SDKs for Apple, Android and Flutter, and the Admin SDK for Java: one level.
    static let mobile = SettingsSpelling(rawValue: 1 << 1)
    /// The Admin SDK for Python.
    static let python = SettingsSpelling(rawValue: 1 << 2)
    /// The Admin SDK for Go.
    static let go = SettingsSpelling(rawValue: 1 << 3)
    /// The Identity Toolkit's REST API (`accounts:sendOobCode`).
    static let rest = SettingsSpelling(rawValue: 1 << 4)

    /// Who spells like this, for messages.
    var owners: String {
        let names: [(SettingsSpelling, String)] = [
            (.web, "the web SDK and Node"), (.mobile, "the SDKs for Apple, Android, Flutter and Java"),
            (.python, "Python"), (.go, "Go"), (.rest, "the REST API"),
        ]
        return names.filter { contains($0.0) }.map(\.1).joined(separator: " or ")
    }
}
