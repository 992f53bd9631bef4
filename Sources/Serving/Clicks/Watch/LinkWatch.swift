package import ByteText
import Synchronization
import Threads

/// Records the requests that concern certain links, while these are tested on a phone. Shared by all workers.
///
/// Usually no link is watched: a click then costs one relaxed load. With a watched link, each worker takes a lock for a
/// moment, and allocates.
package final class LinkWatch: Sendable {
    /// The maximum number of requests that are kept per link; more are not recorded.
    private static let mostRequests = 400

    private struct Watched: Sendable {
        /// The link without its scheme, as clicked.
        var link: [UInt8]
        /// When the watch ends, in seconds since the epoch.
        var end: Int64
        /// The address of the phone; `nil` if unknown.
        var client: IPAddress?
        var seen: [SeenRequest] = []
    }

    private let watched = Locked<[String: Watched]>([:])
    private let count = Atomic<Int>(0)

    /// Watches nothing.
    package init() {}

    /// Whether any link is watched.
    var isActive: Bool { count.load(ordering: .relaxed) > 0 }

    /// Watches a link.
    ///
    /// - Parameters:
    ///   - id: Identifies the watch; an existing one is replaced.
    ///   - link: An http or https URL, without a fragment.
    ///   - end: When the watch ends by itself, in seconds since the epoch.
    package func begin(_ id: String, link: String, until end: Int64) {
        let link = Array(Self.withoutScheme(link.utf8.span).utf8)
        change { $0[id] = Watched(link: link, end: end) }
    }

    /// Restricts a watch to the requests of one client address; apps are recorded from any address, because a phone may use
    /// several.
    package func restrict(_ id: String, to client: IPAddress?) {
        watched.withLock { $0[id]?.client = client }
    }

    /// Ends a watch.
    package func end(_ id: String) {
        change { $0[id] = nil }
    }

    /// The recorded requests, in order.
    package func requests(_ id: String) -> [SeenRequest] { watched.withLock { $0[id]?.seen ?? [] } }

    /// Records a request in all watches of its link.
    ///
    /// - Parameters:
    ///   - link: The link, possibly with a mark at its end.
    ///   - client: The client's address, or `nil` if unknown.
    ///   - now: The wall clock, in seconds since the epoch.
    func record(_ request: SeenRequest, of link: Span<UInt8>, from client: IPAddress?, at now: Int64) {
        let link = Array(Self.withoutScheme(link).utf8)
        change { watched in
            watched = watched.filter { $0.value.end > now }
            for (id, watch) in watched where watch.seen.count < Self.mostRequests {
                guard Self.isMarked(link, watch.link), Self.concerns(request, client, watch) else { continue }
                watched[id]?.seen.append(request)
            }
        }
    }

    /// Changes the watches, and their number under the same lock: of two changes at once, the later one's number remains.
    private func change(_ body: (inout [String: Watched]) -> Void) {
        watched.withLock { watched in
            body(&watched)
            count.store(watched.count, ordering: .relaxed)
        }
    }

    private static func concerns(_ request: SeenRequest, _ client: IPAddress?, _ watch: Watched) -> Bool {
        guard let known = watch.client, let client else { return true }
        return request.kind == .app || request.kind == .install || known == client
    }

    /// Whether a link is another one, apart from a mark at its end.
    private static func isMarked(_ link: [UInt8], _ other: [UInt8]) -> Bool {
        guard link.starts(with: other) else { return false }
        let rest = link.dropFirst(other.count)
        return rest.isEmpty || rest.starts(with: "?_fp=".utf8) || rest.starts(with: "&_fp=".utf8)
    }

    private static func withoutScheme(_ link: Span<UInt8>) -> String {
        let text = String(link)
        return text.firstRange(of: "://").map { String(text[$0.upperBound...]) } ?? text
    }
}
