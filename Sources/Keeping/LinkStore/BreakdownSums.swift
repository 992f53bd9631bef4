import ByteText
import Sorting

/// Clicks by value, to be added to an encoded breakdown without decoding it into a dictionary.
struct BreakdownSums {
    fileprivate struct Sum {
        let dimension: UInt8
        /// The place of the value in ``texts``; empty for the rarer ones.
        let value: TextRange
        let amount: Breakdown.Amount
    }

    /// The sum of an encoded breakdown and these clicks, for one value.
    fileprivate struct Entry {
        let dimension: UInt8
        /// The place of the value in the encoded breakdown, or in ``texts``.
        let value: TextRange
        let isStored: Bool
        var amount: Breakdown.Amount

        init(dimension: UInt8, value: TextRange, isStored: Bool, amount: Breakdown.Amount) {
            (self.dimension, self.value, self.isStored, self.amount) = (dimension, value, isStored, amount)
        }

        init(_ sum: Sum) {
            self.init(dimension: sum.dimension, value: sum.value, isStored: false, amount: sum.amount)
        }
    }

    private var sums: [Sum] = []
    private var texts: [UInt8] = []
    /// Reused for each row.
    private var merged: [Entry] = []
    /// Whether all values are ASCII, and so need no check.
    private var isASCII = true

    var isEmpty: Bool { sums.isEmpty }

    mutating func removeAll() {
        sums.removeAll(keepingCapacity: true)
        texts.removeAll(keepingCapacity: true)
        isASCII = true
    }

    /// Appends the clicks with a value; an empty one, or one that is too long, is added to the rarer ones.
    mutating func append(_ amount: ClickRows.Amount, _ value: Span<UInt8>) {
        let start = texts.count
        if value.count <= Breakdown.longestValue {
            // Safe: the pointer is read only within the call.
            unsafe value.withUnsafeBufferPointer { unsafe texts.append(contentsOf: $0) }
            isASCII = isASCII && value.isASCII
        }
        append(amount, from: start)
    }

    /// Appends the clicks with a value of up to four letters, the first one lowest.
    mutating func append(_ amount: ClickRows.Amount, letters: UInt32) {
        let start = texts.count
        var rest = letters
        while rest & 0xFF != 0 {
            texts.append(UInt8(truncatingIfNeeded: rest))
            rest >>= 8
        }
        append(amount, from: start)
    }

    private mutating func append(_ amount: ClickRows.Amount, from start: Int) {
        let value = TextRange(offset: start, count: texts.count - start)
        sums.append(Sum(dimension: amount.dimension, value: value, amount: amount.amount))
    }

    /// Puts the values in the order of the encoding.
    mutating func sort() {
        let texts = texts
        sums.sort { one, other in
            if one.dimension != other.dimension { return one.dimension < other.dimension }
            let values = texts.span
            return values.extracting(one.value.indices).compare(values.extracting(other.value.indices), from: 0) < 0
        }
    }

    /// Writes the sum of an encoded breakdown and these clicks, encoded too. A damaged breakdown counts as an empty one: its
    /// clicks are still in the counters.
    mutating func add(to stored: Span<UInt8>, into sum: inout ByteBuffer) {
        sum.removeAll()
        if isASCII, merge(with: stored) {
            bound()
            return write(stored, to: &sum)
        }
        var breakdown = Breakdown(stored: [UInt8](copying: stored)) ?? Breakdown()
        for added in sums { breakdown.add(added.amount, to: part(of: added)) }
        breakdown.bound()
        sum.append(breakdown.stored.span)
    }

    private func part(of sum: Sum) -> Breakdown.Part {
        let value = String(texts.span.extracting(sum.value.indices))
        return Breakdown.Part(Breakdown.Dimension(rawValue: sum.dimension) ?? .link, value.isEmpty ? nil : value)
    }

    /// Merges two ordered lists into ``merged``. Returns `false` if the breakdown must be decoded: it is damaged, or has values
    /// beyond ASCII.
    private mutating func merge(with stored: Span<UInt8>) -> Bool {
        merged.removeAll(keepingCapacity: true)
        var entries = StoredEntries(stored)
        var next = 0
        while entries.readNext() {
            let entry = entries.entry
            while next < sums.count, entry.map({ isBefore(next, $0, in: stored) }) ?? true {
                next = appendSum(from: next)
            }
            guard var entry else { return true }
            while next < sums.count, isEqual(next, entry, in: stored) {
                entry.amount += sums[next].amount
                next += 1
            }
            merged.append(entry)
        }
        return false
    }

