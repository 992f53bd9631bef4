public import Threads

/// What a function on the loop can wait for, without a thread that sleeps. Each is called on the loop.
extension LoopExecutor {
    /// Waits until a descriptor is ready or the time is up; nil waits without end.
    ///
    /// Costs two calls of `epoll_ctl`. The descriptor must stay open during the wait; no event of it is left afterwards.
    public func wait(
        for readiness: Readiness, of descriptor: Int32, timeout: Duration?,
        isolation: isolated (any Actor)? = #isolation
    ) async throws(EventError) -> LoopWait.Outcome {
        try await suspend(for: readiness, of: descriptor, timeout: timeout, isolation) { _ in }
    }

    /// Sleeps by a timer of the loop; throws at once where the task is cancelled or the loop stopped.
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

    /// Does a job that may wait for the system on another thread, and returns its result; nil where the time is up, the task
    /// is cancelled, or the loop stopped. The job is not interrupted.
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

    /// Suspends the caller until the event comes, or a message with the wait's number.
    private func suspend(
        for readiness: Readiness, of descriptor: Int32, timeout: Duration?, _ isolation: isolated (any Actor)?,
        whenBegun: (UInt64) -> Void
    ) async throws(EventError) -> LoopWait.Outcome {
        precondition(isCurrent, "only a function on the loop can wait in it")
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
            // Named, so that the closure runs on the caller's actor: `nonisolated(nonsending)` does not reach into it.
            await wait.outcome(isolation: isolation)
        } onCancel: {
            mailbox.post(.endWait(number, .cancelled))
        }
    }
}
