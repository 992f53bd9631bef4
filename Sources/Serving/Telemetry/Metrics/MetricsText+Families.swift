package import Routing
package import Server

/// The metric families of requests, decisions, rules and the process.
extension MetricsText {
    package mutating func write(_ totals: DecisionTotals) {
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
        for (reason, count) in totals.reasons().sorted(by: { $0.key < $1.key }) { sample(["reason": reason], count) }
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

    package mutating func write(_ counters: WorkerCounters) {
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

    package mutating func write(_ ruleSet: RuleSet) {
        family("fingerpost_ruleset_info", .gauge, "The rule set in use.")
        sample(["hash": ruleSet.hash], 1 as UInt64)
        family("fingerpost_ruleset_rules", .gauge, "Rules in the rule set.")
        value(UInt64(ruleSet.rules.count))
        family("fingerpost_ruleset_sites", .gauge, "Sites in the rule set.")
        value(UInt64(ruleSet.sites.count))
    }

    package mutating func write(_ record: ReloadRecord) {
        family("fingerpost_ruleset_reloads_total", .counter, "Attempts to reload the rules.")
        sample(["result": "success"], record.successes)
        sample(["result": "failure"], record.failures)
        family(
            "fingerpost_ruleset_last_reload_success_timestamp_seconds", .gauge,
            "Time of the last successful load of the rules, including the start.")
        value(UInt64(max(0, record.loaded)))
    }

    package mutating func write(pendingSettings count: Int) {
        family(
            "fingerpost_settings_pending_restart", .gauge,
            "Settings with a new value in their file that takes effect after a restart.")
        value(UInt64(count))
    }

    package mutating func write(_ store: StoreExtent, acceptsChanges: Bool) {
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

    package mutating func write(droppedLines: [(log: String, count: UInt64)]) {
        family(
            "fingerpost_log_lines_dropped_total", .counter, "Log lines dropped because writing could not keep up.")
        for (log, count) in droppedLines { sample(["log": log], count) }
    }

    package mutating func write(_ spans: SpanCounts) {
        family(
            "fingerpost_spans_total", .counter,
            "Spans by result: exported, rejected by the collector, failed or dropped.")
        sample(["result": "exported"], spans.exported)
        sample(["result": "rejected"], spans.rejected)
        sample(["result": "failed"], spans.failed)
        sample(["result": "dropped"], spans.dropped)
    }

    package mutating func write(version: String) {
        family("fingerpost_build_info", .gauge, "The version of the running program.")
        sample(["version": version], 1 as UInt64)
    }

    package mutating func write(_ process: ProcessStatistics) {
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
