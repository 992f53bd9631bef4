import ByteText
import OpenSSL
import RuleBundle
import Testing

@testable import LinkPublication

/// Manifests that a follower accepts or refuses.
@Suite struct ManifestTests {
    private let key = SigningKey(.ed25519)

    private func file(_ number: Int) -> PublicationManifest.File {
        PublicationManifest.File(of: [UInt8(truncatingIfNeeded: number), UInt8(number >> 8), 2])
    }

    private func delta(_ after: UInt64, _ sequence: UInt64) -> PublicationManifest.Part {
        PublicationManifest.Part(after: after, sequence: sequence, rows: 2, files: [file(Int(sequence))])
    }

    /// A snapshot of state 30, with deltas from state 10.
    private var manifest: PublicationManifest {
        PublicationManifest(
            source: 0xFEDC_BA98_7654_3210, sequence: 50, created: 1_800_000_000, until: 1_800_000_060, links: 3,
            digest: 0x0123_4567_89AB_CDEF,
            snapshot: PublicationManifest.Part(sequence: 30, rows: 3, files: [file(1), file(2)]),
            deltas: [delta(10, 20), delta(20, 40), delta(40, 50)])
    }

    @Test(arguments: [SignatureAlgorithm.ed25519, .p256])
    func aSignedManifestIsReadAsItWasWritten(algorithm: SignatureAlgorithm) throws {
        let key = SigningKey(algorithm)
        #expect(try PublicationManifest(manifest.signed(by: key), trusting: [key.verifyingKey]) == manifest)
        var once = manifest
        once.until = nil
        #expect(try PublicationManifest(once.signed(by: key), trusting: [key.verifyingKey]) == once)
    }

    @Test func eachChangedByteIsRefused() throws {
        let bytes = manifest.signed(by: key)
        for index in bytes.indices {
            for bit in 0..<8 {
                var changed = bytes
                changed[index] ^= 1 << UInt8(bit)
                #expect(throws: BundleFault.self, "bit \(bit) of byte \(index)") {
                    try PublicationManifest(changed, trusting: [key.verifyingKey])
                }
            }
        }
    }

    @Test func aManifestThatIsCutOffOrContinuedIsRefused() throws {
        let bytes = manifest.signed(by: key)
        for count in 0..<bytes.count {
            #expect(throws: BundleFault.self, "\(count) bytes") {
                try PublicationManifest(Array(bytes[..<count]), trusting: [key.verifyingKey])
            }
        }
        #expect(throws: BundleFault.self) { try PublicationManifest(bytes + [0x0A], trusting: [key.verifyingKey]) }
    }

    @Test func anotherKeyAndAnotherKindOfFileAreRefused() throws {
        let bytes = manifest.signed(by: key)
        #expect(throws: BundleFault.self) {
            try PublicationManifest(bytes, trusting: [SigningKey(.ed25519).verifyingKey])
        }
        // Signed by the right key, but for rules.
        let rules = Array(
            String(decoding: manifest.json, as: UTF8.self).replacing("fingerpost links", with: "fingerpost rules").utf8)
        #expect(throws: BundleFault.self) {
            try PublicationManifest(
                BundleSignature(of: rules, by: key).json + rules, trusting: [key.verifyingKey])
        }
    }

    /// Whether signed or not, a manifest whose parts do not connect would omit links.
    @Test func partsThatDoNotConnectAreRefused() throws {
        let changes: [(String, (inout PublicationManifest) -> Void)] = [
            ("a gap", { $0.deltas.remove(at: 1) }),
            ("the last delta is missing", { $0.deltas.removeLast() }),
            ("the snapshot is before the first delta", { $0.snapshot.sequence = 9 }),
            ("the snapshot is after the state", { $0.snapshot.sequence = 51 }),
            ("no delta, and an older snapshot", { $0.deltas = [] }),
            ("a delta goes back", { $0.deltas[1].sequence = 19 }),
            ("a delta without a beginning", { $0.deltas[1].after = nil }),
            ("too many deltas", { $0.deltas = (0..<300).map { delta(UInt64(10 + $0), UInt64(11 + $0)) } }),
        ]
        for (name, change) in changes {
            var other = manifest
            change(&other)
            #expect(throws: BundleFault.self, "\(name)") {
                try PublicationManifest(other.signed(by: key), trusting: [key.verifyingKey])
            }
        }
    }

    /// The state, the states that the required deltas lead to, and whether the snapshot is required.
    @Test(
        arguments: [
            (0, [30, 40, 50], true), (9, [30, 40, 50], true), (10, [20, 40, 50], false), (15, [20, 40, 50], false),
            (20, [40, 50], false), (30, [40, 50], false), (45, [50], false), (50, [], false), (51, [30, 40, 50], true),
        ] as [(UInt64, [UInt64], Bool)])
    func aFollowerFetchesWhatItLacks(state: UInt64, states: [UInt64], isWhole: Bool) {
        let (parts, needsSnapshot) = manifest.parts(from: state)
        #expect(parts.map(\.sequence) == states)
        #expect(needsSnapshot == isWhole)
    }
}
