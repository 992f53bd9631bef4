extension DecisionKind {
    /// The kind's index among all cases.
    public var index: Int {
        switch self {
        case .appOpen: 0
        case .storeInstall: 1
        case .webWidget: 2
        case .continueRedirect: 3
        case .error: 4
        }
    }
}
