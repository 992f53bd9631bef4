import LinkStore
import Settings

extension CountRetention {
    /// The configured retention; `nil` if all days are kept.
    init?(_ settings: DaemonSettings.Counts) {
        guard let keepDays = settings.keepDays else { return nil }
        let rollUp: LinkCount.Period =
            switch settings.rollUp {
            case .month: .month
            case .year: .year
            case .total: .earlier
            }
        self.init(keepDays: keepDays, rollUp: rollUp)
    }
}
