import COpenSSL

/// The key derivation function scrypt (RFC 7914), which is slow and takes much memory, so that guessing passwords is
/// expensive.
public enum Scrypt {
    /// The cost parameters.
    public struct Costs: Sendable, Equatable {
        /// The binary logarithm of N, the number of blocks.
        public let logarithm: Int
        /// r: a block has 128·r bytes.
        public let blockSize: Int
        /// p: how many times the whole is done.
        public let parallelization: Int

        /// The costs of new hashes: 16 MiB, and some tens of milliseconds.
        public static let standard = Costs(uncheckedLogarithm: 14, blockSize: 8, parallelization: 1)

        /// `nil` if a derivation takes more than 64 MiB, or more than 64 times as long as one with the standard costs.
        public init?(logarithm: Int, blockSize: Int, parallelization: Int) {
            guard (1...20).contains(logarithm), (1...64).contains(blockSize), (1...64).contains(parallelization),
                blockSize << logarithm <= 1 << 19, parallelization * blockSize << logarithm <= 1 << 23
            else { return nil }
            self.init(uncheckedLogarithm: logarithm, blockSize: blockSize, parallelization: parallelization)
        }

        private init(uncheckedLogarithm logarithm: Int, blockSize: Int, parallelization: Int) {
            (self.logarithm, self.blockSize, self.parallelization) = (logarithm, blockSize, parallelization)
        }

        /// The limit on libcrypto's memory, in bytes: twice the memory of the blocks.
        fileprivate var memory: UInt64 {
            2 * 128 * UInt64(blockSize) * (UInt64(1) << UInt64(logarithm) + UInt64(parallelization) + 2)
        }
    }

    /// Derives a key of a given size from a password. Takes as long as the costs demand: not for an event loop.
    ///
    /// Traps if there is not enough memory.
    public static func key(of password: [UInt8], salt: [UInt8], _ costs: Costs, count: Int) -> [UInt8] {
        // Safe: libcrypto reads password and salt, and writes exactly `count` bytes of the new array's storage, during
        // the call.
        unsafe [UInt8](unsafeUninitializedCapacity: count) { output, filled in
            let done = unsafe password.withUnsafeBytes { password in
                let text = unsafe password.baseAddress?.assumingMemoryBound(to: CChar.self)
                return unsafe EVP_PBE_scrypt(
                    text, password.count, salt, salt.count, 1 << UInt64(costs.logarithm), UInt64(costs.blockSize),
                    UInt64(costs.parallelization), costs.memory, output.baseAddress, count)
            }
            precondition(done == 1, "libcrypto can't compute scrypt")
            filled = count
        }
    }
}
