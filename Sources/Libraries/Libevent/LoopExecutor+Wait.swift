public import Threads

/// Waiting without blocking a thread, for functions on the loop. Must be called on the loop.
extension LoopExecutor {
    /// Waits until a descriptor is ready or the time is up. `nil` waits indefinitely.
    ///
    /// Costs two `epoll_ctl` calls. The descriptor must stay open during the wait; no event for it remains afterwards.
    public func wait(
        for readiness: Readiness, of descriptor: Int32, timeout: Duration?,
        isolation: isolated (any Actor)? = #isolation
    ) async throws(EventError) -> LoopWait.Outcome {
        try await suspend(for: readiness, of: descriptor, timeout: timeout, isolation) { _ in }
    }

    /// Sleeps on a timer of the loop. Throws immediately if the task is cancelled or the loop is stopped.
    public func sleep(
        for duration: Duration, isolation: isolated (any Actor)? = #isolation
    ) async throws(CancellationError) {
        do throws(EventError) {
            let outcome = try await suspend(for: [], of: -1, timeout: duration, isolation) { _ in }
            guard outcome == .timedOut else { throw EventError("sleep", code: 0) }
        } catch {
            throw CancellationError()
        }
    }

    /// Runs a blocking job on another thread and returns its result. Returns `nil` if the time is up, the task is
    /// cancelled, or the loop is stopped. The job is not interrupted.
    public func result<Value: Sendable>(
        on thread: JobThread, timeout: Duration?, isolation: isolated (any Actor)? = #isolation,
        of job: @escaping @Sendable () -> Value
    ) async -> Value? {
        let slot = Locked<Value?>(nil)
        let mailbox = mailbox
        _ = try? await suspend(for: [], of: -1, timeout: timeout, isolation) { number in
            thread.run {
                let value = job()
                slot.withLock { $0 = value }
                mailbox.post(.endWait(number, .ready))
            }
        }
        return slot.withLock { $0 }
    }

    /// Suspends the caller until the event fires, or until a message with the wait's number arrives.
    private func suspend(
        for readiness: Readiness, of descriptor: Int32, timeout: Duration?, _ isolation: isolated (any Actor)?,
        whenBegun: (UInt64) -> Void
    ) async throws(EventError) -> LoopWait.Outcome {
        precondition(isCurrent, "a wait must run on its loop")
        if isStopping { return .stopped }
        if Task.isCancelled { return .cancelled }
        let (wait, number) = makeWait()
        do throws(EventError) { try wait.begin(descriptor: descriptor, for: readiness, timeout: timeout) } catch {
            forget(number)
            throw error
        }
        whenBegun(number)
        let mailbox = mailbox
        return await withTaskCancellationHandler {
            // Passed explicitly, so that the closure runs on the caller's actor: `nonisolated(nonsending)` does not
            // apply to closures.
            await wait.outcome(isolation: isolation)
        } onCancel: {
            mailbox.post(.endWait(number, .cancelled))
        }
    }
}
