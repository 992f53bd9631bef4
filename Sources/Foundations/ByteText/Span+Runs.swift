import CByteScan

extension Span<UInt8> {
    /// The first index at or after `start` whose byte is not in the set, or the count if there is none.
    ///
    /// The inner loop of every scan. Runs between the escapes of an address are about ten bytes long, so the first sixteen
    /// bytes are tested one by one. The rest costs about one instruction per byte on CPUs with byte shuffles.
    public func endOfRun(of set: ByteSet, from start: Int = 0) -> Int {
        precondition(start >= 0)
        guard start < count else { return start }
        var index = start
        // Two iterations of eight bytes each.
        // Safe: `contains` is called only with indices below the count.
        while count &- index >= 8, index &- start < 16 {
            for place in 0..<8 {
                guard unsafe set.contains(self[unchecked: index &+ place]) else { return index &+ place }
            }
            index &+= 8
        }
        if count &- index < 8 {
            while index < count, unsafe set.contains(self[unchecked: index]) { index &+= 1 }
            return index
        }
        return endOfPieces(of: set, from: index)
    }

    /// Variant of ``endOfRun(of:from:)`` for runs mostly longer than sixteen bytes, such as lines and addresses. Tests no
    /// bytes one by one.
    public func endOfLongRun(of set: ByteSet, from start: Int = 0) -> Int {
        precondition(start >= 0)
        guard start < count else { return start }
        return endOfPieces(of: set, from: start)
    }

    /// Scans sixteen or thirty-two bytes at a time, from an index below the count.
    @inline(__always)
    private func endOfPieces(of set: ByteSet, from start: Int) -> Int {
        // Safe: the bytes from `start` on belong to the span, and the set's table has the layout the scan expects.
        unsafe withUnsafeBufferPointer { bytes in
            unsafe start &+ byte_scan_end_of_run(bytes.baseAddress! + start, count &- start, set.members)
        }
    }

    /// The first index at or after `start` whose byte is neither in the set nor part of an escape (`%` with two hexadecimal
    /// digits other than `00`), or the count if there is none.
    ///
    /// The set must contain the hexadecimal digits and not `%`.
    public func endOfEscapedRun(of set: ByteSet, from start: Int) -> Int {
        precondition(start >= 0)
        guard start < count else { return start }
        // Safe: the bytes from `start` on belong to the span, and the set's table has the layout the scan expects.
        return unsafe withUnsafeBufferPointer { bytes in
            unsafe start &+ byte_scan_end_of_escaped_run(bytes.baseAddress! + start, count &- start, set.members)
        }
    }
}

extension Span<UInt8> {
    /// The end of the field line at `start` and the end of its name, in one pass: the first control character other than tab,
    /// and the first byte before it that is not in the set. Each is the count if there is no such byte.
    ///
    /// - Parameter names: The bytes allowed in names; must not contain control characters.
    public func fieldLine(from start: Int, names: ByteSet) -> (end: Int, nameEnd: Int) {
        precondition(start >= 0 && count < Int(UInt32.max))
        guard start < count else { return (start, start) }
        // Safe: the bytes from `start` on belong to the span, and the set's table has the layout the scan expects.
        return unsafe withUnsafeBufferPointer { bytes in
            let line = unsafe byte_scan_field_line(bytes.baseAddress! + start, bytes.count &- start, names.members)
            return (start &+ Int(line.end), start &+ Int(line.name_end))
        }
    }
}
