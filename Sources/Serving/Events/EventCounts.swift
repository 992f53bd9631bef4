package import Server
import Settings

/// The event counters since startup.
package struct EventCounts: Sendable {
    /// Why an event was dropped.
    package enum Drop: String, Sendable, CaseIterable {
        /// A worker's ring was full: the disk did not keep up.
        case ring
        /// Too many link changes were waiting for the disk.
        case backlog
        /// It was longer than the maximum length of an event.
        case tooLong = "too_long"
        /// Commands changed more links than fit in the store's journal, while no daemon read it.
        case journalFull = "journal_full"
        /// The spool was full before the webhook accepted it.
        case spoolFull = "spool_full"
        /// The webhook did not accept it in time, and the dead-letter file was full.
        case deadLettersFull = "dead_letters_full"
    }

    /// The number of events written to the spool.
    package var spooled: UInt64 = 0
    /// The number of dropped events by reason.
    package var dropped: [Drop: UInt64] = [:]

    /// Counts dropped events.
    mutating func drop(_ count: Int, _ reason: Drop) {
        if count > 0 { dropped[reason, default: 0] += UInt64(count) }
    }
}

/// The state of events, for metrics.
package struct EventStatus: Sendable {
    package var counts = EventCounts()
    /// Whether events can be written to the spool.
    package var isSpooling = false
    package var spoolBytes = 0
    /// The number of stream readers, and the number of ended streams by reason.
    package var readers = 0
    package var streamsEnded: [OpenAnswer.End: UInt64] = [:]
    package var webhooks: [WebhookStatus] = []
}

/// The state of deliveries to a webhook.
package struct WebhookStatus: Sendable {
    /// Its name; `webhook` for the one of `events.webhook`.
    package var name = WebhookSetting.usualName
    /// Whether it is the one of `events.webhook`.
    var isUsual: Bool { name == WebhookSetting.usualName }
    /// The number of events that the webhook has accepted.
    package var delivered: UInt64 = 0
    /// The number of accepted requests, and of failed ones.
    package var successes: UInt64 = 0
    package var failures: UInt64 = 0
    /// The number of dead letters.
    package var deadLetters: UInt64 = 0
    /// The number of pending events.
    package var pending = 0
    /// The time of the oldest pending event, in seconds since 1970; `nil` if there is none.
    package var oldest: Int64?
    /// The problem with the last request; `nil` if it was accepted.
    var problem: String?
}
