public import HTTP
public import Libevent

/// Sends many requests on a loop of the calling thread, with limited concurrency. For commands, which wait for all of
/// them.
public struct ClientBatch {
    /// A request and its route.
    public struct Job: Sendable {
        /// The request to send.
        public var request: ClientRequest
        /// The destination.
        public var route: ClientExchange.Route

        /// Creates a job.
        public init(_ request: ClientRequest, _ route: ClientExchange.Route) {
            self.request = request
            self.route = route
        }
    }

    /// The maximum number of concurrent requests.
    public var width = 16
    /// The time limit of each request.
    public var deadline: Duration = .seconds(10)
    /// The size limits of responses.
    public var limits = ResponseReader.Limits()

    /// The default limits.
    public init() {}

    /// Sends the requests and waits for their outcomes, in the same order. Takes at most ``deadline`` per ``width``
    /// requests.
    public func run(_ jobs: [Job]) throws(EventError) -> [ClientOutcome] {
        guard !jobs.isEmpty else { return [] }
        let run = try Run(self, jobs)
        try run.start()
        return run.outcomes.compactMap(\.self)
    }

    private final class Run {
        let batch: ClientBatch
        let jobs: [Job]
        let base: EventBase
        var outcomes: [ClientOutcome?]
        private var next = 0
        private var open = 0

        init(_ batch: ClientBatch, _ jobs: [Job]) throws(EventError) {
            self.batch = batch
            self.jobs = jobs
            base = try EventBase()
            outcomes = Array(repeating: nil, count: jobs.count)
        }

        func start() throws(EventError) {
            startMore()
            if open > 0 { base.run() }
        }

        private func startMore() {
            while open < batch.width, next < jobs.count {
                let index = next
                next += 1
                do throws(EventError) {
                    try ClientExchange.start(
                        jobs[index].request, jobs[index].route, on: base, deadline: batch.deadline, limits: batch.limits
                    ) { outcome in
                        self.outcomes[index] = outcome
                        self.open -= 1
                        self.startMore()
                        if self.open == 0 { self.base.stop() }
                    }
                    open += 1
                } catch {
                    outcomes[index] = ClientOutcome(.failure(.connection(error.description)))
                }
            }
        }
    }
}
