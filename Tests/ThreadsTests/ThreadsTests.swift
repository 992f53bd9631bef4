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
            // Safe: the system fills a local in.
            unsafe pthread_sigmask(SIG_BLOCK, nil, &signals)
            let isBlocked = unsafe sigismember(&signals, SIGTERM) == 1 && sigismember(&signals, SIGHUP) == 1
            let name = (try? String(contentsOfFile: "/proc/thread-self/comm", encoding: .utf8)) ?? ""
            seen.withLock { $0 = (isBlocked, name) }
        }.end()
        let found = seen.withLock(\.self)
        #expect(found?.isBlocked == true && found?.name == "a name longer t\n")
    }

    /// The process ended now and then while a worker's thread still held the server and its rules; the leak sanitizer, which
    /// does not know Swift's tagged pointers, took the rules for lost.
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

@Suite("Threads for jobs that wait")
struct JobThreadsTests {
    /// Jobs that wait until the test lets them go.
    private final class Gate: Sendable {
        let begun = Locked<[String]>([])
        private let isOpen = Locked(false)

        func pass(_ name: String) {
            begun.withLock { $0.append(name) }
            isOpen.wait { $0 ? () : nil }
        }

        func open() { isOpen.withLock { $0 = true } }

        /// Waits for so many jobs to have begun; returns those that have.
        func begun(_ count: Int) -> [String]? { begun.wait(seconds: 20) { $0.count == count ? $0.sorted() : nil } }
    }

    @Test("one owner's jobs that wait hold up nobody else's, and only some of them run at once")
    func owners() {
        let (threads, gate, done) = (JobThreads(name: "jobs", most: 4, mostOfOne: 2), Gate(), Locked<[String]>([]))
        for number in 1...5 { threads.run(for: "ann") { gate.pass("ann \(number)") } }
        #expect(gate.begun(2) == ["ann 1", "ann 2"])
        for number in 1...3 { threads.run(for: "bob") { done.withLock { $0.append("bob \(number)") } } }
        #expect(done.wait(seconds: 20) { $0.count == 3 ? $0.sorted() : nil } == ["bob 1", "bob 2", "bob 3"])
        #expect(gate.begun(2) == ["ann 1", "ann 2"], "a third one runs")
        gate.open()
        #expect(gate.begun(5) != nil)
    }

    @Test("one thread does one job after the other, in their order, and another one those that come later")
    func order() {
        let (threads, done) = (JobThreads(name: "jobs"), Locked<[Int]>([]))
        for number in 0..<500 { threads.run(for: "\(number % 7)") { done.withLock { $0.append(number) } } }
        #expect(done.wait(seconds: 20) { $0.count == 500 ? $0 : nil } == Array(0..<500))
        threads.run(for: "") { done.withLock { $0 = [] } }
        #expect(done.wait(seconds: 20) { $0.isEmpty ? () : nil } != nil)
    }
}
