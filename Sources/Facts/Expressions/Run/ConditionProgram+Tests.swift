import ByteText

/// Tests of single facts. They do not allocate.
extension ConditionProgram {
    @inline(__always)
    func compare(_ value: Int64, _ instruction: Instruction) -> Verdict {
        let limit = instruction.signed
        let outcome: UInt8 = value < limit ? 1 : value == limit ? 2 : 4
        return Verdict(instruction.outcomes & outcome != 0)
    }

    func text(
        _ text: Span<UInt8>, _ instruction: Instruction, _ pool: Span<UInt8>, _ facts: borrowing FactTable,
        _ arena: borrowing ByteArena
    ) -> Verdict {
        switch instruction.operation {
        case .textEquals: return Verdict(text.equals(pool.extracting(PoolRange(instruction.payload).indices)))
        case .textIn: return Verdict(isWord(text, of: PoolRange(instruction.payload), pool))
        case .textHasPrefix:
            return Verdict(TextSearch.hasPrefix(text, pool.extracting(PoolRange(instruction.payload).indices)))
        case .textHasSuffix:
            return Verdict(TextSearch.hasSuffix(text, pool.extracting(PoolRange(instruction.payload).indices)))
        case .textContains:
            return Verdict(TextSearch.contains(text, pool.extracting(PoolRange(instruction.payload).indices)))
        case .textSame:
            switch facts[UInt16(instruction.index)] {
            case .text(let other): return Verdict(text.equals(arena[other]))
            case .absent: return Verdict(text.count == 0)
            default: return .unknown
            }
        case .versionCompare:
            let version = pool.extracting(PoolRange(instruction.payload).indices)
            guard let order = VersionOrder.compare(text, version) else { return .error }
            return Verdict(instruction.outcomes & (1 << UInt8(order.rawValue + 1)) != 0)
        case .bucketCompare:
            let (salt, limit) = constants.buckets[instruction.index]
            let part = Bucket.part(of: text, salt: pool.extracting(salt.indices))
            let outcome: UInt8 = part < limit ? 1 : part == limit ? 2 : 4
            return Verdict(instruction.outcomes & outcome != 0)
        case .inBlock:
            guard let address = IPAddress(condition: text) else { return .error }
            return Verdict(constants.blocks[instruction.index].contains(address))
        default: return .error
        }
    }

    /// Linear search in a few words, binary search in many, which are sorted by length and then by bytes.
    private func isWord(_ text: Span<UInt8>, of words: PoolRange, _ pool: Span<UInt8>) -> Bool {
        if words.count <= 8 {
            for index in words.indices where text.equals(pool.extracting(constants.ranges[index].indices)) {
                return true
            }
            return false
        }
        var low = words.indices.lowerBound
        var high = words.indices.upperBound
        while low < high {
            let middle = (low + high) / 2
            let word = pool.extracting(constants.ranges[middle].indices)
            switch order(text, word) {
            case .less: high = middle
            case .greater: low = middle + 1
            default: return true
            }
        }
        return false
    }

    private func order(_ left: Span<UInt8>, _ right: Span<UInt8>) -> VersionOrder {
        if left.count != right.count { return left.count < right.count ? .less : .greater }
        for index in 0..<left.count where left[index] != right[index] {
            return left[index] < right[index] ? .less : .greater
        }
        return .equal
    }

    func contains(
        _ instruction: Instruction, _ slice: FactSlice, _ pool: Span<UInt8>, _ facts: borrowing FactTable,
        _ arena: borrowing ByteArena
    ) -> Verdict {
        let wanted = pool.extracting(PoolRange(instruction.payload).indices)
        for index in 0..<Int(slice.count) where arena[facts.item(slice, index)].equals(wanted) { return .yes }
        return .no
    }

    /// Whether a map contains a key, or the value for it. A missing key in a partially known map is unknown.
    func look(
        up instruction: Instruction, _ slice: FactSlice, isWhole: Bool, _ pool: Span<UInt8>,
        _ facts: borrowing FactTable, _ arena: borrowing ByteArena
    ) -> Verdict {
        let asksForValue = instruction.operation == .mapValueEquals
        let key = asksForValue ? constants.ranges[instruction.index] : PoolRange(instruction.payload)
        let wanted = pool.extracting(key.indices)
        for index in 0..<Int(slice.count) {
            let entry = facts.entry(slice, index)
            guard arena[entry.key].equals(wanted) else { continue }
            guard asksForValue else { return .yes }
            let value = constants.ranges[instruction.index + 1]
            return Verdict(arena[entry.value].equals(pool.extracting(value.indices)))
        }
        return isWhole ? (asksForValue ? .error : .no) : .unknown
    }
}
