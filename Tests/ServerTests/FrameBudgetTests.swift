import NGHTTP2
import Testing

@testable import Server

@Suite("The budget of frames") struct FrameBudgetTests {
    /// The number of frames of a kind accepted at once, and the reason for refusing the next one.
    private static func flood(_ budget: inout FrameBudget, _ frame: FrameHeader, now: Int64 = 0) -> (Int, ShedReason?) {
        for count in 0..<100_000 {
            if let reason = budget.receive(frame, now: now) { return (count, reason) }
        }
        return (100_000, nil)
    }

    private static func frame(_ type: FrameType, length: Int = 4, flags: UInt8 = 0) -> FrameHeader {
        let bytes: [UInt8] = [0, 0, UInt8(length), type.rawValue, flags, 0, 0, 0, 1]
        var (scanner, position) = (FrameScanner(), 0)
        let preface = [UInt8](repeating: 0, count: 24)
        _ = scanner.next(in: preface.span, at: &position)
        position = 0
        return scanner.next(in: bytes.span, at: &position)!
    }

    @Test(
        "each kind has its budget and its reason",
        arguments: [
            (FrameType.settings, 4, 32, ShedReason.settingsFlood), (.goAway, 8, 32, .settingsFlood),
            (.ping, 8, 128, .pingFlood), (.priority, 5, 512, .priorityFlood), (.data, 0, 128, .emptyDataFlood),
            (.windowUpdate, 4, 1024, .windowUpdateFlood),
        ])
    func kinds(type: FrameType, length: Int, burst: Int, reason: ShedReason) {
        var budget = FrameBudget(now: 0)
        let (count, found) = Self.flood(&budget, Self.frame(type, length: length))
        #expect(count == burst && found == reason)
        // The other kinds' budgets are unaffected.
        for other in [FrameType.settings, .ping, .priority, .windowUpdate] where other != type && type != .goAway {
            #expect(budget.receive(Self.frame(other), now: 0) == nil)
        }
    }

    @Test(
        "requests, content, resets and the end of content have no budget here",
        arguments: [FrameType.headers, .data, .resetStream, .continuation])
    func free(type: FrameType) {
        var budget = FrameBudget(now: 0)
        #expect(Self.flood(&budget, Self.frame(type)).1 == nil)
        #expect(Self.flood(&budget, Self.frame(.data, length: 0, flags: 1)).1 == nil)
    }

    @Test("budgets come back with time, and never grow beyond their size")
    func refill() {
        var budget = FrameBudget(now: 0)
        #expect(Self.flood(&budget, Self.frame(.ping)).0 == 128)
        // The refused frame is paid for first.
        #expect(Self.flood(&budget, Self.frame(.ping), now: 1000).0 == 15)
        #expect(Self.flood(&budget, Self.frame(.ping), now: 1_000_000).0 == 128)
        #expect(Self.flood(&budget, Self.frame(.ping), now: .max / 2).0 == 128, "after a long time")
    }

    @Test("a clock that does not advance or goes back gives nothing")
    func clock() {
        var budget = FrameBudget(now: 1000)
        #expect(Self.flood(&budget, Self.frame(.ping), now: 1000).0 == 128)
        #expect(Self.flood(&budget, Self.frame(.ping), now: 0).0 == 0)
        #expect(Self.flood(&budget, Self.frame(.ping), now: 1000).0 == 0)
    }

    @Test("two WINDOW_UPDATEs for each frame of content are never too many")
    func windows() {
        var budget = FrameBudget(now: 0)
        for _ in 0..<100_000 {
            budget.sendData()
            for _ in 0..<2 { #expect(budget.receive(Self.frame(.windowUpdate), now: 0) == nil) }
        }
    }

    @Test("a frame of its priority for each request is never too many, and one that the server doesn't know")
    func priorities() {
        var budget = FrameBudget(now: 0)
        for _ in 0..<100_000 {
            budget.receiveRequest()
            #expect(budget.receive(Self.frame(.priority), now: 0) == nil)
            #expect(budget.receivePassedOver(1, now: 0) == nil)
        }
    }

    @Test("what the server is made to reset, padding and frames that are passed over have budgets")
    func others() {
        var budget = FrameBudget(now: 0)
        for _ in 0..<100 { #expect(budget.sendReset(now: 0) == nil) }
        #expect(budget.sendReset(now: 0) == .madeResets)
        for _ in 0..<128 { #expect(budget.receivePadding(now: 0) == nil) }
        #expect(budget.receivePadding(now: 0) == .emptyDataFlood)
        #expect(budget.receive(Self.frame(.data, length: 0), now: 0) == .emptyDataFlood, "one budget for both")
        #expect(budget.receivePassedOver(512, now: 0) == nil)
        #expect(budget.receivePassedOver(1, now: 0) == .passedOverFlood)
        #expect(budget.receivePassedOver(.max, now: 0) == .passedOverFlood)
    }

    @Test("every reason has a counter of its own")
    func columns() {
        #expect(Set(ShedReason.allCases.map(\.column)) == Set(0..<ShedReason.allCases.count))
    }
}
