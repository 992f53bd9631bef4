import ByteText
import Expressions

extension RuleIndex {
    /// Walks down the tree by the facts of a click and gathers the lists it reaches. Does not allocate.
    func gather(
        _ facts: borrowing FactTable, _ arena: borrowing ByteArena, _ found: inout RuleCandidates
    ) {
        gather(storage.root, facts, arena, &found)
        if let filter { found.narrow(by: filter, facts) }
    }

    private func gather(
        _ start: Int32, _ facts: borrowing FactTable, _ arena: borrowing ByteArena, _ found: inout RuleCandidates
    ) {
        var node = start
        while node >= 0, !found.triesAll {
            switch storage.nodes[Int(node)] {
            case .leaf(let slice):
                found.add(slice, of: self)
                return
            case .branch(let branch):
                guard gather(branch, facts, arena, &found) else { return found.add(branch.all, of: self) }
                node = branch.rest
            }
        }
    }

    /// Gathers the lists for a branch's answer; `false` if the fact is unknown.
    private func gather(
        _ branch: Branch, _ facts: borrowing FactTable, _ arena: borrowing ByteArena, _ found: inout RuleCandidates
    ) -> Bool {
        switch (branch.question, facts[branch.fact]) {
        case (.words(let children), .symbol(let word)):
            gatherWord(Int(word), children, facts, arena, &found)
        case (.words(let children), .bool(let bool)):
            gatherWord(bool ? 1 : 0, children, facts, arena, &found)
        case (.text(let table), let fact):
            guard let text = Self.text(fact) else { return false }
            gatherText(text, table, facts, arena, &found)
        case (.prefix(let table, let lengths), let fact):
            guard let text = Self.text(fact) else { return false }
            gatherPrefixes(of: text, table, lengths, facts, arena, &found)
        case (.items(let table), .list(let items)):
            for place in 0..<Int(items.count) { gatherText(facts.item(items, place), table, facts, arena, &found) }
        case (.versions(let ends, let children), let fact):
            guard let text = Self.text(fact), let slot = versionSlot(of: arena[text], ends) else { return false }
            gatherRanges(over: slot, children, facts, arena, &found)
        case (.times(let ends, let children), .timestamp(let seconds)):
            gatherRanges(over: timeSlot(of: seconds, ends), children, facts, arena, &found)
        default: return false
        }
        return true
    }

    /// The text of a fact; empty if it is absent, `nil` if it is unknown.
    private static func text(_ fact: FactValue) -> TextRange? {
        switch fact {
        case .text(let text): text
        case .absent: .empty
        default: nil
        }
    }

    private func gatherWord(
        _ word: Int, _ children: ArrayPiece, _ facts: borrowing FactTable, _ arena: borrowing ByteArena,
        _ found: inout RuleCandidates
    ) {
        guard word < Int(children.count) else { return }
        gather(storage.numbers[Int(children.start) + word], facts, arena, &found)
    }

    private func gatherText(
        _ text: TextRange, _ table: Int, _ facts: borrowing FactTable, _ arena: borrowing ByteArena,
        _ found: inout RuleCandidates
    ) {
        if let child = storage.tables[table].value(for: arena[text]) { gather(Int32(child), facts, arena, &found) }
    }

    private func gatherPrefixes(
        of text: TextRange, _ table: Int, _ lengths: ArrayPiece, _ facts: borrowing FactTable,
        _ arena: borrowing ByteArena, _ found: inout RuleCandidates
    ) {
        var hash = ByteHash32()
        for place in 0..<Int(lengths.count) {
            let length = Int(storage.numbers[Int(lengths.start) + place])
            guard length <= Int(text.count) else { return }
            let beginning = hash.ofBeginning(of: arena[text], count: length)
            guard let child = storage.tables[table].value(for: arena[text[0..<length]], beginning) else { continue }
            gather(Int32(child), facts, arena, &found)
        }
    }

    // MARK: - Ranges

    /// Gathers the ranges that contain a slot: those of the slot itself, of the pair it belongs to, of that pair's
    /// pair, and so on.
    private func gatherRanges(
        over slot: Int, _ children: ArrayPiece, _ facts: borrowing FactTable, _ arena: borrowing ByteArena,
        _ found: inout RuleCandidates
    ) {
        var place = slot + Int(children.count) / 2
        while place > 0 {
            gather(storage.numbers[Int(children.start) + place], facts, arena, &found)
            place /= 2
        }
    }

    /// The slot of a version: `2 i + 1` is end `i` itself, `2 i` is the gap before it. `nil` for a malformed version.
    private func versionSlot(of version: Span<UInt8>, _ ends: ArrayPiece) -> Int? {
        guard VersionOrder.isVersion(version) else { return nil }
        let text = storage.versionText
        var low = 0
        var high = Int(ends.count)
        while low < high {
            let middle = (low + high) / 2
            let end = text.span.extracting(storage.versions[Int(ends.start) + middle].indices)
            switch VersionOrder.compare(version, end) {
            case .less: high = middle
            case .greater: low = middle + 1
            default: return 2 * middle + 1
            }
        }
        return 2 * low
    }

    private func timeSlot(of time: Int64, _ ends: ArrayPiece) -> Int {
        var low = 0
        var high = Int(ends.count)
        while low < high {
            let middle = (low + high) / 2
            let end = storage.times[Int(ends.start) + middle]
            if time == end { return 2 * middle + 1 }
            if time < end { high = middle } else { low = middle + 1 }
        }
        return 2 * low
    }
}
