import Server
import Routing

/// The families of metrics, by subject.
extension MetricsText {
    mutating func write(_ totals: DecisionTotals) {
        family(
            "fingerpost_decisions_total", .counter,
            "Decisions by kind and site; the site is empty where the link was refused before it had one.")
        for (site, counts) in totals.bySite.sorted(by: { $0.key < $1.key }) {
            for kind in DecisionKind.allCases {
                if let count = counts[kind] { sample(["decision": kind.rawValue, "site": site], count) }
            }
        }
        family("fingerpost_rule_hits_total", .counter, "Decisions by the rule that made them.")
        for (rule, count) in totals.byRule.sorted(by: { $0.key < $1.key }) { sample(["rule": rule], count) }
        family("fingerpost_decision_duration_seconds", .histogram, "How long decisions took, without their answers.")
        histogram(totals.durations)
    }

    mutating func write(_ counters: WorkerCounters) {
        family("fingerpost_http_requests_total", .counter, "Answers by listener and status.")
        counters.forEachResponse { listener, code, count in
            sample(["listener": listener.name.description, "code": String(code)], count)
        }
        family("fingerpost_http_connections", .gauge, "Connections that are open.")
        value(counters.open)
        family("fingerpost_http_connections_accepted_total", .counter, "Connections that were taken.")
        value(counters.accepted)
        family(
            "fingerpost_shed_total", .counter,
            "Requests and connections that were answered 503 or closed unheard, by why.")
        for reason in ShedReason.allCases { sample(["reason": reason.rawValue], counters.shed(for: reason)) }
        family("fingerpost_http_connections_timed_out_total", .counter, "Connections that took too long.")
        value(counters.timedOut)
        family("fingerpost_tls_handshakes_total", .counter, "TLS handshakes, anew, resumed with a ticket, and failed.")
        sample(["result": "new"], counters.newHandshakes)
        sample(["result": "resumed"], counters.resumedHandshakes)
        sample(["result": "failed"], counters.failedHandshakes)
        family("fingerpost_http_received_bytes_total", .counter, "Bytes of requests.")
        value(counters.bytesReceived)
        family("fingerpost_http_sent_bytes_total", .counter, "Bytes of answers.")
        value(counters.bytesSent)
    }

    mutating func write(_ ruleSet: RuleSet, _ record: ReloadRecord) {
        family("fingerpost_ruleset_info", .gauge, "The rule set that runs.")
        sample(["hash": ruleSet.hash], 1 as UInt64)
        family("fingerpost_ruleset_rules", .gauge, "How many rules it has.")
        value(UInt64(ruleSet.rules.count))
        family("fingerpost_ruleset_sites", .gauge, "How many sites it has.")
        value(UInt64(ruleSet.sites.count))
        family("fingerpost_ruleset_reloads_total", .counter, "Tries to load the rules again.")
        sample(["result": "success"], record.successes)
        sample(["result": "failure"], record.failures)
        family(
            "fingerpost_ruleset_last_reload_success_timestamp_seconds", .gauge,
            "When the rules were last loaded without a fault; the start counts.")
        value(UInt64(max(0, record.loaded)))
    }

    mutating func write(_ process: ProcessStatistics) {
        family("process_cpu_seconds_total", .counter, "Time on processors, of user and system.")
        value(process.cpuSeconds)
        family("process_resident_memory_bytes", .gauge, "Memory that is resident.")
        value(UInt64(process.residentBytes))
        family("process_virtual_memory_bytes", .gauge, "Memory that is mapped.")
        value(UInt64(process.virtualBytes))
        family("process_open_fds", .gauge, "Open file descriptors.")
        value(UInt64(process.openDescriptors))
        family("process_max_fds", .gauge, "How many file descriptors may be open.")
        value(UInt64(process.maximumDescriptors))
        family("process_start_time_seconds", .gauge, "When the process began.")
        value(process.startSeconds)
    }
}
