import ByteText
import Expressions

extension RuleIndex {
    /// Walks down by the facts of a click and gathers the lists it reaches. Allocates nothing.
    func candidates(_ facts: borrowing FactTable, _ arena: borrowing ByteArena) -> RuleCandidates {
        var candidates = RuleCandidates()
        gather(root, facts, arena, &candidates)
        return candidates
    }

    private func gather(
        _ start: Int32, _ facts: borrowing FactTable, _ arena: borrowing ByteArena, _ found: inout RuleCandidates
    ) {
        var node = start
        while node >= 0, !found.takesAll {
            switch nodes[Int(node)] {
            case .leaf(let slice):
                found.add(slice)
                return
            case .text(let fact, let table, let rest):
                guard let text = text(facts[fact]) else { return found.takeAll() }
                if let child = tables[table].value(for: arena[text]) { gather(Int32(child), facts, arena, &found) }
                node = rest
            case .prefix(let fact, let table, let lengths, let rest):
                guard let text = text(facts[fact]) else { return found.takeAll() }
                gatherPrefixes(of: text, tables[table], lengths, facts, arena, &found)
                node = rest
            case .words(let fact, let children, let rest):
                guard let word = word(facts[fact]) else { return found.takeAll() }
                if word < Int(children.count) {
                    gather(numbers[Int(children.start) + word], facts, arena, &found)
                }
                node = rest
            }
        }
    }

    private func gatherPrefixes(
        of text: TextRange, _ table: ByteTable, _ lengths: ArrayPiece, _ facts: borrowing FactTable,
        _ arena: borrowing ByteArena, _ found: inout RuleCandidates
    ) {
        for place in 0..<Int(lengths.count) {
            let length = Int(numbers[Int(lengths.start) + place])
            guard length <= Int(text.count) else { return }
            if let child = table.value(for: arena[text[0..<length]]) { gather(Int32(child), facts, arena, &found) }
        }
    }

    /// The text of a fact; an absent one reads as empty. Nil where nobody knows it.
    private func text(_ fact: Fact) -> TextRange? {
        switch fact {
        case .text(let text): text
        case .absent: .empty
        default: nil
        }
    }

    /// The word of a fact as conditions number them. Nil where nobody knows it.
    private func word(_ fact: Fact) -> Int? {
        switch fact {
        case .symbol(let word): Int(word)
        case .bool(let bool): bool ? 1 : 0
        default: nil
        }
    }
}
