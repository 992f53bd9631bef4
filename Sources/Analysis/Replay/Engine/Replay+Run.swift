import Dispatch
public import Routing

extension Replay {
    /// Replays logs: decides every click in them, on several cores, and gives what the visitors make of it.
    ///
    /// Memory does not grow with the logs. An interruption ends the replay after the blocks under way, and what was done
    /// until then is the result.
    ///
    /// - Parameters:
    ///   - isInterrupted: Asked between blocks, by all workers.
    ///   - progress: Called after each block, by one worker at a time.
    ///   - makeVisitor: Makes the visitor of a worker, on its thread.
    /// - Throws: ``ReplayFault`` where an input can't be read or has no known format, and what `makeVisitor` throws.
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
