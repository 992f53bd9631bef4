/// What makes a running daemon apply the changed value of a setting.
public enum SettingEffect: String, Sendable {
    /// A reload.
    case reload
    /// A restart: the value belongs to a socket, a store or a source, or is a flag or variable of the process.
    case restart
}
