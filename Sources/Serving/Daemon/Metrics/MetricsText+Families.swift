import LinkStore
import RuleBundle
import RuleDelivery
import TargetChecks
import Telemetry

/// The metric families of certificates, kept rule sets, bundles and target checks.
extension MetricsText {
    mutating func write(_ certificates: [(listener: String, name: String, end: Int64)]) {
        guard !certificates.isEmpty else { return }
        family(
            "fingerpost_tls_certificate_expiry_timestamp_seconds", .gauge,
            "Expiry time of the listener's earliest-expiring certificate.")
        for (listener, name, end) in certificates {
            sample(["listener": listener, "name": name], UInt64(max(0, end)))
        }
    }

    mutating func write(_ ruleSets: RuleSetRecorder.Status) {
        family("fingerpost_rulesets_kept", .gauge, "Rule sets that are kept to explain their decisions.")
        value(ruleSets.extent.count)
        family("fingerpost_rulesets_kept_bytes", .gauge, "Size of the kept rule sets in bytes.")
        value(ruleSets.extent.bytes)
        family(
            "fingerpost_ruleset_keep_failures_total", .counter,
            "Rule sets that could not be kept when they came into force.")
        value(ruleSets.faults)
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

    mutating func write(_ checks: TargetChecks.Status) {
        family("fingerpost_target_checks_total", .counter, "Target checks, by outcome.")
        for outcome in TargetOutcome.allCases { sample(["outcome": outcome.name], checks.counts[outcome] ?? 0) }
        family(
            "fingerpost_target_checks_last_round_timestamp_seconds", .gauge,
            "Time at which the last round of target checks ended; 0 for never.")
        value(UInt64(max(0, checks.lastRound)))
    }
}
