extension DaemonSettings {
    /// These settings with the values that a running daemon reports.
    ///
    /// Listeners with TLS keep their files, which a report does not contain. Listeners on port 0 keep their addresses,
    /// since a report does not contain the port that the system chose.
    public func taking(_ rows: [SettingInForce]) -> DaemonSettings {
        var settings = self
        for row in rows {
            guard let setting = Setting.named(row.description.name) else { continue }
            switch setting.slot {
            case .listeners, .address: if row.values.contains(where: { !Self.isFixed($0) }) { continue }
            default: break
            }
            var next = settings
            if setting.apply(row.values, to: &next) == nil { settings = next }
        }
        return settings
    }

    /// Whether a listener has no TLS and a fixed address.
    private static func isFixed(_ text: String) -> Bool {
        guard let listener = FrontListener(text) else { return false }
        if case .tcp(_, port: 0) = listener.address { return false }
        return true
    }
}
