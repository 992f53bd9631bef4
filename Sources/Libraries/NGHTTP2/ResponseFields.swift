import ByteText
import CNGHTTP2
import Glibc

/// The fields of one response as nghttp2 wants them, in memory that is used again for the next.
@safe final class ResponseFields {
    private let fields: UnsafeMutablePointer<nghttp2_nv>
    private(set) var count = 0
    /// The digits of the status, and of the length.
    private let digits: UnsafeMutablePointer<UInt8>

    /// More than any answer has.
    static let capacity = 64

    init() {
        // Safe: both blocks are this object's own and freed in deinit.
        unsafe fields = .allocate(capacity: ResponseFields.capacity)
        unsafe digits = .allocate(capacity: 32)
    }

    // Safe: nothing else frees the blocks.
    deinit {
        unsafe fields.deallocate()
        unsafe digits.deallocate()
    }

    /// Puts the status, fields from lines and the length together, and lends them for the call.
    ///
    /// - Parameters:
    ///   - lines: `Name: value` with CRLF after each and no other controls.
    ///   - literals: Where fields go that nghttp2 need not pack: those whose values rarely come again. Its table would not hold
    ///     them, and Huffman's code costs more than all the rest of a response. Nil for all fields to nghttp2.
    func with<Result>(
        status: UInt16, lines: Span<UInt8>, length: Int?, _ literals: inout LiteralFields.Writer?,
        _ body: (UnsafeMutablePointer<nghttp2_nv>, Int) -> Result
    ) -> Result {
        count = 0
        appendStatus(status)
        // Safe: the lines are alive until `body` has returned, which copies what it keeps.
        return unsafe lines.withUnsafeBufferPointer { lines in
            if let start = lines.baseAddress { unsafe appendLines(start, lines.count, &literals) }
            if let length { appendLength(length, &literals) }
            return unsafe body(fields, count)
        }
    }

    private func append(
        _ name: UnsafePointer<UInt8>, _ nameCount: Int, _ value: UnsafePointer<UInt8>, _ valueCount: Int,
        _ flags: nghttp2_nv_flag
    ) {
        precondition(count < ResponseFields.capacity, "a response with more fields than there is room for")
        // Safe: there is room for one more; nghttp2 only reads what it points to.
        unsafe fields[count] = nghttp2_nv(
            name: UnsafeMutablePointer(mutating: name), value: UnsafeMutablePointer(mutating: value),
            namelen: nameCount, valuelen: valueCount, flags: UInt8(truncatingIfNeeded: flags.rawValue))
        count += 1
    }

    private func appendStatus(_ status: UInt16) {
        // Safe: three digits lie within the block, as the literal lies within itself.
        unsafe digits[0] = 0x30 + UInt8(truncatingIfNeeded: status / 100)
        unsafe digits[1] = 0x30 + UInt8(truncatingIfNeeded: status / 10 % 10)
        unsafe digits[2] = 0x30 + UInt8(truncatingIfNeeded: status % 10)
        let name: StaticString = ":status"
        unsafe append(name.utf8Start, name.utf8CodeUnitCount, digits, 3, NGHTTP2_NV_FLAG_NO_COPY_NAME)
    }

    private func appendLength(_ length: Int, _ literals: inout LiteralFields.Writer?) {
        var rest = length
        var start = 32
        repeat {
            start -= 1
            // Safe: a number has at most 19 digits, so the index stays above those of the status.
            unsafe digits[start] = 0x30 + UInt8(truncatingIfNeeded: rest % 10)
            rest /= 10
        } while rest > 0
        // In the static table it is the 28th name (RFC 7541, appendix A).
        if unsafe literals?.append(name: 28, digits + start, 32 - start) == true { return }
        let name: StaticString = "content-length"
        unsafe append(
            name.utf8Start, name.utf8CodeUnitCount, digits + start, 32 - start, NGHTTP2_NV_FLAG_NO_COPY_NAME)
    }

    /// Safe: the bytes are the caller's, alive until the response is submitted; each look ends with them.
    private func appendLines(
        _ bytes: UnsafePointer<UInt8>, _ total: Int, _ literals: inout LiteralFields.Writer?
    ) {
        let end = unsafe bytes + total
        var name = unsafe bytes
        while unsafe name < end {
            guard let colon = unsafe memchr(name, 0x3A, end - name)?.assumingMemoryBound(to: UInt8.self),
                let stop = unsafe memchr(colon, 0x0D, end - UnsafePointer(colon))?.assumingMemoryBound(to: UInt8.self),
                unsafe stop - colon >= 2, unsafe end - UnsafePointer(stop) >= 2
            else { preconditionFailure("a field line without its colon or its end") }
            let nameCount = unsafe UnsafePointer(colon) - name
            unsafe appendField(name, nameCount, colon + 2, stop - colon - 2, &literals)
            unsafe name = UnsafePointer(stop + 2)
        }
    }

