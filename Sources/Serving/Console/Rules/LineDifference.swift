/// The difference between two texts by lines, similar to the output of `diff -u`.
struct LineDifference {
    /// The number of context lines around a change.
    private static let context = 3
    /// The line limit for the quadratic comparison. Beyond it, only the common beginning and end are recognized.
    private static let mostLines = 4_000

    private enum Line: Equatable {
        case same(Substring), removed(Substring), added(Substring)

        var text: String {
            switch self {
            case .same(let line): " \(line)"
            case .removed(let line): "-\(line)"
            case .added(let line): "+\(line)"
            }
        }

        var isSame: Bool { if case .same = self { true } else { false } }
    }

    private let lines: [Line]

    init(from before: String, to after: String) {
        let (old, new) = (Self.split(before), Self.split(after))
        var start = 0
        while start < min(old.count, new.count), old[start] == new[start] { start += 1 }
        var end = 0
        while end < min(old.count, new.count) - start, old[old.count - 1 - end] == new[new.count - 1 - end] { end += 1 }
        let middle = Self.middle(old[start..<old.count - end], new[start..<new.count - end])
        lines = old[..<start].map(Line.same) + middle + old[(old.count - end)...].map(Line.same)
    }

    var added: Int { lines.count { if case .added = $0 { true } else { false } } }
    var removed: Int { lines.count { if case .removed = $0 { true } else { false } } }

    /// The changed lines with context. Omitted lines are replaced by `@@` and the number of the next line.
    var text: String {
        let changed = lines.indices.filter { !lines[$0].isSame }
        var (shown, last) = ([String](), -1)
        for index in changed {
            let start = max(index - Self.context, last + 1)
            if start > last + 1 { shown.append("@@ \(number(at: start)) @@") }
            shown += lines[start..<max(start, index)].map(\.text)
            shown.append(lines[index].text)
            last = index
            // The lines after it, up to the next change.
            let next = changed.first { $0 > index } ?? lines.count
            let end = min(index + 1 + Self.context, next)
            shown += lines[(index + 1)..<end].map(\.text)
            last = end - 1
        }
        return shown.joined(separator: "\n")
    }

    /// The line number in the new text.
    private func number(at index: Int) -> Int {
        1 + lines[..<index].count { if case .removed = $0 { false } else { true } }
    }

    private static func split(_ text: String) -> [Substring] {
        var lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        if lines.last == "" { lines.removeLast() }
        return lines
    }

    private static func middle(_ old: ArraySlice<Substring>, _ new: ArraySlice<Substring>) -> [Line] {
        guard old.count + new.count <= mostLines else { return old.map(Line.removed) + new.map(Line.added) }
        let difference = Array(new).difference(from: Array(old))
        let removed = Set(difference.removals.map(\.offset))
        let added = Set(difference.insertions.map(\.offset))
        var lines: [Line] = []
        var (left, right) = (0, 0)
        while left < old.count || right < new.count {
            if removed.contains(left) {
                lines.append(.removed(old[old.startIndex + left]))
                left += 1
            } else if added.contains(right) {
                lines.append(.added(new[new.startIndex + right]))
                right += 1
            } else {
                lines.append(.same(new[new.startIndex + right]))
                left += 1
                right += 1
            }
        }
        return lines
    }
}

extension CollectionDifference.Change {
    fileprivate var offset: Int {
        switch self {
        case .insert(let offset, _, _), .remove(let offset, _, _): offset
        }
    }
}
