import CRE2

/// A compiled RE2 pattern: linear time for any text, no backreferences, no lookaround.
///
/// The syntax is that of CEL's `matches` and of Firebase's URL patterns (https://github.com/google/re2/wiki/Syntax).
/// Owns C++ memory, which is freed with the value. RE2 guards its cache with a lock, so each worker compiles its own: a
/// pattern is not Sendable.
@safe public struct Pattern: ~Copyable {
    /// The memory limit of a pattern's program and state cache, in bytes.
    static let maximumMemory: Int64 = 1 << 20

    private let handle: OpaquePointer

    /// Compiles a pattern. Takes microseconds to milliseconds: for load time.
    public init(_ pattern: String) throws(RE2Fault) {
        unsafe handle = try Pattern.compile(pattern)
    }

    deinit { unsafe cre2_delete(handle) }

    /// Whether the pattern matches anywhere in the bytes, which are interpreted as UTF-8.
    public borrowing func matches(_ bytes: Span<UInt8>) -> Bool {
        unsafe Pattern.matches(handle, bytes)
    }

    /// A compiled pattern that the caller must delete.
    static func compile(_ pattern: String) throws(RE2Fault) -> OpaquePointer {
        let utf8 = Array(pattern.utf8)
        // Safe: the bytes are read only during the call.
        let made = unsafe utf8.withUnsafeBytes { bytes in
            unsafe cre2_new(bytes.baseAddress?.assumingMemoryBound(to: CChar.self), bytes.count, maximumMemory)
        }
        guard let handle = unsafe made else { throw RE2Fault(message: "out of memory") }
        guard unsafe cre2_ok(handle) else {
            let fault = unsafe fault(of: handle, in: utf8)
            unsafe cre2_delete(handle)
            throw fault
        }
        return unsafe handle
    }

    static func matches(_ handle: OpaquePointer, _ bytes: Span<UInt8>) -> Bool {
        // Safe: the bytes are read only during the call, and the handle is alive while its owner is borrowed.
        unsafe bytes.withUnsafeBytes { bytes in
            unsafe cre2_partial_match(handle, bytes.baseAddress?.assumingMemoryBound(to: CChar.self), bytes.count)
        }
    }

    private static func fault(of handle: OpaquePointer, in pattern: [UInt8]) -> RE2Fault {
        var length = 0
        let message = unsafe text(cre2_error(handle, &length), length)
        let argument = unsafe text(cre2_error_argument(handle, &length), length)
        return RE2Fault(message: message, offset: onlyOffset(of: Array(argument.utf8), in: pattern))
    }

    /// Safe to call with the output of RE2: the bytes are valid until the pattern is deleted, and are copied here.
    private static func text(_ start: UnsafePointer<CChar>?, _ length: Int) -> String {
        let bytes = unsafe UnsafeRawBufferPointer(start: start, count: start == nil ? 0 : length)
        return unsafe String(decoding: bytes, as: UTF8.self)
    }

    /// RE2 reports the part that is wrong, but not its position. A part that occurs twice, or the whole pattern, does
    /// not determine it.
    private static func onlyOffset(of part: [UInt8], in pattern: [UInt8]) -> Int? {
        guard !part.isEmpty, part.count < pattern.count else { return nil }
        let places = (0...pattern.count - part.count).filter { pattern[$0...].starts(with: part) }
        return places.count == 1 ? places[0] : nil
    }
}

/// Why RE2 rejects a pattern.
public struct RE2Fault: Error, Sendable, Hashable {
    /// The error message of RE2: `missing closing )`.
    public var message: String
    /// The offset of the wrong part, in bytes of the pattern's UTF-8, if RE2 reports a part that occurs once.
    public var offset: Int?

    /// Creates a fault with a message of RE2.
    public init(message: String, offset: Int? = nil) {
        self.message = message
        self.offset = offset
    }
}
