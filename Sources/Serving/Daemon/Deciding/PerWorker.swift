import Server

/// What each worker has one of and keeps to itself, such as its evaluator: made where there is time and where it may fail.
struct PerWorker<Element>: @unchecked Sendable {
    // Safe: between its making and its worker no thread reads an element, and a worker is needed to ask for one: its own.
    private let elements: [Element]

    /// Makes as many as there are workers.
    init(_ workers: Int, make: () throws -> Element) rethrows {
        elements = try (0..<workers).map { _ in try make() }
    }

    /// The worker's own. Called on its thread.
    subscript(worker: Worker) -> Element { elements[worker.index] }
}
