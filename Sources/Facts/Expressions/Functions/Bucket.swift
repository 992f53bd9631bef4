import ByteText

/// Splits keys evenly into a hundred buckets, consistently on all machines: `bucket(link.code, "exp1") < 50`.
///
/// The bucket is SipHash-2-4 with the key 0 over the salt, a zero byte and the key, modulo 100. Different salts yield
/// independent splits. Other systems can reproduce the split from this definition.
public enum Bucket {
    /// The bucket of a key, 0 to 99. Does not allocate.
    public static func part(of key: Span<UInt8>, salt: Span<UInt8>) -> Int64 {
        var hash = SipHash()
        hash.append(salt)
        hash.append(0)
        hash.append(key)
        return Int64(hash.finish() % 100)
    }
}
