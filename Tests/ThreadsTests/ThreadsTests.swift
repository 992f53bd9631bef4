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
