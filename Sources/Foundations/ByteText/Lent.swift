/// An object that its owner keeps alive, used without counting a reference.
///
/// To take an object out of an optional, an enumeration or a variable counts a reference (`swift_retain`, `swift_release`): two
/// locked operations of the processor, some fifty a click. What is lent is a bare address, which costs nothing to copy. It is for
/// objects that live as long as whoever holds the address, or longer: whoever makes one says who the owner is.
@safe public struct Lent<Object: AnyObject> {
    // Unmanaged: no reference is counted.
    @usableFromInline let reference: Unmanaged<Object>

    /// Lends an object.
    ///
    /// - Parameter object: It has to outlive every use of what is lent.
    @unsafe public init(_ object: Object) { unsafe reference = Unmanaged.passUnretained(object) }

    /// Calls a closure with the object, which must not keep it.
    @inlinable @inline(__always)
    public func use<Value>(_ body: (Object) -> Value) -> Value {
        // Safe: the owner keeps the object alive, as whoever lent it has said.
        unsafe reference._withUnsafeGuaranteedRef(body)
    }
}

// Safe: it is an address, and what is there can be used from any thread.
extension Lent: @unchecked Sendable where Object: Sendable {}
