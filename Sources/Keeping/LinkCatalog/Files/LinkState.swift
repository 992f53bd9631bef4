import ByteText
import LinkStore
import Links

/// Whether a link works at the shortener it comes from, as other shorteners' columns encode it.
///
/// A link that does not work there must not work here, so a row with an unknown state is refused.
enum LinkState: Sendable {
    case works, archived, stopped

    /// Parses a cell of a column such as `banned` or `deleted_at`: a Boolean, or the time since which it is true.
    static func ofFlag(_ cell: Span<UInt8>, _ title: String) throws(ShortLinkFault) -> LinkState {
        if let flag = CSVValue.flag(cell) { return flag ? .stopped : .works }
        switch Timestamp.exported(cell) {
        case .time: return .stopped
        case .none: return .works
        case .unreadable: throw unknown(cell, title, "true, false, or a time")
        }
    }

    /// Parses a cell of a column such as `status`.
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
        let summary = "the column \(title) must be \(expected)"
        return .invalid("\(summary), not \(String(cell))", summary: summary)
    }
}

extension LinkFields {
    /// Applies a state. A state that stops the link is not overridden by other columns.
    mutating func carry(_ state: LinkState) {
        switch state {
        case .works: return
        case .archived: patch.isArchived = true
        case .stopped: (patch.isDisabled, isStoppedElsewhere) = (true, true)
        }
    }
}
