package import LinkSource
package import LinkStore
package import Settings

/// The short links of a daemon: the store, and the upstream of which it is a replica.
package struct ServedLinks: Sendable {
    /// The short links, or `nil` without a store.
    package var store: LinkStore?
    /// The source that the store replicates, or `nil` for a standalone store.
    package var source: SourceNode?
    /// The follower of published links, or `nil` if there is none.
    package var follower: LinkFollower?

    /// Without upstream.
    package init(_ store: LinkStore? = nil) { self.store = store }

    /// Whether the store is a replica, of which there may be many.
    package var isReplica: Bool { source != nil || follower != nil }

    /// Whether the links are ready for clicks.
    package var areReady: Bool { source?.isReady ?? follower?.isReady ?? true }

    /// The replication state; the source may be a publication. `nil` without one.
    package var condition: SourceCondition? { source?.condition ?? follower?.condition }

    /// Why links can't be changed; `nil` if they can. A node's replica is changed through its source, and a copy of published
    /// links at their publisher.
    package var changeFault: StoreError? {
        guard let fault = store?.changeFault else { return nil }
        if case .replica = fault, isReplica { return nil }
        return fault
    }

    /// Executes changes of a store's links.
    package func writer(of store: LinkStore) -> any LinkWriter { follower as (any LinkWriter)? ?? source ?? store }

    /// Rolls up old counts as configured.
    package func keepCounts(_ settings: DaemonSettings.Counts) {
        let retention = CountRetention(settings)
        store?.keepCounts(retention)
        source?.keepCounts(retention)
    }

    /// Starts following the upstream.
    package func start() {
        source?.start()
        follower?.start()
    }

    /// Writes pending data and stops following, once no worker is running.
    package func stop() {
        store?.settle()
        source?.stop()
        follower?.stop()
    }
}
