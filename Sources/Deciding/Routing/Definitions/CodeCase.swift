/// Whether codes are case-sensitive (`codes`).
public enum CodeCase: String, Sendable, CaseIterable {
    /// `/Sale` and `/sale` are two links; the default.
    case exact
    /// A code without an exact match is looked up ignoring case, for links from case-insensitive systems.
    case anyCase = "any_case"
}
