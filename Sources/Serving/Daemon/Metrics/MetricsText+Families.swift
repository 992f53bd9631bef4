import Clicks
import TargetChecks
import RuleDelivery
import Events
import Telemetry
import LinkSource
import LinkStore
import Routing
import RuleBundle
import Server

/// The metric families, by subject.
extension MetricsText {
    mutating func write(_ totals: DecisionTotals) {
        family(
            "fingerpost_decisions_total", .counter,
            "Decisions by kind and site; the site is empty if the link was refused before its site was known.")
        for (site, counts) in totals.bySite.sorted(by: { $0.key < $1.key }) {
            for kind in DecisionKind.allCases {
                if let count = counts[kind] { sample(["decision": kind.rawValue, "site": site], count) }
            }
        }
        family(
            "fingerpost_refusals_total", .counter,
            "Refused links by error code; rule if a rule refused them.")
        for (reason, count) in totals.byReason.sorted(by: { $0.key < $1.key }) { sample(["reason": reason], count) }
        family("fingerpost_rule_hits_total", .counter, "Decisions by rule.")
        for (rule, count) in totals.byRule.sorted(by: { $0.key < $1.key }) { sample(["rule": rule], count) }
        family(
            "fingerpost_uncounted_decisions_total", .counter,
            "Decisions that are not counted as clicks, by purpose: HEAD, prefetch or preview.")
        for purpose in RequestPurpose.allCases where purpose != .click {
            sample(["purpose": purpose.name.description], totals.byPurpose[purpose] ?? 0)
        }
        family("fingerpost_decision_duration_seconds", .histogram, "Time to decide, without sending the response.")
        histogram(totals.durations)
    }

    mutating func write(_ counters: WorkerCounters) {
        family("fingerpost_http_requests_total", .counter, "Responses by listener and status code.")
        counters.forEachResponse { listener, code, count in
            sample(["listener": listener.name.description, "code": String(code)], count)
        }
        family("fingerpost_http_connections", .gauge, "Open connections.")
        value(counters.open)
        family("fingerpost_http_connections_accepted_total", .counter, "Accepted connections.")
        value(counters.accepted)
        family(
            "fingerpost_shed_total", .counter,
            "Requests answered 503 or 429 and connections closed at once, by reason.")
        for reason in ShedReason.allCases { sample(["reason": reason.rawValue], counters.shed(for: reason)) }
        family("fingerpost_http_connections_timed_out_total", .counter, "Connections that timed out.")
        value(counters.timedOut)
        family("fingerpost_tls_handshakes_total", .counter, "TLS handshakes: full, resumed with a ticket, and failed.")
        sample(["result": "new"], counters.newHandshakes)
        sample(["result": "resumed"], counters.resumedHandshakes)
        sample(["result": "failed"], counters.failedHandshakes)
        family("fingerpost_http_received_bytes_total", .counter, "Bytes received.")
        value(counters.bytesReceived)
        family("fingerpost_http_sent_bytes_total", .counter, "Bytes sent.")
        value(counters.bytesSent)
    }

    mutating func write(_ ruleSet: RuleSet) {
        family("fingerpost_ruleset_info", .gauge, "The rule set in use.")
        sample(["hash": ruleSet.hash], 1 as UInt64)
        family("fingerpost_ruleset_rules", .gauge, "Rules in the rule set.")
        value(UInt64(ruleSet.rules.count))
        family("fingerpost_ruleset_sites", .gauge, "Sites in the rule set.")
        value(UInt64(ruleSet.sites.count))
    }

    mutating func write(_ record: ReloadRecord) {
        family("fingerpost_ruleset_reloads_total", .counter, "Attempts to reload the rules.")
        sample(["result": "success"], record.successes)
        sample(["result": "failure"], record.failures)
        family(
            "fingerpost_ruleset_last_reload_success_timestamp_seconds", .gauge,
            "Time of the last successful load of the rules, including the start.")
        value(UInt64(max(0, record.loaded)))
    }

    mutating func write(pendingSettings count: Int) {
        family(
            "fingerpost_settings_pending_restart", .gauge,
            "Settings with a new value in their file that takes effect after a restart.")
        value(UInt64(count))
    }

    mutating func write(_ certificates: [(listener: String, name: String, end: Int64)]) {
        guard !certificates.isEmpty else { return }
        family(
            "fingerpost_tls_certificate_expiry_timestamp_seconds", .gauge,
            "Expiry time of the listener's earliest-expiring certificate.")
        for (listener, name, end) in certificates {
            sample(["listener": listener, "name": name], UInt64(max(0, end)))
        }
    }

