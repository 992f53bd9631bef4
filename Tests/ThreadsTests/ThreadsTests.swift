import Foundation
import Testing
import Threads

@Suite struct LockedTests {
    @Test func noChangeIsLost() {
        let sum = Locked(0)
        let threads = (0..<4).map { _ in
            SystemThread(name: "adder") { for _ in 0..<10_000 { sum.withLock { $0 += 1 } } }
        }
        for thread in threads { thread.end() }
        #expect(sum.withLock(\.self) == 40_000)
    }

    @Test func aChangeWakesWhoWaits() {
        let turn = Locked(0)
        let other = SystemThread(name: "other") {
            for number in stride(from: 1, to: 200, by: 2) {
                turn.wait { $0 == number ? () : nil }
                turn.withLock { $0 += 1 }
            }
        }
        for number in stride(from: 0, to: 200, by: 2) {
            turn.wait { $0 == number ? () : nil }
            turn.withLock { $0 += 1 }
        }
        other.end()
        #expect(turn.withLock(\.self) == 200)
    }

    @Test func aWaitEndsWhenItsTimeIsUp() {
        let value = Locked(1)
        #expect(value.wait(seconds: 60) { $0 } == 1)
        let clock = ContinuousClock()
        let time = clock.measure { #expect(value.wait(seconds: 1) { $0 == 1 ? nil : $0 } == nil) }
        #expect(time >= .seconds(1))
    }

    private struct Refused: Error {}

    @Test func anErrorLeavesTheLockOpen() {
        let value = Locked(1)
        #expect(throws: Refused.self) { try value.withLock { _ throws(Refused) in throw Refused() } }
        #expect(value.withLock(\.self) == 1)
    }
}

@Suite struct SystemThreadTests {
    @Test func itHasAllSignalsBlockedAndAName() {
        let seen = Locked<(isBlocked: Bool, name: String)?>(nil)
        SystemThread(name: "a name longer than the kernel keeps") {
            var signals = sigset_t()
            // Safe: the call fills a local of its own type.
            unsafe pthread_sigmask(SIG_BLOCK, nil, &signals)
            let isBlocked = unsafe sigismember(&signals, SIGTERM) == 1 && sigismember(&signals, SIGHUP) == 1
            let name = (try? String(contentsOfFile: "/proc/thread-self/comm", encoding: .utf8)) ?? ""
            seen.withLock { $0 = (isBlocked, name) }
        }.end()
        let found = seen.withLock(\.self)
        #expect(found?.isBlocked == true && found?.name == "a name longer t\n")
    }

    /// Regression: the process sometimes ended while a worker's thread still held the server and its rules. The leak
    /// sanitizer, which does not support Swift's tagged pointers, reported the rules as leaked.
    @Test func whatAThreadHeldIsGivenBackBeforeItSaysThatItHasEnded() {
        final class Held: Sendable {
            let isGone: Locked<Bool>

            init(_ isGone: Locked<Bool>) { self.isGone = isGone }

            deinit {
                usleep(20_000)
                isGone.withLock { $0 = true }
            }
        }
        let (isGone, mayEnd, wasGone) = (Locked(false), Locked(false), Locked<Bool?>(nil))
        func start(_ held: Held) {
            SystemThread(name: "holder") {
                mayEnd.wait { $0 ? () : nil }
                withExtendedLifetime(held) {}
            } thenSay: {
                let isGone = isGone.withLock(\.self)
                wasGone.withLock { $0 = isGone }
            }.detach()
        }
        start(Held(isGone))
        mayEnd.withLock { $0 = true }
        #expect(wasGone.wait { $0 })
    }
}

@Suite struct JobThreadTests {
    @Test func jobsAreDoneInTheirOrderAndFinishWaits() {
        let jobs = JobThread(name: "jobs")
        let done = Locked<[Int]>([])
        jobs.finish()
        for round in 0..<20 {
            for number in 0..<5 { jobs.run { done.withLock { $0.append(round * 5 + number) } } }
            jobs.finish()
            #expect(done.withLock(\.count) == round * 5 + 5)
        }
        #expect(done.withLock(\.self) == Array(0..<100))
    }
}

@Suite("Limits of work")
struct WorkLimitTests {
    @Test("are reached with the last step, and stay so")
    func steps() {
        let limit = WorkLimit(steps: 10, time: .seconds(600))
        #expect(limit.share(of: 7) == 7)
        limit.spend(7)
        #expect(!limit.isReached && limit.share(of: 7) == 3)
        limit.spend(7)
        #expect(limit.isReached && limit.share(of: 7) == 0)
    }

