package import LinkSource
import RuleBundle
package import Telemetry

/// The metric families of a node's upstream.
extension MetricsText {
    package mutating func write(_ source: SourceCondition) {
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

    package mutating func write(_ links: LinkFollower.Status) {
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
}