    mutating func write(_ store: StoreExtent, acceptsChanges: Bool) {
        family("fingerpost_store_used_bytes", .gauge, "Bytes used by links and their counts in the store.")
        value(UInt64(store.usedBytes))
        family("fingerpost_store_file_bytes", .gauge, "Size of the store's file in bytes.")
        value(UInt64(store.fileBytes))
        family("fingerpost_store_free_bytes", .gauge, "Free bytes on the store's disk.")
        value(UInt64(store.freeBytes))
        family(
            "fingerpost_store_accepts_changes", .gauge,
            "1 if links can be created and changed; 0 if the store is read-only, was replaced, or became a replica of a source."
        )
        value(acceptsChanges ? 1 : 0)
    }

    mutating func write(_ source: SourceCondition) {
        family("fingerpost_source_up", .gauge, "1 if the last request to the source succeeded.")
        value(source.isReachable ? 1 as UInt64 : 0)
        family("fingerpost_source_ready", .gauge, "1 once the initial sync has completed.")
        value(source.isComplete ? 1 as UInt64 : 0)
        family(
            "fingerpost_source_last_success_timestamp_seconds", .gauge,
            "Time of the source's last response; 0 for never."
        )
        value(UInt64(max(0, source.lastSuccess ?? 0)))
        family("fingerpost_source_lag_versions", .gauge, "Replication lag in versions.")
        value(source.lag)
        family(
            "fingerpost_source_behind_since_timestamp_seconds", .gauge,
            "Time since which this node lags; 0 if it does not.")
        value(UInt64(max(0, source.behindSince ?? 0)))
        family("fingerpost_source_rows_followed_total", .counter, "Rows replicated from the source.")
        value(source.rowsFollowed)
        family(
            "fingerpost_source_rows_refused", .gauge, "Rows that this program can't read because their format is newer."
        )
        value(source.rowsRefused)
        family("fingerpost_source_shards_afresh_total", .counter, "Shard resyncs, by reason.")
        for reason in AfreshReason.allCases {
            sample(["reason": reason.rawValue], source.shardsAfresh[reason] ?? 0)
        }
        family(
            "fingerpost_source_links_lost_total", .counter,
            "Links unique to this node that resyncs have removed; they are in lost-links.jsonl next to its store."
        )
        value(source.linksLost)
        family("fingerpost_source_shards_gathering", .gauge, "Shards being resynced.")
        value(UInt64(source.shardsGathering))
        family(
            "fingerpost_source_changes_total", .counter, "Links created, changed or deleted at the source by this node."
        )
        value(source.changesMade)
        family(
            "fingerpost_source_changes_refused_total", .counter, "Changes refused at the source, by reason.")
        for reason in ChangeRefusal.allCases {
            sample(["reason": reason.rawValue], source.changesRefused[reason] ?? 0)
        }
        family(
            "fingerpost_source_accepts_changes", .gauge,
            "0 if the source responds but refuses changes: it is read-only or full, or rights are missing.")
        value(source.writeFault == nil ? 1 as UInt64 : 0)
        family(
            "fingerpost_source_store_fault", .gauge,
            "1 if the local store can't apply the source's changes.")
        value(source.storeFault == nil ? 0 as UInt64 : 1)
        family(
            "fingerpost_source_clock_offset_seconds", .gauge,
            "Seconds by which the source's clock is ahead of this node's."
        )
        value(Double(source.clockOffset))
        family(
            "fingerpost_source_look_seconds", .gauge,
            "Time the source spent on the last read of all shard states.")
        value(Double(source.headsWork) / 1_000)
        family(
            "fingerpost_source_oldest_snapshot_seconds", .gauge,
            "Age of the oldest transaction at the source; missing if the node's role lacks pg_read_all_stats.")
        if let seconds = source.oldestSnapshot { value(Double(seconds)) }
        family("fingerpost_source_retries_total", .counter, "Repeated transactions.")
        value(source.retries)
    }

    mutating func write(_ links: LinkFollower.Status) {
        family(
            "fingerpost_links_publication", .gauge,
            "The number of the publication that this node's links are from; 0 for none.")
        value(links.sequence)
        family(
            "fingerpost_links_created_timestamp_seconds", .gauge,
            "Time at which the publisher last confirmed the links; 0 for never.")
        value(links.created ?? 0)
        family(
            "fingerpost_links_failures_total", .counter,
            "Failed fetches of published links, and files that were rejected, by reason.")
        for kind in BundleFault.Kind.allCases where kind != .rules {
            sample(["reason": kind.rawValue], links.failures[kind] ?? 0)
        }
    }

    mutating func write(_ bundle: BundleStatus) {
        family("fingerpost_bundle_revision", .gauge, "The revision of the bundle in use.")
        if let revision = bundle.revision { value(revision) }
        family("fingerpost_bundle_created_timestamp_seconds", .gauge, "Signing time of the bundle in use.")
        if let created = bundle.created { value(created) }
        family(
            "fingerpost_bundle_last_success_timestamp_seconds", .gauge,
            "Time at which the server last confirmed or sent the bundle in use; 0 for never.")
        value(bundle.lastSuccess ?? 0)
        family(
            "fingerpost_bundle_failures_total", .counter,
            "Failed bundle fetches and rejected bundles, by reason.")
        for kind in BundleFault.Kind.allCases { sample(["reason": kind.rawValue], bundle.failures[kind] ?? 0) }
    }

