import Server
package import Telemetry

/// The metric families of events.
extension MetricsText {
    package mutating func write(_ events: EventStatus) {
        family("fingerpost_events_spooling", .gauge, "1 if events can be written to their folder.")
        value(events.isSpooling ? 1 : 0 as UInt64)
        family("fingerpost_events_total", .counter, "Events written to their folder.")
        value(events.counts.spooled)
        family("fingerpost_events_dropped_total", .counter, "Undelivered events, by reason.")
        for reason in EventCounts.Drop.allCases {
            sample(["reason": reason.rawValue], events.counts.dropped[reason] ?? 0)
        }
        family("fingerpost_events_spool_bytes", .gauge, "Size of the stored events.")
        value(UInt64(events.spoolBytes))
        family("fingerpost_event_streams", .gauge, "Open event streams.")
        value(UInt64(events.readers))
        family("fingerpost_event_streams_ended_total", .counter, "Ended event streams, by reason.")
        for end in OpenAnswer.End.allCases { sample(["reason": end.rawValue], events.streamsEnded[end] ?? 0) }
        if !events.webhooks.isEmpty { write(events.webhooks) }
    }

    /// Writes the families of webhooks. The label `webhook` is missing for the webhook of `events.webhook`, so that its series
    /// are those of nodes with one webhook.
    private mutating func write(_ webhooks: [WebhookStatus]) {
        family("fingerpost_webhook_requests_total", .counter, "Requests to a webhook, by result.")
        for webhook in webhooks {
            sample(webhook, result: "accepted", webhook.successes)
            sample(webhook, result: "failed", webhook.failures)
        }
        family("fingerpost_webhook_events_total", .counter, "Events accepted by a webhook.")
        for webhook in webhooks { sample(webhook, webhook.delivered) }
        family("fingerpost_webhook_dead_letters_total", .counter, "Events that a webhook did not accept in time.")
        for webhook in webhooks { sample(webhook, webhook.deadLetters) }
        family("fingerpost_webhook_pending_events", .gauge, "Events waiting for a webhook.")
        for webhook in webhooks { sample(webhook, UInt64(webhook.pending)) }
        family(
            "fingerpost_webhook_oldest_pending_timestamp_seconds", .gauge,
            "Time of the oldest event waiting for a webhook; 0 for none.")
        for webhook in webhooks { sample(webhook, UInt64(max(0, webhook.oldest ?? 0))) }
    }

    private mutating func sample(_ webhook: WebhookStatus, _ value: UInt64) {
        webhook.isUsual ? self.value(value) : sample(["webhook": webhook.name], value)
    }

    private mutating func sample(_ webhook: WebhookStatus, result: String, _ value: UInt64) {
        webhook.isUsual
            ? sample(["result": result], value) : sample(["webhook": webhook.name, "result": result], value)
    }
}
