import ByteText

@testable import Devices

/// Compiles a token table by the textbook algorithm, for comparison with the faster ``TokenAutomatonBuilder``.
struct ReferenceAutomatonBuilder {
    private struct Node {
        /// In the order of their bytes.
        var children: [(byte: UInt8, node: Int)] = []
        var failure = 0
        var depth: UInt8 = 0
        /// The signs known when the node is reached.
        var signs = SignSet()
        /// The tokens that end here and need further checks.
        var tokens: [Int] = []

        func child(_ byte: UInt8) -> Int? {
            for child in children where child.byte == byte { return child.node }
            return nil
        }

        mutating func add(_ child: Int, _ byte: UInt8) {
            children.insert((byte, child), at: children.firstIndex { $0.byte > byte } ?? children.count)
        }
    }

    typealias Result = TokenAutomatonBuilder.Result

    private let columnBits = Int(TokenAutomaton.columnBits)
    private var nodes = [Node()]
    private var tokens: [DeviceToken] = []

    mutating func insert(_ token: DeviceToken) {
        precondition(!token.text.isEmpty && token.text.utf8.count < 256, "a token must have 1 to 255 bytes")
        var node = 0
        for byte in token.text.utf8.lazy.map(\.lowercased) {
            if let child = nodes[node].child(byte) {
                node = child
            } else {
                nodes.append(Node())
                nodes[nodes.count - 1].depth = nodes[node].depth + 1
                nodes[node].add(nodes.count - 1, byte)
                node = nodes.count - 1
            }
        }
        if case .sign(let sign) = token.meaning, token.place == .anywhere, !sign.isVersioned {
            nodes[node].signs.insert(sign)
        } else {
            nodes[node].tokens.append(tokens.count)
        }
        tokens.append(token)
    }

    mutating func build() -> Result {
        let order = linkFailures()
        let silent = order.filter { nodes[$0].tokens.isEmpty && nodes[$0].signs == SignSet() }
        let quiet = silent + order.filter { nodes[$0].tokens.isEmpty && nodes[$0].signs != SignSet() }
        let numbering = quiet + order.filter { !nodes[$0].tokens.isEmpty }
        precondition(numbering.count <= Int(UInt16.max), "the token table has too many states")
        var result = Result(columns: columns(), firstReporting: UInt16(quiet.count))
        result.firstSighting = UInt16(silent.count)
        result.depths = numbering.map { nodes[$0].depth }
        addSignSets(of: numbering.dropFirst(silent.count), to: &result)
        addHits(of: numbering.dropFirst(quiet.count), to: &result)
        result.transitions = transitions(numbering, order, result.columns)
        return result
    }

    /// Links each node to the longest proper suffix that is also a node, and passes on what that node reports. Returns
    /// the nodes, nearest to the root first.
    private mutating func linkFailures() -> [Int] {
        var order = [0]
        var next = 0
        while next < order.count {
            let node = order[next]
            next += 1
            for (byte, child) in nodes[node].children {
                var suffix = nodes[node].failure
                while suffix != 0 && nodes[suffix].child(byte) == nil { suffix = nodes[suffix].failure }
                if node != 0, let target = nodes[suffix].child(byte) { nodes[child].failure = target }
                let reported = nodes[nodes[child].failure].tokens
                if !reported.isEmpty { nodes[child].tokens += reported }
                nodes[child].signs.formUnion(nodes[nodes[child].failure].signs)
                order.append(child)
            }
        }
        return order
    }

    private func columns() -> [UInt8] {
        var columns = [UInt8](repeating: 0, count: 256)
        let bytes = Set(tokens.flatMap { $0.text.utf8.map(\.lowercased) }).sorted()
        precondition(bytes.count < 1 << columnBits, "the tokens use too many different bytes")
        for (index, byte) in bytes.enumerated() {
            columns[Int(byte)] = UInt8(index + 1)
            if byte &- 0x61 < 26 { columns[Int(byte - 0x20)] = UInt8(index + 1) }
        }
        return columns
    }

    private func transitions(_ numbering: [Int], _ order: [Int], _ columns: [UInt8]) -> [UInt16] {
        var numbers = [UInt16](repeating: 0, count: nodes.count)
        for (number, node) in numbering.enumerated() { numbers[node] = UInt16(number) }
        var table = [UInt16](repeating: 0, count: nodes.count << columnBits)
        // A node's failure link is nearer to the root, so its row is already complete.
        for node in order {
            let row = Int(numbers[node]) << columnBits
            let failureRow = Int(numbers[nodes[node].failure]) << columnBits
            if node != 0 { for column in 0..<(1 << columnBits) { table[row + column] = table[failureRow + column] } }
            for (byte, child) in nodes[node].children { table[row + Int(columns[Int(byte)])] = numbers[child] }
        }
        return table
    }

    private func addSignSets(of numbering: ArraySlice<Int>, to result: inout Result) {
        for node in numbering {
            let signs = nodes[node].signs
            let known = result.sets.firstIndex(of: signs)
            if known == nil { result.sets.append(signs) }
            precondition(result.sets.count <= 256, "the token table has too many combinations of signs")
            result.signSets.append(UInt8(known ?? result.sets.count - 1))
        }
    }

    private func addHits(of reporting: ArraySlice<Int>, to result: inout Result) {
        for node in reporting {
            result.hitStarts.append(UInt32(result.hits.count))
            for (position, index) in nodes[node].tokens.enumerated() {
                let token = tokens[index]
                result.hits.append(
                    TokenAutomaton.Hit(
                        length: UInt8(token.text.utf8.count), place: token.place, meaning: token.meaning,
                        more: position + 1 < nodes[node].tokens.count))
            }
        }
    }
}
