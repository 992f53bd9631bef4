import Dispatch
public import Routing

extension Replay {
    /// Replays logs: decides every click on several cores and returns the visitors' sums.
    ///
    /// Memory use is independent of the size of the logs. An interruption ends the replay after the current blocks, and
    /// the result covers the lines read until then.
    ///
    /// - Parameters:
    ///   - isInterrupted: Called between blocks, by all workers.
    ///   - progress: Called after each block, by one worker at a time.
    ///   - makeVisitor: Makes the visitor of a worker, on its thread.
    /// - Throws: ``ReplayFault`` if an input can't be read or has no known format, and whatever `makeVisitor` throws.
    public static func run<Visitor: ReplayVisitor>(
        _ settings: ReplaySettings, _ ruleSet: RuleSet,
        isInterrupted: @escaping @Sendable () -> Bool = { false },
        progress: @escaping @Sendable (ReplayProgress) -> Void = { _ in },
        makeVisitor: @Sendable () throws -> Visitor
    ) throws -> ReplayResult<Visitor.Sums> {
        let run = try ReplayRun<Visitor.Sums>(settings, isInterrupted: isInterrupted, progress: progress)
        DispatchQueue.concurrentPerform(iterations: run.workers) { _ in
            run.work(ruleSet, makeVisitor)
        }
        return try run.result()
    }
}
