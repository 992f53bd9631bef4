/// Why the program can't do what it was asked to do; printed, with exit code 2.
struct Failure: Error {
    var message: String

    init(_ message: String) {
        self.message = message
    }
}

/// A link that is not made, found or changed as asked for: printed, with exit code 1.
struct Refusal: Error {
    var message: String

    init(_ message: String) { self.message = message }
}
