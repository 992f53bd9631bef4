import FuzzProperties

/// Called by libFuzzer with each input.
@c(LLVMFuzzerTestOneInput)
public func fuzzOne(_ bytes: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    // Safe: libFuzzer passes a buffer of this size that is valid during the call, and no pointer into it is kept.
    let input = unsafe UnsafeBufferPointer(start: bytes, count: count)
    if let fault = unsafe FuzzTarget.proxy.fault(of: input.span) { fatalError(fault) }
    return 0
}
