import ByteText

/// Compiles a token table: builds the trie and the failure links, and numbers the states so that silent ones come first and
/// those with hits last.
///
/// Every program start pays for it. Since the texts are sorted, each trie node is a range of them. Nodes are created level by
/// level in one array, and each finds its failure link immediately, since the target is on a level above.
struct TokenAutomatonBuilder {
    struct Result {
        var columns: [UInt8]
        var transitions: [UInt16] = []
        var depths: [UInt8] = []
        var firstSighting: UInt16 = 0
        var signSets: [UInt8] = []
        var sets: [SignSet] = [SignSet()]
        var firstReporting: UInt16 = 0
        var hitStarts: [UInt32] = []
        var hits: [TokenAutomaton.Hit] = []
    }

    /// A token and the position of its text.
    private struct Row {
        /// The first eight bytes as a number, for fast comparison.
        var key: UInt64
        var start: UInt32
        var length: UInt8
        var place: DeviceToken.Place
        var meaning: DeviceToken.Meaning

        /// The sign, if the text alone determines it.
        var plainSign: Sign? {
            if case .sign(let sign) = meaning, place == .anywhere, !sign.isVersioned { sign } else { nil }
        }
    }

    private struct Node {
        /// The rows whose texts pass through the node, and the end of those whose texts end here.
        var rows: Range<UInt16>
        var ownEnd: UInt16
        /// The children, contiguous and sorted by byte.
        var children: Range<UInt16> = 0..<0
        var failure: UInt16 = 0
        /// The byte that leads to the node.
        var byte: UInt8
        var depth: UInt8
        /// The signs reported when the node is reached.
        var signs = SignSet()
        /// Whether a token that needs further examination ends here.
        var reports = false
        var tells: Bool { reports || signs != SignSet() }
        /// The state number of the node.
        var number: UInt16 = 0
    }

    private let columnBits = Int(TokenAutomaton.columnBits)
    /// All texts in lower case, concatenated.
    private var bytes: [UInt8] = []
    /// Rows in the order of the table, until they are sorted by text; equal texts keep their order.
    private var rows: [Row] = []
    /// Nodes sorted by level, and by text within a level.
    private var nodes: [Node] = []
    /// The nodes in the order of their state numbers.
    private var numbering: [UInt16] = []

    init() {}

    init(_ tokens: [DeviceToken]) {
        for token in tokens { append(token.text.utf8.span, token.place, token.meaning) }
    }

    mutating func append(_ text: Span<UInt8>, _ place: DeviceToken.Place, _ meaning: DeviceToken.Meaning) {
        precondition(1...255 ~= text.count, "a token must have 1 to 255 bytes")
        precondition(rows.count < UInt16.max, "the token table has too many rows")
        let start = bytes.count
        var key: UInt64 = 0
        for index in text.indices {
            let byte = text[index].lowercased
            bytes.append(byte)
            if index < 8 { key |= UInt64(byte) << UInt64(56 - 8 * index) }
        }
        rows.append(
            Row(key: key, start: UInt32(start), length: UInt8(text.count), place: place, meaning: meaning))
    }

    private mutating func sortRows() {
        let texts = bytes
        rows.sort { one, other in
            if one.key != other.key { return one.key < other.key }
            for place in 8..<max(8, min(Int(one.length), Int(other.length))) {
                let pair = (texts[Int(one.start) + place], texts[Int(other.start) + place])
                if pair.0 != pair.1 { return pair.0 < pair.1 }
            }
            // Starts increase in table order.
            return one.length == other.length ? one.start < other.start : one.length < other.length
        }
    }

    mutating func build() -> Result {
        sortRows()
        growTrie()
        var result = Result(columns: columns())
        number(&result)
        addSignSets(to: &result)
        addHits(to: &result)
        result.transitions = transitions(result.columns)
        return result
    }

    // MARK: - Trie

    private mutating func growTrie() {
        nodes.reserveCapacity(bytes.count + 1)
        nodes.append(Node(rows: 0..<UInt16(rows.count), ownEnd: 0, byte: 0, depth: 0))
        // The root has many children, and every failure chain ends there.
        var rootChildren = [UInt16](repeating: 0, count: 256)
        var next = 0
        while next < nodes.count {
            addChildren(of: next, rootChildren)
            if next == 0 { for child in nodes[0].children { rootChildren[Int(nodes[Int(child)].byte)] = child } }
            next += 1
        }
    }

    /// Adds the children of a node, including the signs inherited from their failure links.
    private mutating func addChildren(of parent: Int, _ rootChildren: [UInt16]) {
        let (end, depth) = (Int(nodes[parent].rows.upperBound), Int(nodes[parent].depth))
        let first = UInt16(nodes.count)
        var row = Int(nodes[parent].ownEnd)
        while row < end {
            let byte = bytes[Int(rows[row].start) + depth]
            let start = row
            var ownEnd = row
            while row < end, bytes[Int(rows[row].start) + depth] == byte {
                // Among rows with a common prefix the shortest comes first.
                if Int(rows[row].length) == depth + 1 { ownEnd = row + 1 }
                row += 1
            }
            var child = Node(
                rows: UInt16(start)..<UInt16(row), ownEnd: UInt16(ownEnd), byte: byte, depth: UInt8(depth + 1))
            if parent != 0 { child.failure = failure(below: parent, byte, rootChildren) }
            child.signs = nodes[Int(child.failure)].signs
            child.reports = nodes[Int(child.failure)].reports
            for own in start..<ownEnd {
                if let sign = rows[own].plainSign {
                    child.signs.insert(sign)
                } else {
                    child.reports = true
                }
            }
            nodes.append(child)
            precondition(nodes.count <= Int(UInt16.max), "the token table has too many states")
        }
        nodes[parent].children = first..<UInt16(nodes.count)
    }