    /// - Parameter counters: The counters of the compared pair of rule sets, or `nil` if none is compared.
    mutating func write(_ shadow: ShadowStatus, _ counters: ShadowCounters?) {
        family("fingerpost_shadow_info", .gauge, "The candidate rules (--shadow).")
        if let ruleSet = shadow.ruleSet { sample(["hash": ruleSet.hash], 1 as UInt64) }
        family(
            "fingerpost_shadow_share", .gauge,
            "The share of clicks evaluated with the candidate rules; 0 while nothing is compared.")
        value(counters == nil ? 0 : shadow.share)
        family(
            "fingerpost_shadow_reloads_total", .counter,
            "Attempts to load the candidate rules, including the first.")
        sample(["result": "success"], shadow.record.successes)
        sample(["result": "failure"], shadow.record.failures)
        if let counters { write(counters) }
    }

    private mutating func write(_ counters: ShadowCounters) {
        family(
            "fingerpost_shadow_decisions_total", .counter,
            "Clicks that were decided twice, by result. Decision counts restart when either rule set changes."
        )
        sample(["result": "same"], counters.same)
        sample(["result": "other_rule"], counters.otherRule)
        sample(["result": "changed"], counters.changed)
        family(
            "fingerpost_shadow_differences_total", .counter,
            "Clicks with a different response by the candidate rules, by site, active and candidate decision.")
        counters.forEachChange { site, live, shadow, count in
            sample(["site": site, "from": live.rawValue, "to": shadow.rawValue], count)
        }
        family(
            "fingerpost_shadow_rule_differences_total", .counter,
            "Clicks with a different response by active and candidate rule; empty if none decided, (others) beyond the counted pairs."
        )
        for row in counters.rulePairs.rows {
            let live = row.live.map { counters.pair.live.rules[$0].id } ?? ""
            let shadow = row.shadow.map { counters.pair.candidate.rules[$0].id } ?? ""
            sample(["from": live, "to": shadow], row.count)
        }
        if counters.rulePairs.others > 0 { sample(["from": "(others)", "to": "(others)"], counters.rulePairs.others) }
        family("fingerpost_shadow_dropped_total", .counter, "Sampled clicks that were not evaluated, by reason.")
        for reason in ShadowDrop.allCases { sample(["reason": reason.name], counters.dropped(for: reason)) }
    }

    mutating func write(_ events: EventStatus) {
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

    mutating func write(_ checks: TargetChecks.Status) {
        family("fingerpost_target_checks_total", .counter, "Target checks, by outcome.")
        for outcome in TargetOutcome.allCases { sample(["outcome": outcome.name], checks.counts[outcome] ?? 0) }
        family(
            "fingerpost_target_checks_last_round_timestamp_seconds", .gauge,
            "Time at which the last round of target checks ended; 0 for never.")
        value(UInt64(max(0, checks.lastRound)))
    }

    mutating func write(droppedLines: [(log: String, count: UInt64)]) {
        family(
            "fingerpost_log_lines_dropped_total", .counter, "Log lines dropped because writing could not keep up.")
        for (log, count) in droppedLines { sample(["log": log], count) }
    }

    mutating func write(_ spans: SpanCounts) {
        family(
            "fingerpost_spans_total", .counter,
            "Spans by result: exported, rejected by the collector, failed or dropped.")
        sample(["result": "exported"], spans.exported)
        sample(["result": "rejected"], spans.rejected)
        sample(["result": "failed"], spans.failed)
        sample(["result": "dropped"], spans.dropped)
    }

    mutating func write(version: String) {
        family("fingerpost_build_info", .gauge, "The version of the running program.")
        sample(["version": version], 1 as UInt64)
    }

    mutating func write(_ process: ProcessStatistics) {
        family("process_cpu_seconds_total", .counter, "User and system CPU time.")
        value(process.cpuSeconds)
        family("process_resident_memory_bytes", .gauge, "Resident memory.")
        value(UInt64(process.residentBytes))
        family("process_virtual_memory_bytes", .gauge, "Virtual memory.")
        value(UInt64(process.virtualBytes))
        family("process_open_fds", .gauge, "Open file descriptors.")
        value(UInt64(process.openDescriptors))
        family("process_max_fds", .gauge, "Maximum number of open file descriptors.")
        value(UInt64(process.maximumDescriptors))
        family("process_start_time_seconds", .gauge, "Start time of the process.")
        value(process.startSeconds)
    }
}
