import Glibc
import Libevent
import Testing
import Threads

@Suite struct LoopExecutorTests {
    @Test func anActorRunsOnTheThreadOfItsLoop() async throws {
        let counter = try LoopCounter()
        defer { counter.loop.stop() }
        let thread = await counter.thread
        await withTaskGroup { group in
            for _ in 0..<100 { group.addTask { for _ in 0..<100 { await counter.add() } } }
        }
        #expect(await counter.count == 10_000)
        #expect(await counter.thread == thread)
        #expect(thread != pthread_self())
    }

    @Test func aSleepLastsAsLongAsItShould() async throws {
        let counter = try LoopCounter()
        defer { counter.loop.stop() }
        let start = ContinuousClock.now
        try await counter.sleep(.milliseconds(30))
        #expect(start.duration(to: .now) >= .milliseconds(30))
    }

    /// Regression: the coarse system clock advances in steps of four milliseconds. A step between the start of a timer
    /// and the loop's wait ended the timer early: a node took that for an unresponsive source, and closed its connection.
    @Test func noSleepEndsEarly() async throws {
        let counter = try LoopCounter()
        defer { counter.loop.stop() }
        for _ in 0..<100 {
            #expect(try await counter.timeOfSleep(.milliseconds(12)) >= .milliseconds(12))
        }
    }

    @Test(.timeLimit(.minutes(20))) func aCancelledSleepEndsAtOnce() async throws {
        let counter = try LoopCounter()
        defer { counter.loop.stop() }
        let sleeper = Task { try await counter.sleep(.seconds(3600)) }
        try await counter.sleep(.milliseconds(10))
        sleeper.cancel()
        await #expect(throws: CancellationError.self) { try await sleeper.value }
    }

    @Test(.timeLimit(.minutes(20))) func stoppingEndsWhatWaitsAndRunsWhatComesLater() async throws {
        let counter = try LoopCounter()
        let sleeper = Task { try await counter.sleep(.seconds(3600)) }
        try await counter.sleep(.milliseconds(10))
        counter.loop.end()
        await #expect(throws: CancellationError.self) { try await sleeper.value }
        // The thread has ended, but later jobs still run.
        await counter.add()
        #expect(await counter.count == 1)
        await #expect(throws: CancellationError.self) { try await counter.sleep(.seconds(3600)) }
    }
}

actor LoopCounter {
    nonisolated let loop: LoopExecutor
    nonisolated var unownedExecutor: UnownedSerialExecutor {
        // Safe: the actor keeps its executor alive.
        unsafe loop.asUnownedSerialExecutor()
    }
    private(set) var count = 0

    init() throws { loop = try LoopExecutor(name: "counter") }

    var thread: pthread_t { pthread_self() }

    /// Delays the loop's next wait by some milliseconds without blocking its other jobs.
    private func work() async {
        for _ in 0..<8 {
            usleep(300)
            await Task.yield()
        }
    }

    /// The duration of a sleep that begins at a random point between two clock steps, on a loop with pending work.
    func timeOfSleep(_ duration: Duration) async throws -> Duration {
        usleep(.random(in: 0..<4_000))
        let start = ContinuousClock.now
        let other = Task { await work() }
        try await loop.sleep(for: duration)
        let time = start.duration(to: .now)
        await other.value
        return time
    }

    func add() { count += 1 }

    func sleep(_ duration: Duration) async throws { try await loop.sleep(for: duration) }
}

@Suite struct LoopWaitTests {
    @Test(.timeLimit(.minutes(20))) func aDescriptorIsWaitedFor() async throws {
        let counter = try LoopCounter()
        defer { counter.loop.stop() }
        var pair: [Int32] = [-1, -1]
        // Safe: the call writes two descriptors to an array of two.
        #expect(unsafe socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &pair) == 0)
        defer { for descriptor in pair { close(descriptor) } }
        #expect(try await counter.wait(for: .writable, of: pair[0], .seconds(1_000)) == .ready)
        #expect(try await counter.wait(for: .readable, of: pair[0], .milliseconds(5)) == .timedOut)
        let waiting = Task { [first = pair[0]] in try await counter.wait(for: .readable, of: first, nil) }
        try await counter.sleep(.milliseconds(5))
        var byte: UInt8 = 1
        // Safe: the call reads one byte from a local.
        _ = unsafe write(pair[1], &byte, 1)
        #expect(try await waiting.value == .ready)
    }

    @Test(.timeLimit(.minutes(20))) func aJobElsewhereIsWaitedFor() async throws {
        let counter = try LoopCounter()
        defer { counter.loop.stop() }
        let jobs = JobThread(name: "job")
        #expect(await counter.result(on: jobs, .seconds(1_000)) { 7 } == 7)
        let gate = Locked(false)
        let never = await counter.result(on: jobs, .milliseconds(5)) { gate.wait { $0 ? 8 : nil } }
        #expect(never == nil)
        gate.withLock { $0 = true }
        #expect(await counter.result(on: jobs, .seconds(1_000)) { 9 } == 9)
        jobs.finish()
    }

    @Test(.timeLimit(.minutes(20))) func jobsThatMakeJobsDoNotKeepEventsWaiting() async throws {
        let counter = try LoopCounter()
        defer { counter.loop.stop() }
        let spinner = Task { await counter.spin() }
        while await counter.count < 10 { try await counter.sleep(.milliseconds(1)) }
        let before = await counter.count
        try await counter.sleep(.milliseconds(1))
        #expect(await counter.count > before)
        spinner.cancel()
        await spinner.value
    }
}

extension LoopCounter {
    func wait(for readiness: Readiness, of descriptor: Int32, _ timeout: Duration?) async throws -> LoopWait.Outcome {
        try await loop.wait(for: readiness, of: descriptor, timeout: timeout)
    }

    func result<Value: Sendable>(
        on thread: JobThread, _ timeout: Duration, _ job: @escaping @Sendable () -> Value
    ) async -> Value? {
        await loop.result(on: thread, timeout: timeout, of: job)
    }

    /// Enqueues itself on its own loop repeatedly.
    func spin() async {
        while !Task.isCancelled {
            await withCheckedContinuation { continuation in
                Task {
                    add()
                    continuation.resume()
                }
            }
        }
    }
}
