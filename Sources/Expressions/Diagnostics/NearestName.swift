/// The name of a list that someone who typed `typed` probably meant, or nil.
///
/// Counts inserted, dropped, changed and swapped letters (optimal string alignment); a third of the letters may be wrong.
func nearestName(to typed: String, among names: some Sequence<String>) -> String? {
    let limit = max(1, typed.utf8.count / 3)
    var best: (name: String, distance: Int)?
    for name in names {
        let distance = editDistance(Array(typed.utf8), Array(name.utf8))
        if distance <= limit, distance < best?.distance ?? .max { best = (name, distance) }
    }
    return best?.name
}

/// ``did you mean `x`?`` for the nearest name, or nil.
func suggestion(for typed: String, among names: some Sequence<String>) -> String? {
    nearestName(to: typed, among: names).map { "did you mean `\($0)`?" }
}

private func editDistance(_ left: [UInt8], _ right: [UInt8]) -> Int {
    var beforePrevious: [Int] = []
    var previous = Array(0...right.count)
    for i in left.indices {
        var current = [i + 1]
        for j in right.indices {
            var cost = min(previous[j + 1] + 1, current[j] + 1, previous[j] + (left[i] == right[j] ? 0 : 1))
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
