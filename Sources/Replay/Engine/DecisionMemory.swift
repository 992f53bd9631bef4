import ByteText
import Devices
import Routing

/// What was decided for each input, for as many inputs as there is room for; then it begins anew.
///
/// An input is remembered when it comes the second time, so that links which are clicked once cost next to nothing. The
/// whole input is compared, so that a decision that is remembered is the one that would be made.
///
/// The evaluator has another memory, for serving, which tells clicks apart by the bytes of the user agent. By the device
/// there are far fewer different inputs, and a log pays for one large memory where a daemon wants a small one.
struct DecisionMemory: ~Copyable {
    private struct Slot {
        var hash: UInt64 = 0
        var input = TextRange.empty
        /// All texts of the outcome, one behind the other.
        var texts = TextRange.empty
        /// Below zero where the slot is free.
        var outcome: Int32 = -1
    }

    /// How much is remembered.
    struct Size {
        var outcomes: Int
        var bytes: Int

        /// The share of one worker: all of them together stay within about 120 MB.
        init(workers: Int) {
            var outcomes = 1 << 15
            while outcomes > 1 << 10, outcomes * workers > 1 << 17 { outcomes /= 2 }
            self.outcomes = outcomes
            bytes = outcomes * 768
        }
    }

    private let size: Size
    private let mask: Int
    private var slots: [Slot]
    private var outcomes: [Outcome] = []
    private var pool: ByteArena
    /// A piece of the hash of inputs that came once.
    private var seen = [UInt16](repeating: 0, count: 1 << 16)

    init(_ size: Size) {
        self.size = size
        slots = Array(repeating: Slot(), count: size.outcomes * 2)
        mask = slots.count - 1
        pool = ByteArena(capacity: 1 << 20)
    }

    /// The outcome for an input that is remembered. Its texts are appended to the arena.
    func outcome(for input: TextRange, hash: UInt64, in arena: inout ByteArena) -> Outcome? {
        var index = Int(truncatingIfNeeded: hash) & mask
        while slots[index].outcome >= 0 {
            let slot = slots[index]
            if slot.hash == hash, pool[slot.input].equals(arena[input]) {
                let place = arena.append(pool[slot.texts])
                var outcome = outcomes[Int(slot.outcome)]
                outcome.forEachText { $0.offset = $0.offset - slot.texts.offset + place.offset }
                return outcome
            }
            index = (index + 1) & mask
        }
        return nil
    }

    /// Remembers an outcome, if the input has come before.
    mutating func note(
        _ outcome: borrowing Outcome, for input: TextRange, hash: UInt64, in arena: borrowing ByteArena
    ) {
        let place = Int(truncatingIfNeeded: hash >> 32) & (seen.count - 1)
        let mark = UInt16(truncatingIfNeeded: hash >> 48) | 1
        guard seen[place] == mark else {
            seen[place] = mark
            return
        }
        // Who has long texts takes the place of several.
        if outcomes.count == size.outcomes || pool.count > size.bytes { forget() }
        guard input.count < 1 << 14 else { return }
        remember(outcome, for: input, hash: hash, in: arena)
    }

    private mutating func remember(
        _ outcome: borrowing Outcome, for input: TextRange, hash: UInt64, in arena: borrowing ByteArena
    ) {
        var index = Int(truncatingIfNeeded: hash) & mask
        while slots[index].outcome >= 0 { index = (index + 1) & mask }
        let key = pool.append(arena[input])
        let start = pool.count
        var kept = copy outcome
        kept.forEachText { $0 = pool.append(arena[$0]) }
        slots[index] = Slot(
            hash: hash, input: key, texts: pool.piece(from: start), outcome: Int32(outcomes.count))
        outcomes.append(kept)
    }

    private mutating func forget() {
        for index in slots.indices { slots[index].outcome = -1 }
        outcomes.removeAll(keepingCapacity: true)
        pool.reset()
    }
}

extension Outcome {
    /// Calls `body` with the place of each text that the outcome holds, to move it.
    mutating func forEachText(_ body: (inout TextRange) -> Void) {
        func each(_ text: inout TextRange?) {
            if var place = text {
                body(&place)
                text = place
            }
        }
        each(&decision.location)
        each(&decision.target)
        each(&decision.appLocation)
        each(&decision.payload)
        each(&decision.meta)
        if var app = decision.app {
            body(&app.id)
            each(&app.minimumVersion)
            decision.app = app
        }
        if var fallback = decision.fallback {
            body(&fallback.target)
            decision.fallback = fallback
        }
        if var known = device, !known.osVersion.isEmpty {
            body(&known.osVersion)
            device = known
        }
        if var question = asked {
            question.forEachText(body)
            asked = question
        }

        func each(_ meta: inout Decision.SocialMeta?) {
            guard var texts = meta else { return }
            each(&texts.title)
            each(&texts.description)
            each(&texts.image)
            meta = texts
        }
    }
}
