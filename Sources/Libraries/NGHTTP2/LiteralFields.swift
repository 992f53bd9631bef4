import ByteText
import Glibc

/// The fields of responses, each section as it goes into its frame: literals without Huffman's code, which enter no table (RFC
/// 7541, section 6.2.2).
///
/// nghttp2 makes the frames and knows nothing of the fields. A table would save some 150 bytes of a response that is not the
/// first of its connection; but to look fields up in it costs more than all the rest of nghttp2's work on a response, and most
/// clients ask once or twice.
///
/// Sections wait in blocks of the sessions' memory: a session that has nothing to say holds none.
@safe struct LiteralFields: ~Copyable {
    /// One section: this, and the bytes behind it.
    @safe fileprivate struct Section {
        var next: UnsafeMutablePointer<Section>?
        let stream: Int32
        var count: Int32 = 0
    }

    /// A section that is being written.
    @safe struct Writer: ~Copyable {
        fileprivate let section: UnsafeMutablePointer<Section>
        private let start: UnsafeMutablePointer<UInt8>
        private let capacity: Int
        private var count = 0

        fileprivate init(_ section: UnsafeMutablePointer<Section>, capacity: Int) {
            unsafe self.section = unsafe section
            // Safe: the block has room for as many bytes behind the section as the capacity says.
            unsafe start = UnsafeMutableRawPointer(section + 1).bindMemory(to: UInt8.self, capacity: capacity)
            self.capacity = capacity
        }

        /// Appends the status, which comes first (RFC 9113, section 8.3.2).
        mutating func append(status: UInt16) {
            appendNumber(of: 8, Int(status))
        }

        /// Appends the content's length.
        mutating func append(length: Int) {
            appendNumber(of: 28, length)
        }

        /// Appends fields from lines: `Name: value` with CRLF after each and no other controls.
        mutating func append(lines: Span<UInt8>) {
            // Safe: each look ends with the lines.
            unsafe lines.withUnsafeBufferPointer { lines in
                guard var name = lines.baseAddress else { return }
                let end = unsafe name + lines.count
                while unsafe name < end {
                    guard let colon = unsafe memchr(name, 0x3A, end - name)?.assumingMemoryBound(to: UInt8.self),
                        let stop = unsafe memchr(colon, 0x0D, end - UnsafePointer(colon))?.assumingMemoryBound(
                            to: UInt8.self),
                        unsafe stop - colon >= 2, unsafe end - UnsafePointer(stop) >= 2
                    else { preconditionFailure("a field line without its colon or its end") }
                    unsafe append(name, UnsafePointer(colon) - name, colon + 2, stop - colon - 2)
                    unsafe name = UnsafePointer(stop + 2)
                }
            }
        }

        /// Safe: name and value have so many bytes.
        private mutating func append(
            _ name: UnsafePointer<UInt8>, _ nameCount: Int, _ value: UnsafePointer<UInt8>, _ valueCount: Int
        ) {
            reserve(1 + 2 * Self.longestLength + nameCount + valueCount)
            if let number = unsafe StaticTable.number(of: name, nameCount) {
                appendName(number)
            } else {
                append(0)
                appendLength(nameCount)
                unsafe appendLowercased(name, nameCount)
            }
            appendLength(valueCount)
            // Safe: there is room.
            unsafe (start + count).update(from: value, count: valueCount)
            count += valueCount
        }

        /// Appends a name in small letters (RFC 9113, section 8.2.1), eight of them at a time.
        ///
        /// Safe: the name has so many bytes, for which there is room.
        private mutating func appendLowercased(_ name: UnsafePointer<UInt8>, _ nameCount: Int) {
            let (source, target) = unsafe (UnsafeRawPointer(name), UnsafeMutableRawPointer(start + count))
            count += nameCount
            guard nameCount >= 8 else {
                for index in 0..<nameCount {
                    unsafe target.storeBytes(of: name[index].lowercased, toByteOffset: index, as: UInt8.self)
                }
                return
            }
            var index = 0
            repeat {
                // The last eight may have been written in part before: as the same.
                let offset = min(index, nameCount - 8)
                let word = unsafe source.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
                unsafe target.storeBytes(of: word.asciiLowercased, toByteOffset: offset, as: UInt64.self)
                index += 8
            } while index < nameCount
        }

