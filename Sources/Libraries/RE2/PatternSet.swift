import CRE2

/// The compiled patterns of one worker, accessed by their index in a list of sources.
///
/// Programs shared between workers refer to patterns by index. Every worker compiles the list itself, because RE2 locks
/// the cache of a shared pattern. Not Sendable.
@safe public final class PatternSet {
    private let handles: [OpaquePointer]
    /// Matchers that do not need RE2 for most texts, by the same index.
    private let literals: [LiteralPattern]

    /// Compiles all patterns, in order. Throws the first fault; a list that was validated before can only fail for lack
    /// of memory.
    public init(_ patterns: [String]) throws(RE2Fault) {
        var compiled: [OpaquePointer] = unsafe []
        unsafe compiled.reserveCapacity(patterns.count)
        do throws(RE2Fault) {
            for pattern in patterns { unsafe compiled.append(try Pattern.compile(pattern)) }
        } catch {
            // Safe: the handles are not shared yet.
            for index in unsafe compiled.indices { unsafe cre2_delete(compiled[index]) }
            throw error
        }
        unsafe handles = compiled
        literals = patterns.map { LiteralPattern($0) ?? .unknown }
    }

    deinit {
        // Safe: this object is the only owner of the handles, and its last reference is gone.
        for index in unsafe handles.indices { unsafe cre2_delete(handles[index]) }
    }

    /// The number of patterns.
    public var count: Int { unsafe handles.count }

    /// Whether the pattern at an index matches anywhere in the bytes, which are interpreted as UTF-8.
    public func matches(_ index: Int, _ bytes: Span<UInt8>) -> Bool {
        if let answer = literals[index].matches(bytes) { return answer }
        return unsafe Pattern.matches(handles[index], bytes)
    }
}