    /// The node of the longest proper suffix of a node's text followed by a byte.
    private func failure(below parent: Int, _ byte: UInt8, _ rootChildren: [UInt16]) -> UInt16 {
        var suffix = Int(nodes[parent].failure)
        while suffix != 0 {
            for child in nodes[suffix].children where nodes[Int(child)].byte == byte { return child }
            suffix = Int(nodes[suffix].failure)
        }
        return rootChildren[Int(byte)]
    }

    // MARK: - Tables

    private func columns() -> [UInt8] {
        var occurs = [Bool](repeating: false, count: 256)
        for byte in bytes { occurs[Int(byte)] = true }
        var columns = [UInt8](repeating: 0, count: 256)
        var count = 0
        for byte in 0..<256 where occurs[byte] {
            count += 1
            precondition(count < 1 << columnBits, "the tokens use too many different bytes")
            columns[byte] = UInt8(count)
            if byte - 0x61 >= 0, byte - 0x61 < 26 { columns[byte - 0x20] = UInt8(count) }
        }
        return columns
    }

    private mutating func number(_ result: inout Result) {
        numbering.reserveCapacity(nodes.count)
        for node in nodes.indices where !nodes[node].tells { numbering.append(UInt16(node)) }
        result.firstSighting = UInt16(numbering.count)
        for node in nodes.indices where nodes[node].tells && !nodes[node].reports { numbering.append(UInt16(node)) }
        result.firstReporting = UInt16(numbering.count)
        for node in nodes.indices where nodes[node].reports { numbering.append(UInt16(node)) }
        result.depths.reserveCapacity(nodes.count)
        for (number, node) in numbering.enumerated() {
            nodes[Int(node)].number = UInt16(number)
            result.depths.append(nodes[Int(node)].depth)
        }
    }

    private func addSignSets(to result: inout Result) {
        let firstSighting = Int(result.firstSighting)
        result.signSets.reserveCapacity(nodes.count - firstSighting)
        for place in numbering.dropFirst(firstSighting) {
            let known = result.sets.firstIndex(of: nodes[Int(place)].signs)
            if known == nil { result.sets.append(nodes[Int(place)].signs) }
            precondition(result.sets.count <= 256, "the token table has too many combinations of signs")
            result.signSets.append(UInt8(known ?? result.sets.count - 1))
        }
    }

    /// The hits of a state are those of its own tokens, followed by those of its failure link.
    private func addHits(to result: inout Result) {
        let firstReporting = Int(result.firstReporting)
        result.hitStarts.reserveCapacity(nodes.count - firstReporting)
        result.hits.reserveCapacity(rows.count)
        for place in numbering.dropFirst(firstReporting) {
            let node = nodes[Int(place)]
            result.hitStarts.append(UInt32(result.hits.count))
            for index in node.rows.lowerBound..<node.ownEnd where rows[Int(index)].plainSign == nil {
                let row = rows[Int(index)]
                result.hits.append(
                    TokenAutomaton.Hit(length: row.length, place: row.place, meaning: row.meaning, more: true))
            }
            let failure = nodes[Int(node.failure)]
            if failure.reports {
                var next = Int(result.hitStarts[Int(failure.number) - firstReporting])
                repeat {
                    result.hits.append(result.hits[next])
                    next += 1
                } while result.hits[next - 1].more
            }
            result.hits[result.hits.count - 1].more = false
        }
    }

    private func transitions(_ columns: [UInt8]) -> [UInt16] {
        let rowLength = 1 << columnBits
        var table = [UInt16](repeating: 0, count: nodes.count * rowLength)
        // A node's failure link is closer to the root, so its row is already complete.
        for node in nodes {
            let row = Int(node.number) * rowLength
            if node.depth > 0 { table.copy(row: Int(nodes[Int(node.failure)].number), to: Int(node.number), rowLength) }
            for child in node.children {
                table[row + Int(columns[Int(nodes[Int(child)].byte)])] = nodes[Int(child)].number
            }
        }
        return table
    }
}

extension [UInt16] {
    /// Copies one row of the table to another.
    fileprivate mutating func copy(row: Int, to other: Int, _ length: Int) {
        precondition(row != other && (Swift.max(row, other) + 1) * length <= count && Swift.min(row, other) >= 0)
        unsafe withUnsafeMutableBufferPointer { table in
            // Safe: both rows are within the table and distinct, as the precondition checks.
            guard let start = table.baseAddress else { return }
            unsafe (start + other * length).update(from: start + row * length, count: length)
        }
    }
}
