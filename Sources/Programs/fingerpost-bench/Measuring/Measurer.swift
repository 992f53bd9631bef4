import CAllocationCounter
import Glibc

/// Selects measurements and performs them.
struct Measurer {
    /// Limits the measurements to those whose label contains this text. A trailing space also matches the end of the label.
    var only: String?
    /// Runs operations this many times without timing, for tools that count instructions. Prints `ready` first and
    /// waits for a line, so that counting can start after the setup.
    var turns: Int?

    /// Whether any measurement of a group is selected, to be checked before the setup.
    func wants(_ label: String) -> Bool {
        only.map { "\(label) ".contains($0) } ?? true
    }

    /// Runs an operation in rounds, the first of which is an uncounted warm-up. Returns `nil` if the measurement is not
    /// selected.
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
