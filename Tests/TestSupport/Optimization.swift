/// Whether the build is optimized; otherwise, values are boxed unnecessarily.
public let isOptimized: Bool = {
    #if DEBUG
    false
    #else
    true
    #endif
}()
