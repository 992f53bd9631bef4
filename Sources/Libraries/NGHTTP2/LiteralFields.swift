/// Fields of responses that wait for the frame that they are sent in: literals without Huffman's code, which enter no table (RFC
/// 7541, section 6.2.2), so they may follow what nghttp2 has packed of the same section.
///
/// In blocks of the sessions' memory, one for each section that is queued: a session that has nothing to say holds none.
@safe struct LiteralFields: ~Copyable {
    /// One section's: this, and the bytes behind it.
    @safe fileprivate struct Section {
        var next: UnsafeMutablePointer<Section>?
        let stream: Int32
        var count: Int32 = 0
    }

    /// The fields of one section, while they are being written.
    @safe struct Writer: ~Copyable {
        fileprivate let section: UnsafeMutablePointer<Section>
        private let capacity: Int

        fileprivate init(_ section: UnsafeMutablePointer<Section>, capacity: Int) {
            unsafe self.section = unsafe section
            self.capacity = capacity
        }

        /// Where the next byte goes.
        private var end: UnsafeMutablePointer<UInt8> {
            // Safe: the block has room for as many bytes behind the section as the capacity says, and no more are counted.
            unsafe UnsafeMutableRawPointer(section + 1).assumingMemoryBound(to: UInt8.self) + Int(section.pointee.count)
        }

        /// Appends a field whose name has a number in HPACK's static table, from 15 to 141; false where there is no room.
        ///
        /// Safe: the value has so many bytes.
        mutating func append(name number: Int, _ value: UnsafePointer<UInt8>, _ count: Int) -> Bool {
            guard hasRoom(2 + Self.longestLength + count) else { return false }
            // A prefix of four bits, all set, and the rest (section 5.1).
            append(0x0F)
            append(UInt8(number - 15))
            unsafe appendString(value, count)
            return true
        }

        /// Appends a field by its name; false where there is no room.
        ///
        /// Safe: name and value have so many bytes.
        mutating func append(
            _ name: StaticString, _ value: UnsafePointer<UInt8>, _ count: Int
        ) -> Bool {
            guard hasRoom(1 + 2 * Self.longestLength + name.utf8CodeUnitCount + count) else { return false }
            append(0)
            unsafe appendString(name.utf8Start, name.utf8CodeUnitCount)
            unsafe appendString(value, count)
            return true
        }

        /// The most bytes that a length takes here.
        private static let longestLength = 3

        private func hasRoom(_ count: Int) -> Bool { unsafe Int(section.pointee.count) + count <= capacity }

        private func append(_ byte: UInt8) {
            // Safe: the caller has looked for room.
            unsafe end.pointee = byte
            unsafe section.pointee.count += 1
        }

        /// Safe: the caller has looked for room, and the bytes are so many.
        private func appendString(_ bytes: UnsafePointer<UInt8>, _ count: Int) {
            appendLength(count)
            unsafe end.update(from: bytes, count: count)
            unsafe section.pointee.count += Int32(truncatingIfNeeded: count)
        }

        /// A number with a prefix of seven bits (section 5.1); the bit before it says that Huffman's code is not used.
        private func appendLength(_ length: Int) {
            guard length >= 127 else { return append(UInt8(length)) }
            append(127)
            let rest = length - 127
            guard rest >= 128 else { return append(UInt8(rest)) }
            append(UInt8(rest & 127) | 128)
            append(UInt8(rest >> 7))
        }
    }

    /// A section that has more fields than this, in bytes of lines, is left to nghttp2: all of it has to fit into one frame.
    static let largestSection = 8192

    private let memory: SessionMemory
    private var first: UnsafeMutablePointer<Section>?
    private var last: UnsafeMutablePointer<Section>?

    init(_ memory: SessionMemory) { self.memory = memory }

    deinit { unsafe Self.release(first, to: memory) }

    /// Begins a stream's next section with room for so many bytes; nil when memory is lacking.
    func begin(_ stream: Int32, capacity: Int) -> Writer? {
        let bytes = MemoryLayout<Section>.stride + capacity
        guard let block = unsafe memory.block(of: bytes) else { return nil }
        // Safe: the block is new, aligned for it and large enough.
        let section = unsafe block.bindMemory(to: Section.self, capacity: 1)
        unsafe section.initialize(to: Section(next: nil, stream: stream))
        return unsafe Writer(section, capacity: capacity)
    }

    /// Queues a section that is handed to nghttp2.
    mutating func append(_ writer: consuming Writer) {
        // Safe: queued sections are alive until they are removed.
        if let last = unsafe last {
            unsafe last.pointee.next = unsafe writer.section
        } else {
            unsafe first = writer.section
        }
        unsafe last = unsafe writer.section
    }

    /// Drops a section that could not be handed over.
    func drop(_ writer: consuming Writer) { unsafe memory.giveBack(UnsafeMutableRawPointer(writer.section)) }

    /// Lends the fields of the stream's section that comes next, if it has any, and forgets them: it is sent now.
    mutating func remove(_ stream: Int32, _ body: (Span<UInt8>) -> Void) {
        var previous: UnsafeMutablePointer<Section>?
        var current = unsafe first
        // Safe: as in append; the section is given back once, after the last look. Mostly it is the first.
        while let section = unsafe current {
            guard unsafe section.pointee.stream == stream else {
                unsafe previous = unsafe section
                unsafe current = section.pointee.next
                continue
            }
            if let previous = unsafe previous {
                unsafe previous.pointee.next = section.pointee.next
            } else {
                unsafe first = section.pointee.next
            }
            if unsafe last == section { unsafe last = unsafe previous }
            let start = unsafe UnsafePointer(UnsafeMutableRawPointer(section + 1).assumingMemoryBound(to: UInt8.self))
            body(unsafe Span(_unsafeStart: start, count: Int(section.pointee.count)))
            return unsafe memory.giveBack(UnsafeMutableRawPointer(section))
        }
        body(Span())
    }

    /// Forgets the sections that were queued and never sent: their streams are over.
    mutating func removeAll() {
        guard unsafe first != nil else { return }
        unsafe Self.release(first, to: memory)
        unsafe first = nil
        unsafe last = nil
    }

    private static func release(_ first: UnsafeMutablePointer<Section>?, to memory: SessionMemory) {
        var current = unsafe first
        // Safe: each is given back once, after its link has been read.
        while let section = unsafe current {
            unsafe current = section.pointee.next
            unsafe memory.giveBack(UnsafeMutableRawPointer(section))
        }
    }
}
