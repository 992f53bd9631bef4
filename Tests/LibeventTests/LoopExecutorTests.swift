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
        #expect(start.duration(to: .now) >= .milliseconds(29))
    }

    @Test(.timeLimit(.minutes(1))) func aCancelledSleepEndsAtOnce() async throws {
        let counter = try LoopCounter()
        defer { counter.loop.stop() }
        let sleeper = Task { try await counter.sleep(.seconds(3600)) }
        try await counter.sleep(.milliseconds(10))
        sleeper.cancel()
        await #expect(throws: CancellationError.self) { try await sleeper.value }
    }

    @Test(.timeLimit(.minutes(1))) func stoppingEndsWhatWaitsAndRunsWhatComesLater() async throws {
        let counter = try LoopCounter()
        let sleeper = Task { try await counter.sleep(.seconds(3600)) }
        try await counter.sleep(.milliseconds(10))
        counter.loop.end()
        await #expect(throws: CancellationError.self) { try await sleeper.value }
        // The thread is gone, and yet nobody who comes now is left waiting.
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

    func add() { count += 1 }

    func sleep(_ duration: Duration) async throws { try await loop.sleep(for: duration) }
}
