/// SHA-256 (FIPS 180-4), for tests only: a browser's hash of the style sheet.
enum SHA256 {
    static func base64(of message: [UInt8]) -> String {
        let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/")
        var text = ""
        var rest = digest(of: message)[...]
        while !rest.isEmpty {
            let group = rest.prefix(3)
            rest = rest.dropFirst(3)
            let bits = (0..<3).reduce(0) { $0 << 8 | ($1 < group.count ? Int(group[group.startIndex + $1]) : 0) }
            for sextet in 0..<4 {
                text.append(sextet <= group.count ? alphabet[bits >> (18 - 6 * sextet) & 63] : "=")
            }
        }
        return text
    }

    static func digest(of message: [UInt8]) -> [UInt8] {
        var state = firstPrimes(8).map { fraction(ofRoot: 2, of: $0) }
        let constants = firstPrimes(64).map { fraction(ofRoot: 3, of: $0) }
        for block in blocks(of: message) { compress(block, into: &state, constants) }
        return state.flatMap { word in (0..<4).map { UInt8(truncatingIfNeeded: word >> (24 - 8 * $0)) } }
    }

    /// The message, padded to whole blocks of sixteen words.
    private static func blocks(of message: [UInt8]) -> [[UInt32]] {
        var bytes = message + [0x80]
        while bytes.count % 64 != 56 { bytes.append(0) }
        bytes += (0..<8).map { UInt8(truncatingIfNeeded: UInt64(message.count * 8) >> (56 - 8 * $0)) }
        let words = stride(from: 0, to: bytes.count, by: 4).map { start in
            bytes[start..<start + 4].reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
        }
        return stride(from: 0, to: words.count, by: 16).map { Array(words[$0..<$0 + 16]) }
    }

    private static func compress(_ block: [UInt32], into state: inout [UInt32], _ constants: [UInt32]) {
        var w = block
        for t in 16..<64 {
            let s0 = rotate(w[t - 15], 7) ^ rotate(w[t - 15], 18) ^ w[t - 15] >> 3
            let s1 = rotate(w[t - 2], 17) ^ rotate(w[t - 2], 19) ^ w[t - 2] >> 10
            w.append(w[t - 16] &+ s0 &+ w[t - 7] &+ s1)
        }
        var v = state
        for t in 0..<64 {
            let s1 = rotate(v[4], 6) ^ rotate(v[4], 11) ^ rotate(v[4], 25)
            let choice = v[4] & v[5] ^ ~v[4] & v[6]
            let first = v[7] &+ s1 &+ choice &+ constants[t] &+ w[t]
            let s0 = rotate(v[0], 2) ^ rotate(v[0], 13) ^ rotate(v[0], 22)
            let majority = v[0] & v[1] ^ v[0] & v[2] ^ v[1] & v[2]
            v = [first &+ s0 &+ majority, v[0], v[1], v[2], v[3] &+ first, v[4], v[5], v[6]]
        }
        for index in 0..<8 { state[index] &+= v[index] }
    }

    private static func rotate(_ word: UInt32, _ bits: UInt32) -> UInt32 { word >> bits | word << (32 - bits) }

    private static func firstPrimes(_ count: Int) -> [Int] {
        var primes: [Int] = []
        var candidate = 2
        while primes.count < count {
            if primes.allSatisfy({ candidate % $0 != 0 }) { primes.append(candidate) }
            candidate += 1
        }
        return primes
    }

    /// The first 32 bits of the fractional part of a prime's square or cube root, by bisection in integers.
    private static func fraction(ofRoot degree: Int, of prime: Int) -> UInt32 {
        let scaled = UInt128(prime) << UInt128(32 * degree)
        var (low, high) = (UInt128(0), UInt128(1) << 40)
        while high - low > 1 {
            let middle = (low + high) / 2
            let power = degree == 2 ? middle * middle : middle * middle * middle
            if power <= scaled { low = middle } else { high = middle }
        }
        return UInt32(truncatingIfNeeded: low)
    }
}
