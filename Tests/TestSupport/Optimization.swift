/// Whether the optimiser ran; without it, values are boxed that need no box.
public let isOptimized: Bool = {
    #if DEBUG
    false
    #else
    true
    #endif
}()
