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
        if let webhook = events.webhook { write(webhook) }
    }

    private mutating func write(_ webhook: WebhookStatus) {
        family("fingerpost_webhook_requests_total", .counter, "Requests to the webhook, by result.")
        sample(["result": "accepted"], webhook.successes)
        sample(["result": "failed"], webhook.failures)
        family("fingerpost_webhook_events_total", .counter, "Events accepted by the webhook.")
        value(webhook.delivered)
        family("fingerpost_webhook_dead_letters_total", .counter, "Events that the webhook did not accept in time.")
        value(webhook.deadLetters)
        family("fingerpost_webhook_pending_events", .gauge, "Events waiting for the webhook.")
        value(UInt64(webhook.pending))
        family(
            "fingerpost_webhook_oldest_pending_timestamp_seconds", .gauge,
            "Time of the oldest event waiting for the webhook; 0 for none.")
        value(UInt64(max(0, webhook.oldest ?? 0)))
    }
}
