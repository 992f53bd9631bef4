/// The path to a value in a record: keys of maps, and indices of arrays as numbers.
///
/// A path is created once, for the lifetime of the process: the library requires C strings, and a lookup must not
/// allocate.
@safe public struct RecordPath: @unchecked Sendable {
    // Safe: the strings are literals, which are never freed. The array is written only before it is shared.
    let keys: UnsafeMutablePointer<UnsafePointer<CChar>?>

    /// Creates a path that is never freed. For constants.
    public init(_ names: StaticString...) {
        // Safe: there is space for the names and the terminator, and each element is initialized once.
        unsafe keys = UnsafeMutablePointer.allocate(capacity: names.count + 1)
        for (place, name) in names.enumerated() {
            // Safe: a literal is NUL-terminated, and its bytes are read as C characters.
            let start = unsafe UnsafeRawPointer(name.utf8Start).assumingMemoryBound(to: CChar.self)
            unsafe (keys + place).initialize(to: start)
        }
        unsafe (keys + names.count).initialize(to: nil)
    }
}
