import Glibc

/// Waiting for a log to grow.
enum Pause {
    /// Long enough to cost nothing, short enough for who looks on. A signal may end it early.
    static func briefly() {
        usleep(200_000)
    }
}