    /// Appends the clicks with the value at an index. Returns the index of the next value.
    private mutating func appendSum(from start: Int) -> Int {
        var entry = Entry(sums[start])
        var next = start + 1
        while next < sums.count, sums[next].dimension == entry.dimension,
            texts.span.extracting(sums[next].value.indices).equals(texts.span.extracting(entry.value.indices))
        {
            entry.amount += sums[next].amount
            next += 1
        }
        merged.append(entry)
        return next
    }

    private func isBefore(_ index: Int, _ entry: Entry, in stored: Span<UInt8>) -> Bool {
        if sums[index].dimension != entry.dimension { return sums[index].dimension < entry.dimension }
        let value = texts.span.extracting(sums[index].value.indices)
        return value.compare(stored.extracting(entry.value.indices), from: 0) < 0
    }

    private func isEqual(_ index: Int, _ entry: Entry, in stored: Span<UInt8>) -> Bool {
        sums[index].dimension == entry.dimension
            && texts.span.extracting(sums[index].value.indices).equals(stored.extracting(entry.value.indices))
    }

    /// Adds up the clicks of the rarest values of each dimension that has too many, as ``Breakdown/bound()`` does.
    private mutating func bound() {
        var start = 0
        while start < merged.count {
            let dimension = merged[start].dimension
            let end = merged[start...].firstIndex { $0.dimension != dimension } ?? merged.count
            let hasRest = merged[start].value.isEmpty
            let first = hasRest ? start + 1 : start
            guard let most = Breakdown.Dimension(rawValue: dimension)?.most, end - first > 2 * most else {
                start = end
                continue
            }
            var rest = Entry(dimension: dimension, value: .empty, isStored: false, amount: .init())
            if hasRest { rest.amount = merged[start].amount }
            // Of equal amounts, those with the first values are kept.
            let ranked = (first..<end).sorted { one, other in
                (merged[other].amount.clicks, one) < (merged[one].amount.clicks, other)
            }
            var kept = ranked[..<most].sorted().map { merged[$0] }
            for index in ranked[most...] { rest.amount += merged[index].amount }
            kept.insert(rest, at: 0)
            merged.replaceSubrange(start..<end, with: kept)
            start += kept.count
        }
    }

    private func write(_ stored: Span<UInt8>, to sum: inout ByteBuffer) {
        for entry in merged {
            sum.append(entry.dimension, UInt8(entry.value.count))
            if entry.isStored {
                sum.append(stored.extracting(entry.value.indices))
            } else {
                sum.append(texts.span.extracting(entry.value.indices))
            }
            sum.append(groups: entry.amount.clicks)
            sum.append(groups: entry.amount.appOpens)
        }
    }
}

/// The entries of an encoded breakdown; see ``Breakdown/stored``.
private struct StoredEntries: ~Escapable {
    private let bytes: Span<UInt8>
    private var index = 0
    /// The current entry; `nil` at the end.
    private(set) var entry: BreakdownSums.Entry?

    @_lifetime(copy bytes)
    init(_ bytes: Span<UInt8>) { self.bytes = bytes }

    /// Reads the next entry. Returns `false` if it is damaged or its value is not ASCII.
    @_lifetime(self: copy self)
    mutating func readNext() -> Bool {
        entry = nil
        guard index < bytes.count else { return true }
        guard index + 2 <= bytes.count, index + 2 + Int(bytes[index + 1]) <= bytes.count else { return false }
        let dimension = bytes[index]
        let value = TextRange(offset: index + 2, count: Int(bytes[index + 1]))
        guard bytes.extracting(value.indices).isASCII else { return false }
        index = value.end
        guard let clicks = readGroups(), let appOpens = readGroups() else { return false }
        entry = BreakdownSums.Entry(
            dimension: dimension, value: value, isStored: true, amount: .init(clicks: clicks, appOpens: appOpens))
        return true
    }

    @_lifetime(self: copy self)
    private mutating func readGroups() -> UInt64? {
        var (number, shift) = (UInt64(0), UInt64(0))
        while index < bytes.count, shift < 64 {
            let byte = bytes[index]
            index += 1
            number |= UInt64(byte & 0x7F) << shift
            shift += 7
            if byte < 0x80 { return number }
        }
        return nil
    }
}

extension ByteBuffer {
    fileprivate mutating func append(groups number: UInt64) { number.forEachGroup { append($0) } }
}

extension Span<UInt8> {
    fileprivate var isASCII: Bool {
        var all: UInt8 = 0
        for index in indices { all |= self[index] }
        return all < 0x80
    }
}
