/// What is made for each worker before it is handed over: a thing that belongs to one thread, on the way to it.
///
/// Making it may fail; handing it over can't.
struct PerWorker<Element>: @unchecked Sendable {
    // Safe: nobody looks at an element between its making and its worker, and each worker at its own alone.
    private let elements: [Element]

    /// Makes as many as there are workers.
    init(_ workers: Int, make: () throws -> Element) rethrows {
        elements = try (0..<workers).map { _ in try make() }
    }

    /// The worker's own. Called on its thread.
    subscript(worker: Worker) -> Element { elements[worker.index] }
}
