import FuzzProperties

/// Called by libFuzzer with each input.
@c(LLVMFuzzerTestOneInput)
public func fuzzOne(_ bytes: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    // Safe: libFuzzer lends as many bytes as it says until the call returns, and nothing of them is kept.
    let input = unsafe UnsafeBufferPointer(start: bytes, count: count)
    if let fault = unsafe FuzzTarget.bundles.fault(of: input.span) { fatalError(fault) }
    return 0
}
