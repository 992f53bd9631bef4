import ByteText

/// Splits keys into a hundred even parts, the same on every machine: `bucket(link.code, "exp1") < 50`.
///
/// The part is SipHash-2-4 with the key 0 over the salt, a zero byte and the key, modulo 100. Another salt makes an
/// independent split. These two lines are all that the same split elsewhere needs.
public enum Bucket {
    /// The part of a key, 0 to 99. Allocates nothing.
    public static func part(of key: Span<UInt8>, salt: Span<UInt8>) -> Int64 {
        var hash = SipHash()
        hash.append(salt)
        hash.append(0)
        hash.append(key)
        return Int64(hash.finish() % 100)
    }
}
