import ByteText
import LinkStore
import Links

/// Whether a link works where it comes from, as the columns of other shorteners say it.
///
/// A link that does not work there must not work here, so a row with an unknown state is refused.
enum LinkState: Sendable {
    case works, archived, stopped

    /// The state that a cell of a column such as `banned` or `deleted_at` names: a truth value, or the time since when.
    static func ofFlag(_ cell: Span<UInt8>, _ title: String) throws(ShortLinkFault) -> LinkState {
        if let flag = CSVValue.flag(cell) { return flag ? .stopped : .works }
        switch Timestamp.exported(cell) {
        case .time: return .stopped
        case .none: return .works
        case .unreadable: throw unknown(cell, title, "true, false, or a time")
        }
    }

    /// The state that a cell of a column such as `status` names.
    static func named(_ cell: Span<UInt8>, _ title: String) throws(ShortLinkFault) -> LinkState {
        if let flag = CSVValue.flag(cell) { return flag ? .works : .stopped }
        switch CSVColumn.name(String(cell.withoutBlanksAround)) {
        case "active", "enabled", "live", "ok", "published", "public", "working", "online", "open", "normal",
            "approved",
            "visible", "valid", "running", "200", "301", "302", "303", "307", "308":
            return .works
        case "archived", "archive", "hidden": return .archived
        case "inactive", "disabled", "banned", "blocked", "suspended", "paused", "deleted", "removed", "trashed",
            "trash",
            "expired", "stopped", "blacklisted", "blocklisted", "flagged", "spam", "malicious", "phishing", "unsafe",
            "abuse", "closed", "offline", "draft", "unpublished", "rejected", "deactivated", "invalid", "off_line":
            return .stopped
        default: throw unknown(cell, title, "active, archived or disabled")
        }
    }

    private static func unknown(_ cell: Span<UInt8>, _ title: String, _ expected: String) -> ShortLinkFault {
        let summary = "the column \(title) does not say whether the link works: \(expected) was expected"
        return .invalid("\(summary), not \(String(cell))", summary: summary)
    }
}

extension LinkFields {
    /// Carries the state over; one that stops the link is never taken back by another column.
    mutating func carry(_ state: LinkState) {
        switch state {
        case .works: return
        case .archived: patch.isArchived = true
        case .stopped: (patch.isDisabled, isStoppedElsewhere) = (true, true)
        }
    }
}
