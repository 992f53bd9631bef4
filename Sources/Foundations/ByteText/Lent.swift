/// An unowned reference to an object that its owner keeps alive, used without reference counting.
///
/// Reading an object from an optional, an enumeration or a variable costs a `swift_retain` and a `swift_release`: two atomic
/// operations, about fifty per click. `Lent` is a bare address that is free to copy. The object must outlive every holder
/// of the reference; each place that creates one documents the owner, and debug builds stop at a use after the object's end.
@safe public struct Lent<Object: AnyObject> {
    // Unmanaged, to avoid reference counting.
    @usableFromInline let reference: Unmanaged<Object>
    #if DEBUG
    @usableFromInline unowned let checked: Object
    #endif

    /// Creates a reference to an object.
    ///
    /// - Parameter object: Must outlive every use of the reference.
    @unsafe public init(_ object: Object) {
        unsafe reference = Unmanaged.passUnretained(object)
        #if DEBUG
        checked = object
        #endif
    }

    /// Calls a closure with the object. The closure must not retain it.
    @inlinable @inline(__always)
    public func use<Value>(_ body: (Object) -> Value) -> Value {
        #if DEBUG
        body(checked)
        #else
        // Safe: the owner keeps the object alive, as the creator of the reference has documented.
        unsafe reference._withUnsafeGuaranteedRef(body)
        #endif
    }
}

// Safe: it is an address, and the object it refers to is Sendable.
extension Lent: @unchecked Sendable where Object: Sendable {}
