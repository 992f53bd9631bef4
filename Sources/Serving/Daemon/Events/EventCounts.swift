import Server

/// What became of events so far.
struct EventCounts: Sendable {
    /// Why an event is given up.
    enum Drop: String, Sendable, CaseIterable {
        /// A worker's ring was full: the disk did not keep up.
        case ring
        /// Too many changes to links waited for the disk.
        case backlog
        /// It was longer than an event may be.
        case tooLong = "too_long"
        /// Commands changed more links than the store's journal has room for, while no daemon read it.
        case journalFull = "journal_full"
        /// The spool was full before the webhook had accepted it.
        case spoolFull = "spool_full"
        /// The webhook did not accept it in time, and there was no room for dead letters.
        case deadLettersFull = "dead_letters_full"
    }

    /// How many were written into the spool.
    var spooled: UInt64 = 0
    /// How many were given up.
    var dropped: [Drop: UInt64] = [:]

    /// Counts some that were given up.
    mutating func drop(_ count: Int, _ reason: Drop) {
        if count > 0 { dropped[reason, default: 0] += UInt64(count) }
    }
}

/// How events stand, for the metrics.
struct EventStatus: Sendable {
    var counts = EventCounts()
    /// Whether events can be written into the spool.
    var isSpooling = false
    var spoolBytes = 0
    /// How many read the stream, and how many streams ended, by reason.
    var readers = 0
    var streamsEnded: [OpenAnswer.End: UInt64] = [:]
    var webhook: WebhookStatus?
}

/// How the deliveries to a webhook stand.
struct WebhookStatus: Sendable {
    /// How many events the webhook has accepted.
    var delivered: UInt64 = 0
    /// Requests that it has accepted, and others.
    var successes: UInt64 = 0
    var failures: UInt64 = 0
    /// How many events are dead letters.
    var deadLetters: UInt64 = 0
    /// How many events wait.
    var pending = 0
    /// When the first of them came, in seconds since 1970; nil for none.
    var oldest: Int64?
    /// What was wrong with the last request; nil where it was accepted.
    var problem: String?
}
