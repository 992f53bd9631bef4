import CAllocationCounter
import Glibc

/// How to measure, and what.
struct Measurer {
    /// Only measurements whose label contains this text are made; a space at its end matches the label's end too.
    var only: String?
    /// Runs operations this often and times nothing: for tools that count instructions. Says `ready` before, and waits
    /// for a line, so that counting starts when all is made ready.
    var turns: Int?

    /// Whether any of a group of measurements is wanted, before anything is made ready for it.
    func wants(_ label: String) -> Bool {
        only.map { "\(label) ".contains($0) } ?? true
    }

    /// Runs an operation in rounds, the first of which warms up and is not counted; nil where it is not wanted.
    func measure(
        _ name: String, rounds: Int = 15, count: Int, _ more: [(String, Int)] = [],
        counter: () -> UInt64 = allocation_count, _ operation: (_ count: Int) -> Void
    ) -> Measurement? {
        guard wants(Measurement.label(name, more)) else { return nil }
        if let turns {
            print("ready")
            fflush(nil)
            _ = readLine()
            operation(turns)
            return nil
        }
        operation(count)
        let before = counter()
        operation(count)
        let allocations = Double(counter() - before) / Double(count)
        let clock = ContinuousClock()
        let times = (0..<rounds).map { _ in
            Double(clock.measure { operation(count) } / .nanoseconds(1)) / Double(count)
        }.sorted()
        return Measurement(
            name: name, nanoseconds: times[0], median: times[times.count / 2], allocations: allocations, more: more)
    }
}
