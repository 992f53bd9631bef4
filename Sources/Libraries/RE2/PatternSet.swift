import CRE2

/// The compiled patterns of one worker, asked for by their index in a list of sources.
///
/// Programs that are shared between workers name patterns by index; every worker compiles the list for itself, because
/// RE2 locks the cache of a shared pattern. Not Sendable.
@safe public final class PatternSet {
    private let handles: [OpaquePointer]
    /// Those that need no RE2 for most texts, at the same indexes.
    private let literals: [LiteralPattern]

    /// Compiles all patterns, in order. Throws the first fault; a list that was checked before has none but memory.
    public init(_ patterns: [String]) throws(RE2Fault) {
        var compiled: [OpaquePointer] = unsafe []
        unsafe compiled.reserveCapacity(patterns.count)
        do throws(RE2Fault) {
            for pattern in patterns { unsafe compiled.append(try Pattern.compile(pattern)) }
        } catch {
            // Safe: no one else has the handles.
            for index in unsafe compiled.indices { unsafe cre2_delete(compiled[index]) }
            throw error
        }
        unsafe handles = compiled
        literals = patterns.map { LiteralPattern($0) ?? .unknown }
    }

    deinit {
        // Safe: this object is the only owner of the handles and its last reference is gone.
        for index in unsafe handles.indices { unsafe cre2_delete(handles[index]) }
    }

    /// How many patterns there are.
    public var count: Int { unsafe handles.count }

    /// Whether the pattern at an index matches anywhere in the bytes, which are read as UTF-8.
    public func matches(_ index: Int, _ bytes: Span<UInt8>) -> Bool {
        if let answer = literals[index].matches(bytes) { return answer }
        return unsafe Pattern.matches(handles[index], bytes)
    }
}
