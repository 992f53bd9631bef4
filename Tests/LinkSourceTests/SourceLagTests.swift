import Testing

@testable import LinkSource

@Suite("how far a node is behind")
struct SourceLagTests {
    private static func head(_ epoch: UInt64, _ head: UInt64, live: UInt64 = 7) -> SourceHeads.Head {
        SourceHeads.Head(epoch: epoch, head: head, floor: 0, live: live, digest: 0)
    }

    @Test func withinAnEpochItIsTheVersionsInBetween() {
        #expect(Self.head(0, 12).lag(behind: 12) == 0)
        #expect(Self.head(0, 12).lag(behind: 9) == 3)
        let start: UInt64 = 3 << SourceHeads.epochBits
        #expect(Self.head(3, start + 12).lag(behind: start + 10) == 2)
    }

    @Test func afterTheSourceWasRecoveredItIsTheLinksAndWhatCameSince() {
        let start: UInt64 = 1 << SourceHeads.epochBits
        #expect(Self.head(1, start).lag(behind: 12) == 7)
        #expect(Self.head(1, start + 2).lag(behind: 12) == 9)
        #expect(Self.head(1, start, live: 0).lag(behind: 0) == 0)
    }

    @Test func aSourceThatLostChangesIsNotAhead() {
        #expect(Self.head(0, 12).lag(behind: 20) == 0)
    }
}
