/// Calls a closure with a borrowed value, such as a property of an object, whose spans last as long as the call.
@inlinable @inline(__always)
public func withBorrow<Value: ~Copyable, Result: ~Copyable>(
    of value: borrowing Value, _ body: (borrowing Value) -> Result
) -> Result {
    body(value)
}
