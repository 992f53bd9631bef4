/// ``did you mean `x`?`` for the name that `typed` was probably meant to be, or `nil`. For messages: allocates.
public func suggestion(for typed: String, among names: some Sequence<String>) -> String? {
    nearestName(to: typed, among: names).map { "did you mean `\($0)`?" }
}

/// The name closest to `typed`, or `nil`.
///
/// Uses the optimal string alignment distance (insertions, deletions, substitutions, transpositions) with a limit of one third
/// of the letters. Names ruled out by length alone are not compared, so the cost is bounded by the names, not the input.
/// A match that differs only in case has priority, followed by a prefix before `_`: `min` matches `min_version`.
public func nearestName(to typed: String, among names: some Sequence<String>) -> String? {
    if let same = names.first(where: { $0.lowercased() == typed.lowercased() }) { return same }
    if let begun = names.first(where: { !typed.isEmpty && $0.hasPrefix("\(typed)_") }) { return begun }
    let limit = max(1, typed.utf8.count / 3)
    let near = names.filter { abs($0.utf8.count - typed.utf8.count) <= limit }
    let ranked = near.map { (name: $0, distance: editDistance(Array(typed.utf8), Array($0.utf8))) }
    guard let best = ranked.min(by: { $0.distance < $1.distance }), best.distance <= limit else { return nil }
    return best.name
}

private func editDistance(_ left: [UInt8], _ right: [UInt8]) -> Int {
    var beforePrevious: [Int] = []
    var previous = Array(0...right.count)
    for i in left.indices {
        var current = [i + 1]
        for j in right.indices {
            let changed = previous[j] + (left[i] == right[j] ? 0 : 1)
            var cost = min(previous[j + 1] + 1, current[j] + 1, changed)
            if i > 0, j > 0, left[i] == right[j - 1], left[i - 1] == right[j] {
                cost = min(cost, beforePrevious[j - 1] + 1)
            }
            current.append(cost)
        }
        beforePrevious = previous
        previous = current
    }
    return previous[right.count]
}
