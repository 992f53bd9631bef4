import ByteText
import Expressions

/// Ranges of versions and times.
///
/// The sorted ends divide the line into slots: one for each end and one for each gap. A range is stored at the fewest
/// nodes of a binary tree over the slots that cover it. It is in few places, and a click finds it by walking up from
/// its slot (de Berg et al., Computational Geometry, section 10.3: segment trees).
extension RuleIndexBuilder {
    mutating func splitByRanges(
        _ askers: [(rule: UInt32, need: RuleNeeds.Need)], _ kind: RuleNeeds.Kind, _ depth: Int
    ) -> RuleIndex.Question {
        let keys = Set(askers.flatMap { needs.keys(of: $0.need) }.filter { $0 != RuleNeeds.open })
        let ordered = kind == .times ? orderedTimes(keys) : orderedVersions(keys)
        var slots: [Int32: Int] = [:]
        for (place, equals) in ordered.enumerated() {
            for key in equals { slots[key] = 2 * place + 1 }
        }
        var size = 1
        while size < 2 * ordered.count + 1 { size *= 2 }
        var placements: [Placement] = []
        for (rule, need) in askers {
            let ends = Array(needs.keys(of: need))
            let low = slots[ends[0]] ?? 0
            let high = slots[ends[1]] ?? 2 * ordered.count
            Self.cover(low, high, size) { placements.append(Placement(answer: $0, rule: rule)) }
        }
        let children = piece(children(of: placements, count: 2 * size, depth))
        let ends = addEnds(ordered.map { $0[0] }, kind)
        return kind == .times
            ? .times(ends: ends, children: children) : .versions(ends: ends, children: children)
    }

    /// The nodes of a binary tree over `size` slots that cover those from `low` to `high`.
    private static func cover(_ low: Int, _ high: Int, _ size: Int, _ take: (Int) -> Void) {
        var low = low + size
        var high = high + size + 1
        while low < high {
            if low % 2 == 1 {
                take(low)
                low += 1
            }
            if high % 2 == 1 {
                high -= 1
                take(high)
            }
            low /= 2
            high /= 2
        }
    }

    private func orderedTimes(_ keys: Set<Int32>) -> [[Int32]] {
        keys.sorted { needs.times[Int($0)] < needs.times[Int($1)] }.map { [$0] }
    }

    /// The versions in order; equal ones (`1` and `1.0`) share one end.
    private func orderedVersions(_ keys: Set<Int32>) -> [[Int32]] {
        func order(_ one: Int32, _ two: Int32) -> VersionOrder {
            let (one, two) = (needs.texts[Int(one)], needs.texts[Int(two)])
            return VersionOrder.compare(one.span, two.span) ?? .equal
        }
        // Sorted by key first, so that the same rules always produce the same index.
        var groups: [[Int32]] = []
        for key in keys.sorted().sorted(by: { order($0, $1) == .less }) {
            if let last = groups.last, order(last[0], key) == .equal {
                groups[groups.count - 1].append(key)
            } else {
                groups.append([key])
            }
        }
        return groups
    }

    private mutating func addEnds(_ keys: [Int32], _ kind: RuleNeeds.Kind) -> RuleIndex.ArrayPiece {
        let start = kind == .times ? index.times.count : index.versions.count
        for key in keys {
            guard kind == .versions else {
                index.times.append(needs.times[Int(key)])
                continue
            }
            let text = needs.texts[Int(key)]
            index.versions.append(TextRange(offset: index.versionText.count, count: text.count))
            index.versionText += text
        }
        return RuleIndex.ArrayPiece(start: UInt32(start), count: UInt32(keys.count))
    }
}
