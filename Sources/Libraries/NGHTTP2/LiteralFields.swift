import ByteText
import Glibc

/// Encodes the fields of responses, one section per frame: literals without Huffman coding and without indexing (RFC
/// 7541, section 6.2.2).
///
/// nghttp2 creates the frames without the fields. Using the dynamic table would save about 150 bytes per response after
/// the first one of a connection. But looking up fields in it costs more than the rest of nghttp2's work on a response,
/// and most clients send one or two requests.
///
/// Queued sections are in blocks of the sessions' memory: a session without pending responses holds none.
@safe struct LiteralFields: ~Copyable {
    /// The header of a section, followed by its bytes.
    @safe fileprivate struct Section {
        var next: UnsafeMutablePointer<Section>?
        let stream: Int32
        var count: Int32 = 0
    }

    /// A section being written.
    @safe struct Writer: ~Copyable {
        fileprivate let section: UnsafeMutablePointer<Section>
        private let start: UnsafeMutablePointer<UInt8>
        private let capacity: Int
        private var count = 0

        fileprivate init(_ section: UnsafeMutablePointer<Section>, capacity: Int) {
            unsafe self.section = unsafe section
            // Safe: the block has `capacity` bytes after the section header.
            unsafe start = UnsafeMutableRawPointer(section + 1).bindMemory(to: UInt8.self, capacity: capacity)
            self.capacity = capacity
        }

        /// Appends the status, which must be first (RFC 9113, section 8.3.2).
        mutating func append(status: UInt16) {
            appendNumber(of: 8, Int(status))
        }

        /// Appends the content length.
        mutating func append(length: Int) {
            appendNumber(of: 28, length)
        }

        /// Appends fields from lines: `Name: value`, each followed by CRLF, without other control characters.
        mutating func append(lines: Span<UInt8>) {
            // Safe: each search ends with the lines.
            unsafe lines.withUnsafeBufferPointer { lines in
                guard var name = lines.baseAddress else { return }
                let end = unsafe name + lines.count
                while unsafe name < end {
                    guard let colon = unsafe memchr(name, 0x3A, end - name)?.assumingMemoryBound(to: UInt8.self),
                        let stop = unsafe memchr(colon, 0x0D, end - UnsafePointer(colon))?.assumingMemoryBound(
                            to: UInt8.self),
                        unsafe stop - colon >= 2, unsafe end - UnsafePointer(stop) >= 2
                    else { preconditionFailure("a field line has no colon or no CRLF") }
                    unsafe append(name, UnsafePointer(colon) - name, colon + 2, stop - colon - 2)
                    unsafe name = UnsafePointer(stop + 2)
                }
            }
        }

        /// Safe: name and value have this many bytes.
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
            // Safe: the space was reserved.
            unsafe (start + count).update(from: value, count: valueCount)
            count += valueCount
        }

        /// Appends a name in lowercase (RFC 9113, section 8.2.1), eight bytes at a time.
        ///
        /// Safe: the name has this many bytes, for which space was reserved.
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
                // The last eight bytes may overlap those already written, with identical results.
                let offset = min(index, nameCount - 8)
                let word = unsafe source.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
                unsafe target.storeBytes(of: word.asciiLowercased, toByteOffset: offset, as: UInt64.self)
                index += 8
            } while index < nameCount
        }

        /// Appends a field with a nonnegative number as its value.
        private mutating func appendNumber(of name: UInt8, _ number: Int) {
            reserve(3 + 20)
            appendName(name)
            var (digits, bound) = (1, 10)
            while digits < 19, number >= bound { (digits, bound) = (digits + 1, bound &* 10) }
            appendLength(digits)
            count += digits
            var rest = number
            for index in 1...digits {
                // Safe: the space for all digits was reserved.
                unsafe start[count - index] = 0x30 + UInt8(truncatingIfNeeded: rest % 10)
                rest /= 10
            }
        }

        /// The maximum size of an encoded length in bytes.
        private static let longestLength = 4

        private func reserve(_ room: Int) {
            precondition(capacity - count >= room, "the field section is larger than estimated")
        }

        private mutating func append(_ byte: UInt8) {
            // Safe: the caller has reserved the space.
            unsafe start[count] = byte
            count += 1
        }

        /// A name by its index in the static table: an integer with a 4-bit prefix (section 5.1).
        private mutating func appendName(_ number: UInt8) {
            guard number >= 15 else { return append(number) }
            append(15)
            append(number - 15)
        }

        /// A length: an integer with a 7-bit prefix (section 5.1). The bit before it is 0: no Huffman coding.
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

        /// Records the final length of the section.
        fileprivate consuming func finish() -> UnsafeMutablePointer<Section> {
            // Safe: the section is alive and not shared yet.
            unsafe section.pointee.count = Int32(count)
            return unsafe section
        }
    }

    private let memory: SessionMemory
    private var first: UnsafeMutablePointer<Section>?
    private var last: UnsafeMutablePointer<Section>?

    init(_ memory: SessionMemory) { self.memory = memory }

    deinit { unsafe Self.release(first, to: memory) }

    /// Begins a stream's next section, with space for the fields of this many bytes of lines. Returns `nil` if out of
    /// memory.
    func begin(_ stream: Int32, lineBytes: Int) -> Writer? {
        // A literal is two bytes shorter than its line, plus additional length bytes if the value is long. The status
        // and the length field each reserve more space than they use.
        let capacity = lineBytes + lineBytes / 64 + 64
        guard let block = unsafe memory.block(of: MemoryLayout<Section>.stride + capacity) else { return nil }
        // Safe: the block is new, aligned, and large enough.
        let section = unsafe block.bindMemory(to: Section.self, capacity: 1)
        unsafe section.initialize(to: Section(next: nil, stream: stream))
        return unsafe Writer(section, capacity: capacity)
    }

    /// Queues a section whose frame nghttp2 will send.
    mutating func append(_ writer: consuming Writer) {
        let section = unsafe writer.finish()
        // Safe: queued sections stay alive until they are removed.
        if let last = unsafe last {
            unsafe last.pointee.next = unsafe section
        } else {
            unsafe first = unsafe section
        }
        unsafe last = unsafe section
    }

    /// Drops a section whose frame nghttp2 did not accept.
    func drop(_ writer: consuming Writer) { unsafe memory.giveBack(UnsafeMutableRawPointer(writer.finish())) }

    /// Passes the fields of the stream's next section, if any, to `body` and removes the section: its frame is being
    /// sent.
    mutating func remove(_ stream: Int32, _ body: (Span<UInt8>) -> Void) {
        var previous: UnsafeMutablePointer<Section>?
        var current = unsafe first
        // Safe: as in append; the section is freed once, after its last use. It is usually the first.
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

    /// Removes sections that were queued but never sent, since their streams are closed.
    mutating func removeAll() {
        guard unsafe first != nil else { return }
        unsafe Self.release(first, to: memory)
        unsafe first = nil
        unsafe last = nil
    }

    private static func release(_ first: UnsafeMutablePointer<Section>?, to memory: SessionMemory) {
        var current = unsafe first
        // Safe: each is freed once, after its link was read.
        while let section = unsafe current {
            unsafe current = section.pointee.next
            unsafe memory.giveBack(UnsafeMutableRawPointer(section))
        }
    }
}

/// The HPACK static table (RFC 7541, appendix A), limited to the names used in responses.
private enum StaticTable {
    /// The index of a name, spelled as in responses, or `nil` if the name is sent as a literal.
    ///
    /// Safe: the name has this many bytes.
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