    /// Safe: name and value have so many bytes.
    private func appendField(
        _ name: UnsafePointer<UInt8>, _ nameCount: Int, _ value: UnsafePointer<UInt8>, _ valueCount: Int,
        _ literals: inout LiteralFields.Writer?
    ) {
        var flags = NGHTTP2_NV_FLAG_NONE
        if unsafe Self.isEqual(name, nameCount, "Location") {
            // In the static table it is the 46th name (RFC 7541, appendix A).
            if unsafe literals?.append(name: 46, value, valueCount) == true { return }
        } else if unsafe Self.isEqual(name, nameCount, "X-Request-Id") {
            if unsafe literals?.append("x-request-id", value, valueCount) == true { return }
            // In the table it would only push others out.
            flags = NGHTTP2_NV_FLAG_NO_INDEX
        }
        unsafe append(name, nameCount, value, valueCount, flags)
    }

    /// Whether a name is written like this.
    private static func isEqual(_ name: UnsafePointer<UInt8>, _ count: Int, _ literal: StaticString) -> Bool {
        // Safe: both have as many bytes.
        unsafe count == literal.utf8CodeUnitCount && memcmp(name, literal.utf8Start, count) == 0
    }
}

extension ServerSession {
    /// Responds on a stream with a status and fields, and with content if there is a token for it.
    ///
    /// - Parameters:
    ///   - lines: `Name: value` with CRLF after each; names in any case, values without controls. Copied within the call.
    ///   - length: The length that is stated; nil for none.
    ///   - token: What ``SessionEvents/body(of:token:into:)`` is asked for, not negative; nil for a response without content.
    /// - Returns: false for want of memory, or where the stream is over.
    public func respond(on stream: Int32, status: UInt16, lines: Span<UInt8>, length: Int?, token: Int?) -> Bool {
        // Room for the lines, and for what a length and the heads of literals have more than lines.
        let capacity = lines.count + 64
        var writer =
            capacity <= LiteralFields.largestSection ? course.value.literals.begin(stream, capacity: capacity) : nil
        let isSubmitted = lentResponse.use { response in
            unsafe response.with(status: status, lines: lines, length: length, &writer) {
                unsafe submit($0, $1, on: stream, token: token)
            }
        }
        if let writer = writer.take() {
            if isSubmitted { course.value.literals.append(writer) } else { course.value.literals.drop(writer) }
        }
        return isSubmitted
    }

    private func submit(
        _ fields: UnsafeMutablePointer<nghttp2_nv>, _ count: Int, on stream: Int32, token: Int?
    ) -> Bool {
        // Safe: nghttp2 copies fields and provider; the token is a number that is never looked into.
        guard let token else {
            return unsafe nghttp2_submit_response(handle, stream, fields, count, nil) == 0
        }
        var provider = unsafe nghttp2_data_provider()
        unsafe provider.source.ptr = UnsafeMutableRawPointer(bitPattern: token + 1)
        unsafe provider.read_callback = { _, stream, space, count, flags, source, session in
            guard let space = unsafe space, let source = unsafe source else { return 0 }
            let token = unsafe Int(bitPattern: source.pointee.ptr) - 1
            let room = unsafe UnsafeMutableRawBufferPointer(start: space, count: count)
            let piece = unsafe SessionCalls.with(session) {
                unsafe $0.events.body(of: stream, token: token, into: room)
            }
            guard let piece else { return Int(NGHTTP2_ERR_TEMPORAL_CALLBACK_FAILURE.rawValue) }
            if piece.isLast { unsafe flags?.pointee |= NGHTTP2_DATA_FLAG_EOF.rawValue }
            return piece.count
        }
        return unsafe nghttp2_submit_response(handle, stream, fields, count, &provider) == 0
    }

    /// Sends `100 Continue` on a stream: the client waits for leave to send its content (RFC 9110, section 10.1.1).
    public func sendContinue(on stream: Int32) {
        let none: [UInt8] = []
        // A section without literals, so that those of the response don't go out with this one.
        guard let writer = course.value.literals.begin(stream, capacity: 0) else { return }
        var unused: LiteralFields.Writer?
        let isSubmitted = unsafe memory.response.with(status: 100, lines: none.span, length: nil, &unused) {
            fields, count in
            // Safe: nghttp2 copies the fields.
            unsafe nghttp2_submit_headers(
                handle, UInt8(NGHTTP2_FLAG_NONE.rawValue), stream, nil, fields, count, nil) == 0
        }
        if isSubmitted { course.value.literals.append(writer) } else { course.value.literals.drop(writer) }
    }
}
