import Compression

/// The text of a gzip file, inflated incrementally as it is read.
struct InflatedText: ~Copyable {
    private let archive: [UInt8]
    private let decompressor: Decompressor
    private var position = 0

    init(_ archive: [UInt8]) throws(BundleFault) {
        // Two magic bytes, and the only defined compression method (RFC 1952, section 2.3.1).
        guard archive.starts(with: [0x1F, 0x8B, 8]) else {
            throw BundleFault(.format, "not a bundle: the file is not gzip")
        }
        let decompressor: Decompressor
        do throws(CompressionFault) { decompressor = try Decompressor(.gzip) } catch {
            throw BundleFault(.format, "out of memory while inflating it")
        }
        self.archive = archive
        self.decompressor = decompressor
    }

    /// The next bytes: the requested number, or fewer at the end.
    mutating func read(upTo count: Int) throws(BundleFault) -> [UInt8] {
        var output = [UInt8](repeating: 0, count: count)
        var filled = 0
        while filled < count {
            let step: Decompressor.Step
            do throws(CompressionFault) {
                step = try decompressor.decompress(
                    archive.span.extracting(position..<archive.count), into: &output, filled..<count)
            } catch { throw BundleFault(.format, "the archive is damaged: it can't be inflated") }
            position += step.consumed
            filled += step.produced
            if step.consumed == 0, step.produced == 0 { break }
        }
        if filled < count, !decompressor.isAtEnd { throw Self.cutOff }
        output.removeLast(count - filled)
        return output
    }

    /// Exactly the requested number of bytes.
    mutating func read(_ count: Int) throws(BundleFault) -> [UInt8] {
        let bytes = try read(upTo: count)
        guard bytes.count == count else { throw Self.cutOff }
        return bytes
    }

    private static var cutOff: BundleFault { BundleFault(.format, "the archive is truncated") }
}
