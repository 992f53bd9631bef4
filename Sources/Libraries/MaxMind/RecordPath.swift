/// The way to a value in a record: names of maps, and places in lists as numbers.
///
/// A path is made once, for the life of the process: the library wants it as C strings, and a look-up may not allocate.
@safe public struct RecordPath: @unchecked Sendable {
    // Safe: the strings are literals, which are never freed, and the array is written before anybody else has it and never
    // again.
    let keys: UnsafeMutablePointer<UnsafePointer<CChar>?>

    /// Makes a path that is never freed: for constants.
    public init(_ names: StaticString...) {
        // Safe: there is room for the names and for the end, and each place is initialized once.
        unsafe keys = UnsafeMutablePointer.allocate(capacity: names.count + 1)
        for (place, name) in names.enumerated() {
            // Safe: a literal ends with a NUL, and its bytes are read as characters of C.
            let start = unsafe UnsafeRawPointer(name.utf8Start).assumingMemoryBound(to: CChar.self)
            unsafe (keys + place).initialize(to: start)
        }
        unsafe (keys + names.count).initialize(to: nil)
    }
}
