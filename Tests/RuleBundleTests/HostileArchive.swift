import Compression
import OpenSSL

@testable import RuleBundle

/// An archive built entry by entry, in ways that no honest writer uses.
struct HostileArchive {
    private(set) var bytes: [UInt8] = []

    /// An archive that begins like a signed bundle of these files.
    init(signing files: [BundleFile], revision: Int = 1, with key: SigningKey) {
        let manifest = BundleManifest(files, revision: revision, created: 0).json
        self.init(manifest: manifest, with: key)
    }

    init(manifest: [UInt8], with key: SigningKey) {
        add(".signature.json", BundleSignature(of: manifest, by: key).json)
        add(".manifest.json", manifest)
    }

    init() {}

    /// Adds an entry; `size` and `type` may be false, and `change` alters the header before its checksum is computed.
    mutating func add(
        _ path: String, _ content: [UInt8] = [], type: Character = "0", size: Int? = nil,
        change: (inout [UInt8]) -> Void = { _ in }
    ) {
        var block = TarHeader(path: String(path.prefix(100)), size: size ?? content.count, modified: 0).block
        block[156] = type.asciiValue ?? 0
        change(&block)
        for index in 148..<156 { block[index] = 0x20 }
        let sum = String(block.reduce(0) { $0 + Int($1) }, radix: 8)
        block.replaceSubrange(
            148..<156, with: Array((String(repeating: "0", count: 6 - sum.count) + sum).utf8) + [0, 0x20])
        bytes += block + content
        if content.count % 512 > 0 { bytes += [UInt8](repeating: 0, count: 512 - content.count % 512) }
    }

    mutating func add(_ file: BundleFile) { add(file.path, file.bytes) }

    mutating func append(_ more: [UInt8]) { bytes += more }

    /// The archive with its end marker, compressed.
    func gzip(end: [UInt8] = [UInt8](repeating: 0, count: 1024)) throws -> [UInt8] {
        try GzipCompressor.compressed((bytes + end).span)
    }
}
