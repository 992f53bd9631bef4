/// What a program that asks over the control socket may do; each level includes those before it.
public enum ControlLevel: String, Sendable, CaseIterable, Comparable {
    /// Look.
    case read
    /// Look, reload, drain, and switch sites and links off.
    case operate

    public static func < (one: ControlLevel, other: ControlLevel) -> Bool { one == .read && other == .operate }
}