    @Test("are reached with time, and when the work is wanted no longer")
    func time() {
        #expect(WorkLimit(steps: .max, time: .zero).isReached)
        let isWanted = Locked(true)
        let limit = WorkLimit(steps: .max, time: .seconds(600)) { isWanted.withLock(\.self) }
        #expect(!limit.isReached)
        isWanted.withLock { $0 = false }
        usleep(600_000)
        #expect(limit.isReached)
        isWanted.withLock { $0 = true }
        #expect(limit.isReached)
    }
}

@Suite struct JobThreadLimitTests {
    @Test func moreJobsThanMayWaitAreTurnedAway() {
        let (jobs, mayGoOn) = (JobThread(name: "jobs"), Locked(false))
        let begun = Locked(false)
        jobs.run {
            begun.withLock { $0 = true }
            mayGoOn.wait { $0 ? () : nil }
        }
        begun.wait { $0 ? () : nil }
        #expect(jobs.run(unlessMoreWaitThan: 2) {} && jobs.run(unlessMoreWaitThan: 2) {})
        #expect(!jobs.run(unlessMoreWaitThan: 2) {})
        mayGoOn.withLock { $0 = true }
        jobs.finish()
        #expect(jobs.run(unlessMoreWaitThan: 2) {})
        jobs.finish()
    }
}

@Suite("Threads for jobs that wait")
struct JobThreadsTests {
    /// Jobs that wait until the test releases them.
    private final class Gate: Sendable {
        let begun = Locked<[String]>([])
        private let isOpen = Locked(false)

        func pass(_ name: String) {
            begun.withLock { $0.append(name) }
            isOpen.wait { $0 ? () : nil }
        }

        func open() { isOpen.withLock { $0 = true } }

        /// Waits for this many jobs to have begun; returns them.
        func begun(_ count: Int) -> [String]? { begun.wait(seconds: 20) { $0.count == count ? $0.sorted() : nil } }
    }

    @Test("one owner's waiting jobs delay no other owner's, and only some of them run at once")
    func owners() {
        let (threads, gate, done) = (JobThreads(name: "jobs", most: 4, mostOfOne: 2), Gate(), Locked<[String]>([]))
        for number in 1...5 { #expect(threads.run(for: "ann") { gate.pass("ann \(number)") }) }
        #expect(gate.begun(2) == ["ann 1", "ann 2"])
        for number in 1...3 { #expect(threads.run(for: "bob") { done.withLock { $0.append("bob \(number)") } }) }
        #expect(done.wait(seconds: 20) { $0.count == 3 ? $0.sorted() : nil } == ["bob 1", "bob 2", "bob 3"])
        #expect(gate.begun(2) == ["ann 1", "ann 2"], "a third one runs")
        gate.open()
        #expect(gate.begun(5) != nil)
    }

    @Test("one thread does one job after the other, in their order, and another one those that come later")
    func order() {
        let limits = JobThreads.Limits(jobs: 500, jobsOfOne: 500)
        let (threads, done) = (JobThreads(name: "jobs", limits: limits), Locked<[Int]>([]))
        for number in 0..<500 { #expect(threads.run(for: "\(number % 7)") { done.withLock { $0.append(number) } }) }
        let numbers = done.wait(seconds: 20) { $0.count == 500 ? $0 : nil } ?? []
        for owner in 0..<7 { #expect(numbers.filter { $0 % 7 == owner } == Array(stride(from: owner, to: 500, by: 7))) }
        #expect(threads.run(for: "") { done.withLock { $0 = [] } })
        #expect(done.wait(seconds: 20) { $0.isEmpty ? () : nil } != nil)
    }

    /// Regression: four hundred drafts of one user waited for a thread, and those of all others after them.
    @Test("owners take turns, however many jobs one of them has")
    func turns() {
        let (threads, gate, done) = (JobThreads(name: "jobs"), Gate(), Locked<[String]>([]))
        #expect(threads.run(for: "ann") { gate.pass("ann") })
        #expect(gate.begun(1) != nil)
        for name in ["ann 1", "ann 2", "ann 3", "bob 1", "bob 2"] {
            #expect(threads.run(for: String(name.prefix(3))) { done.withLock { $0.append(name) } })
        }
        gate.open()
        let order = done.wait(seconds: 20) { $0.count == 5 ? $0 : nil }
        #expect(order == ["bob 1", "ann 1", "bob 2", "ann 2", "ann 3"])
    }

    @Test("too many jobs, of one owner or of all, are turned away, and so are too many bytes")
    func limits() {
        let limits = JobThreads.Limits(jobs: 5, jobsOfOne: 3, bytes: 100, bytesOfOne: 60)
        let (threads, gate, done) = (JobThreads(name: "jobs", limits: limits), Gate(), Locked<[String]>([]))
        #expect(threads.run(for: "ann", bytes: 60) { gate.pass("ann") })
        #expect(gate.begun(1) != nil)
        func admits(_ owner: String, bytes: Int = 0) -> Bool {
            threads.run(for: owner, bytes: bytes) { done.withLock { $0.append(owner) } }
        }
        #expect(admits("ann", bytes: 60), "what runs does not wait")
        #expect(!admits("ann", bytes: 1), "more bytes than one may have")
        #expect(admits("ann") && admits("ann"))
        #expect(!admits("ann"), "more jobs than one may have")
        #expect(!admits("bob", bytes: 41), "more bytes than all may have")
        #expect(admits("bob", bytes: 40) && admits("eve"))
        #expect(!admits("dan"), "more jobs than all may have")
        gate.open()
        #expect(done.wait(seconds: 20) { $0.count == 5 ? () : nil } != nil)
        #expect(admits("ann", bytes: 60), "there is room once more")
    }
}
