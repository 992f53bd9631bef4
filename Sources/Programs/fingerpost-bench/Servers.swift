import ArgumentParser
import Glibc

/// Compares the daemon with nginx and haproxy. A script starts the servers and does the work.
struct Servers: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Compares the daemon's processor time per request with that of nginx and haproxy.",
        discussion: """
            Needs nginx, haproxy, wrk and taskset, two cores, and the release build of the daemon; run it at the top of the \
            repository. Each server is pinned to one core and wrk to the other; runs alternate, and the result is the \
            median ratio of pairs, to limit the effect of other load. Each workload of `traffic` is compared with nginx, \
            and with a cached click. For your own clicks, give a log and a store with its short links: only they are compared.
            """)

    @Option(help: "The number of pairs of runs.")
    var pairs = 15

    @Option(help: "The duration of a run in seconds.")
    var seconds = 2

    @Flag(help: "Make a few short runs, as a smoke test.")
    var short = false

    @Option(help: "A request rate per second at which to measure response times; repeatable (default: 1000 and 5000).")
    var rate: [Int] = []

    @Flag(help: "Compare only HTTP/2 and TLS handshakes with nginx.")
    var http2 = false

    @Option(help: "Run only this workload of `traffic`; repeatable.")
    var only: [Workload] = []

    @OptionGroup var traffic: TrafficOptions

    private var script: String { http2 ? "Tests/Smoke/servers-http2" : "Tests/Smoke/servers" }

    func validate() throws {
        guard pairs > 0, seconds > 0, rate.allSatisfy({ $0 > 0 }) else {
            throw ValidationError("pairs, seconds and rates must be at least 1")
        }
        if traffic.log != nil, traffic.links == nil, traffic.store == nil {
            throw ValidationError("--log needs --store, a link store with its short links, or --links, a table of them")
        }
        if traffic.store != nil, traffic.log == nil || only.contains(where: { $0 != .mix }) {
            throw ValidationError("--store has the short links of --log, and of no workload but `mix`; use --links")
        }
    }

    func run() throws {
        // Safe: the string is null-terminated and outlives the call.
        guard unsafe access(script, X_OK) == 0 else {
            throw ValidationError("\(script) not found; run this at the top of the repository")
        }
        let rates = (rate.isEmpty ? [1000, 5000] : rate).map { "\($0)" }.joined(separator: " ")
        let workloads = (traffic.store == nil ? only : [.mix]).map(\.rawValue).joined(separator: " ")
        let runs = [script, short ? "3" : "\(pairs)", short ? "1" : "\(seconds)"]
        let words = runs + (http2 ? [] : [rates, workloads]) + traffic.words
        // Safe: the strings are C memory, terminated by a null pointer, and no code runs here after a successful call.
        var arguments = unsafe words.map { unsafe strdup($0) } + [nil]
        _ = unsafe execv(script, &arguments)
        throw ValidationError("\(script) can't be run")
    }
}
