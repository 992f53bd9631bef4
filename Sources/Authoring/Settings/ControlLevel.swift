/// The permissions of clients of the control socket. Each level includes the previous ones.
public enum ControlLevel: String, Sendable, CaseIterable, Comparable {
    /// Read-only access.
    case read
    /// Read access, reloading, draining, and disabling sites and links.
    case operate

    public static func < (one: ControlLevel, other: ControlLevel) -> Bool { one == .read && other == .operate }
}
