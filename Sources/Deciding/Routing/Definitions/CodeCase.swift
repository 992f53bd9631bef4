/// Whether the case of letters tells codes apart (`codes`).
public enum CodeCase: String, Sendable, CaseIterable {
    /// `/Sale` and `/sale` are two links; the default.
    case exact
    /// A code that no link has is looked up in any case: for links from systems that ignore it.
    case anyCase = "any_case"
}
