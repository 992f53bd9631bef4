import ByteText
import Compression
import OpenSSL
import RuleBundle

/// A bundle is either signed by a trusted key or refused, whatever the archive contains.
///
/// The first byte selects the layer that the rest belongs to: the whole archive, the tar file in gzip, its entries, or
/// the signed manifest and its entries. A gzip file mutated by libFuzzer is nearly always damaged, and headers have
/// checksums: without these forms, nothing behind the gzip reader, the headers and the signature would be covered.
enum BundleProperties {
    private static let key = SigningKey(.ed25519)

    static func fault(of input: Span<UInt8>) -> String? {
        guard input.count > 0 else { return nil }
        let rest = (1..<input.count).map { input[$0] }
        switch input[0] & 3 {
        case 0: return unsigned(rest)
        case 1: return compressed(rest).flatMap(unsigned)
        case 2: return compressed(archive(of: rest[...])).flatMap(unsigned)
        default: return signed(rest)
        }
    }

    /// An unsigned archive is refused.
    private static func unsigned(_ archive: [UInt8]) -> String? {
        do throws(BundleFault) { _ = try SignedBundle(archive, trusting: [key.verifyingKey]) } catch { return nil }
        return "an archive was accepted that no key has signed"
    }

    /// The manifest's length in two bytes, the manifest, then entries.
    private static func signed(_ bytes: [UInt8]) -> String? {
        let count = bytes.prefix(2).reduce(0) { $0 << 8 | Int($1) }
        let manifest = Array(bytes.dropFirst(2).prefix(count))
        var tar = entry(0x30, ".signature.json", signature(of: manifest))
        tar += entry(0x30, ".manifest.json", manifest)
        guard let archive = compressed(tar + archive(of: bytes.dropFirst(2 + count))) else { return nil }
        guard let bundle = try? SignedBundle(archive, trusting: [key.verifyingKey]) else { return nil }
        return fault(in: bundle)
    }

    private static func signature(of manifest: [UInt8]) -> [UInt8] {
        let value: JSONValue = [
            "format": 1, "algorithm": .string(key.algorithm.rawValue), "key": .string(key.verifyingKey.id),
            "signature": .string(Hexadecimal.text(key.signature(of: manifest.span))),
        ]
        return Array(value.text.utf8)
    }

    /// An accepted bundle has exactly the signed files, at paths below its folder.
    private static func fault(in bundle: SignedBundle) -> String? {
        let paths = bundle.files.map(\.path)
        guard paths == bundle.manifest.files.map(\.path) else { return "other files than were signed" }
        guard Set(paths).count == paths.count else { return "a file occurs twice" }
        for (file, listed) in zip(bundle.files, bundle.manifest.files) {
            if file.bytes.count != listed.size || Digest.sha256Hex(file.bytes.span) != listed.sha256 {
                return "\(file.path) is not what was signed"
            }
            let parts = file.path.split(separator: "/", omittingEmptySubsequences: false)
            if parts.contains(where: { $0.isEmpty || $0.hasPrefix(".") }) || file.path.utf8.contains(0) {
                return "a file at \(file.path)"
            }
        }
        // Invalid rules are diagnosed.
        _ = bundle.rules(forReview: true)
        return nil
    }

    // MARK: - Archives

    private static func compressed(_ tar: [UInt8]) -> [UInt8]? { try? GzipCompressor.compressed(tar.span) }

    /// Entries and the end-of-archive marker. Each entry is its type, the lengths of name and content, name and content.
    private static func archive(of bytes: ArraySlice<UInt8>) -> [UInt8] {
        var rest = bytes
        var tar: [UInt8] = []
        while rest.count >= 3 {
            let lengths = Array(rest.prefix(3))
            rest = rest.dropFirst(3)
            let name = rest.prefix(Int(lengths[1]))
            rest = rest.dropFirst(name.count)
            let content = rest.prefix(Int(lengths[2]))
            rest = rest.dropFirst(content.count)
            tar += entry(lengths[0], name, content)
        }
        return tar + [UInt8](repeating: 0, count: 1_024)
    }

    private static func entry(_ type: UInt8, _ name: String, _ content: [UInt8]) -> [UInt8] {
        entry(type, Array(name.utf8)[...], content[...])
    }

    /// A ustar header with its checksum, and the content.
    private static func entry(_ type: UInt8, _ name: ArraySlice<UInt8>, _ content: ArraySlice<UInt8>) -> [UInt8] {
        var block = [UInt8](repeating: 0, count: 512)
        func put(_ bytes: some Collection<UInt8>, at place: Int) {
            block.replaceSubrange(place..<place + bytes.count, with: bytes)
        }
        put(name.prefix(100), at: 0)
        put(name.dropFirst(100).prefix(155), at: 345)
        put(octal(content.count, digits: 11), at: 124)
        put(octal(0, digits: 11), at: 136)
        block[156] = type
        put("ustar\u{0}00".utf8, at: 257)
        put([UInt8](repeating: 0x20, count: 8), at: 148)
        put(octal(block.reduce(0) { $0 + Int($1) }, digits: 6) + [0], at: 148)
        let padding = (512 - content.count % 512) % 512
        return block + content + [UInt8](repeating: 0, count: padding)
    }

    private static func octal(_ number: Int, digits: Int) -> [UInt8] {
        let text = String(number, radix: 8)
        return Array((String(repeating: "0", count: max(0, digits - text.count)) + text).utf8)
    }
}
