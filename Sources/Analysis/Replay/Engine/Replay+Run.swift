import Dispatch
public import LinkCatalog
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

    /// Replays logs as ``run(_:_:isInterrupted:progress:makeVisitor:)`` does, each line with the rules and links that were
    /// in force at its time. The settings' short links and caches are not used.
    ///
    /// - Parameters:
    ///   - past: The former rules and links.
    ///   - makeVisitor: Makes a worker's visitor of the lines of one rule set, on its thread. The visitor may look up links,
    ///     as they were when the line that it visits was decided.
    public static func run<Visitor: ReplayVisitor>(
        _ settings: ReplaySettings, asWas past: PastState,
        isInterrupted: @escaping @Sendable () -> Bool = { false },
        progress: @escaping @Sendable (ReplayProgress) -> Void = { _ in },
        makeVisitor: @escaping @Sendable (RuleSet, PastLinks?) throws -> Visitor
    ) throws -> ReplayResult<Visitor.Sums> {
        let run = try ReplayRun<Visitor.Sums>(settings, isInterrupted: isInterrupted, progress: progress)
        DispatchQueue.concurrentPerform(iterations: run.workers) { _ in
            run.work(past, makeVisitor)
        }
        return try run.result()
    }
}
