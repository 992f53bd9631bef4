/// A single-threaded object's stored property without dynamic exclusivity checks.
///
/// The check (`swift_beginAccess`) takes a hundred instructions each time a class lends a stored property, and a request
/// made forty of them: a fifth of all that is not the kernel's. Debug builds and those of the tests (`CHECKED`) do check, and
/// stop the program where two accesses overlap.
///
/// For objects that never leave their thread, and for values whose users do not call back into the object during an
/// access. Store it in a `let`, behind a computed property with the value's name:
///
///     private let ownArena = Confined(ByteArena())
///     var arena: ByteArena {
///         _read { yield ownArena.value }
///         _modify { yield &ownArena.value }
///     }
@safe public struct Confined<Value: ~Copyable>: ~Copyable {
    #if DEBUG || CHECKED
    @usableFromInline
    final class Checked {
        @usableFromInline var value: Value

        init(_ value: consuming Value) { self.value = value }
    }

    @usableFromInline let checked: Checked

    /// Takes ownership of a value.
    public init(_ value: consuming Value) { checked = Checked(value) }

    /// The wrapped value.
    @inlinable
    public var value: Value {
        _read { yield checked.value }
        nonmutating _modify { yield &checked.value }
    }
    #else
    @usableFromInline let address: UnsafeMutablePointer<Value>

    /// Takes ownership of a value.
    public init(_ value: consuming Value) {
        unsafe address = UnsafeMutablePointer<Value>.allocate(capacity: 1)
        // Safe: the memory was just allocated for one value.
        unsafe address.initialize(to: value)
    }

    deinit {
        // Safe: the value was initialized in `init`, and no borrow of it remains.
        unsafe address.deinitialize(count: 1)
        unsafe address.deallocate()
    }

    /// The wrapped value.
    @inlinable
    public var value: Value {
        // Safe: the value lives as long as this does. Tests run with builds that check that accesses do not overlap.
        _read { yield unsafe address.pointee }
        nonmutating _modify { yield unsafe &address.pointee }
    }
    #endif
}
