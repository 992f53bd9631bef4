import ByteText
import Glibc
import Libevent
import Synchronization
import Testing
import Threads

@Suite struct LoopTests {
    @Test func aTimerFiresOnceAndARepeatingOneAgainAndAgain() throws {
        let base = try EventBase()
        var single = 0
        var repeated = 0
        var once = try Timer(base: base) { single += 1 }
        var again = try Timer(base: base, repeats: true) {
            repeated += 1
            if repeated == 5 { base.stop() }
        }
        try once.start(after: .milliseconds(1))
        try again.start(after: .milliseconds(3))
        base.run()
        #expect(single == 1)
        #expect(repeated == 5)
    }

    @Test func aTimerThatIsDroppedDoesNotFire() throws {
        let base = try EventBase()
        var fired = false
        var dropped: Timer? = try Timer(base: base) { fired = true }
        var end = try Timer(base: base) { base.stop() }
        try dropped?.start(after: .milliseconds(1))
        try end.start(after: .milliseconds(10))
        dropped = nil
        base.run()
        #expect(!fired)
    }

    @Test func aTimerMayDropItself() throws {
        final class Holder { var timer: Timer? }
        let base = try EventBase()
        let holder = Holder()
        var count = 0
        holder.timer = try Timer(base: base, repeats: true) {
            holder.timer = nil
            count += 1
        }
        try holder.timer?.start(after: .milliseconds(1))
        var end = try Timer(base: base) { base.stop() }
        try end.start(after: .milliseconds(10))
        base.run()
        #expect(count == 1)
    }

    @Test func messagesOfManyThreadsAllArriveAndEachSendersInOrder() throws {
        let senders = 4
        let perSender = 1000
        let base = try EventBase()
        let mailbox = try Mailbox<(Int, Int)>()
        var received = Array(repeating: [Int](), count: senders)
        var total = 0
        let event = try mailbox.receive(on: base) { sender, number in
            received[sender].append(number)
            total += 1
            if total == senders * perSender { base.stop() }
        }
        for sender in 0..<senders {
            SystemThread(name: "sender-\(sender)") {
                for number in 0..<perSender { mailbox.post((sender, number)) }
            }.detach()
        }
        base.run()
        _ = consume event
        for sender in received { #expect(sender == Array(0..<perSender)) }
    }

    @Test func aMessageThatAHandlerPostsComesInALaterRound() throws {
        let base = try EventBase()
        let mailbox = try Mailbox<Int>()
        var seen: [Int] = []
        let event = try mailbox.receive(on: base) { number in
            seen.append(number)
            if number < 3 { mailbox.post(number + 1) } else { base.stop() }
        }
        mailbox.post(0)
        base.run()
        _ = consume event
        #expect(seen == [0, 1, 2, 3])
    }

    @Test func aSignalRunsInTheLoop() throws {
        let base = try EventBase()
        var count = 0
        let event = try SignalEvent(base: base, signal: SIGUSR2) {
            count += 1
            base.stop()
        }
        kill(getpid(), SIGUSR2)
        base.run()
        _ = consume event
        #expect(count == 1)
    }

    @Test func readinessIsReportedWhileEnabled() throws {
        let base = try EventBase()
        var pair: [Int32] = [-1, -1]
        // Safe: the call writes two descriptors to an array of two.
        #expect(unsafe socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &pair) == 0)
        defer { for descriptor in pair { close(descriptor) } }
        var count = 0
        var event = try IOEvent(base: base, descriptor: pair[0], interest: .readable) { count += 1 }
        var byte: UInt8 = 1
        // Safe: the call reads one byte from a local.
        _ = unsafe write(pair[1], &byte, 1)
        base.runPending()
        #expect(count == 0)
        try event.enable()
        base.runPending()
        base.runPending()
        #expect(count == 2)
        event.disable()
        base.runPending()
        #expect(count == 2)
    }

    /// A target like a connection: it drops its event and its own reference in its handler, and keeps running for a while.
    private final class LeavingTarget: ReadinessTarget {
        var own: LeavingTarget?
        var event: IOEvent?
        let base: EventBase
        var words: [String] = []

        init(_ base: EventBase) { self.base = base }

        func becomeReady(for interest: IOEvent.Interest) {
            event = nil
            base.keepUntilRoundEnds(self)
            own = nil
            words.append("still here")
        }
    }

    @Test func aTargetThatLetsGoOfItselfIsKeptUntilTheRoundEnds() throws {
        let base = try EventBase()
        var pair: [Int32] = [-1, -1]
        // Safe: the call writes two descriptors to an array of two.
        #expect(unsafe socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &pair) == 0)
        defer { for descriptor in pair { close(descriptor) } }
        var byte: UInt8 = 1
        // Safe: the call reads one byte from a local.
        _ = unsafe write(pair[1], &byte, 1)
        weak var seen: LeavingTarget?
        do {
            let target = LeavingTarget(base)
            target.own = target
            target.event = try IOEvent(base: base, descriptor: pair[0], interest: .readable, target: target)
            try target.event?.enable()
            seen = target
        }
        #expect(seen != nil)
        base.runPending()
        #expect(seen == nil)
        base.keepUntilRoundEnds(EndMark { byte = 2 })
        #expect(byte == 2, "outside of a round nothing is kept")
    }

    private final class EndMark {
        let atEnd: () -> Void
        init(_ atEnd: @escaping () -> Void) { self.atEnd = atEnd }
        deinit { atEnd() }
    }
}