        /// Appends a field whose value is a number, not negative.
        private mutating func appendNumber(of name: UInt8, _ number: Int) {
            reserve(3 + 20)
            appendName(name)
            var (digits, bound) = (1, 10)
            while digits < 19, number >= bound { (digits, bound) = (digits + 1, bound &* 10) }
            appendLength(digits)
            count += digits
            var rest = number
            for index in 1...digits {
                // Safe: there is room for all of them.
                unsafe start[count - index] = 0x30 + UInt8(truncatingIfNeeded: rest % 10)
                rest /= 10
            }
        }

        /// The most bytes that a length takes here.
        private static let longestLength = 4

        private func reserve(_ room: Int) {
            precondition(capacity - count >= room, "a section larger than its lines let expect")
        }

        private mutating func append(_ byte: UInt8) {
            // Safe: the caller has made sure of the room.
            unsafe start[count] = byte
            count += 1
        }

        /// A name by its number in the static table: a prefix of four bits, and what is left of larger ones (section 5.1).
        private mutating func appendName(_ number: UInt8) {
            guard number >= 15 else { return append(number) }
            append(15)
            append(number - 15)
        }

        /// A number with a prefix of seven bits (section 5.1); the bit before it says that Huffman's code is not used.
        private mutating func appendLength(_ length: Int) {
            guard length >= 127 else { return append(UInt8(length)) }
            append(127)
            var rest = length - 127
            while rest >= 128 {
                append(UInt8(rest & 127) | 128)
                rest >>= 7
            }
            append(UInt8(rest))
        }

        /// Writes down how long the section has become.
        fileprivate consuming func finish() -> UnsafeMutablePointer<Section> {
            // Safe: the section is alive, and nobody else's yet.
            unsafe section.pointee.count = Int32(count)
            return unsafe section
        }
    }

    private let memory: SessionMemory
    private var first: UnsafeMutablePointer<Section>?
    private var last: UnsafeMutablePointer<Section>?

    init(_ memory: SessionMemory) { self.memory = memory }

    deinit { unsafe Self.release(first, to: memory) }

    /// Begins a stream's next section with room for the fields of so many bytes of lines; nil when memory is lacking.
    func begin(_ stream: Int32, lineBytes: Int) -> Writer? {
        // A literal has two bytes less than its line, and more of them for lengths where its value is long; and there are a
        // status and a length, each of which asks for more room than it takes.
        let capacity = lineBytes + lineBytes / 64 + 64
        guard let block = unsafe memory.block(of: MemoryLayout<Section>.stride + capacity) else { return nil }
        // Safe: the block is new, aligned for it and large enough.
        let section = unsafe block.bindMemory(to: Section.self, capacity: 1)
        unsafe section.initialize(to: Section(next: nil, stream: stream))
        return unsafe Writer(section, capacity: capacity)
    }

    /// Queues a section whose frame is nghttp2's to send.
    mutating func append(_ writer: consuming Writer) {
        let section = unsafe writer.finish()
        // Safe: queued sections are alive until they are removed.
        if let last = unsafe last {
            unsafe last.pointee.next = unsafe section
        } else {
            unsafe first = unsafe section
        }
        unsafe last = unsafe section
    }

    /// Drops a section whose frame nghttp2 did not take.
    func drop(_ writer: consuming Writer) { unsafe memory.giveBack(UnsafeMutableRawPointer(writer.finish())) }

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

/// HPACK's static table (RFC 7541, appendix A), as far as responses here have its names.
private enum StaticTable {
    /// The number of a name, written as responses write it; nil where it goes by its letters.
    ///
    /// Safe: the name has so many bytes.
    @inline(__always)
    static func number(of name: UnsafePointer<UInt8>, _ count: Int) -> UInt8? {
        switch count {
        case 4 where unsafe isEqual(name, "Date"): 33
        case 8 where unsafe isEqual(name, "Location"): 46
        case 12 where unsafe isEqual(name, "Content-Type"): 31
        case 13 where unsafe isEqual(name, "Cache-Control"): 24
        default: nil
        }
    }

    /// Safe: the name has at least as many bytes as the literal.
    private static func isEqual(_ name: UnsafePointer<UInt8>, _ literal: StaticString) -> Bool {
        unsafe memcmp(name, literal.utf8Start, literal.utf8CodeUnitCount) == 0
    }
}
