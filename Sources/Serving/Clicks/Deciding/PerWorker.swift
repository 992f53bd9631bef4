package import Server

/// An element for each worker's exclusive use, such as its evaluator. Created on a thread that may block, where errors can be
/// handled.
package struct PerWorker<Element>: @unchecked Sendable {
    // Safe: between creation and the worker's start no thread reads an element, and reading one requires its own worker.
    private let elements: [Element]

    /// Creates an element for each worker.
    package init(_ workers: Int, make: () throws -> Element) rethrows {
        elements = try (0..<workers).map { _ in try make() }
    }

    /// The worker's element. Called on its thread.
    package subscript(worker: Worker) -> Element { elements[worker.index] }
}
