public import Compression

/// PNG output (W3C PNG, third edition): one bit per pixel, and a palette of two colors.
extension QRCode {
    /// The minimum size of an image in pixels: one per module, including the quiet zone.
    public func leastSize(_ style: QRStyle) -> Int { width + 2 * style.margin }

    /// A square image. Modules are squares of whole pixels; the remaining space widens the quiet zone.
    ///
    /// Throws if out of memory. Takes about a millisecond for a thousand pixels.
    ///
    /// - Parameter size: The width in pixels, at least ``leastSize(_:)``.
    public func png(_ style: QRStyle = .standard, size: Int) throws(CompressionFault) -> [UInt8] {
        let scale = size / leastSize(style)
        precondition(scale > 0, "the image is smaller than the code")
        var file: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
        // One bit per pixel, palette colors, deflate, standard filters, not interlaced.
        Self.append("IHDR", Self.bigEndian(size) + Self.bigEndian(size) + [1, 3, 0, 0, 0], to: &file)
        Self.append("PLTE", style.light.parts + style.dark.parts, to: &file)
        let lines = lines(size: size, scale: scale)
        Self.append("IDAT", try ZlibCompressor.compressed(lines.span), to: &file)
        Self.append("IEND", [], to: &file)
        return file
    }

    /// The scanlines of the image, each preceded by its filter type. The first of identical lines is unfiltered; the
    /// others are encoded as the difference to the line above, which is zero.
    private func lines(size: Int, scale: Int) -> [UInt8] {
        let edge = (size - width * scale) / 2
        let lineCount = 1 + (size + 7) / 8
        var lines = [UInt8](repeating: 0, count: lineCount * size)
        var last: Int?
        for y in 0..<size {
            let row = y < edge || y >= edge + width * scale ? -1 : (y - edge) / scale
            let start = y * lineCount
            if row == last {
                lines[start] = 2
            } else if row >= 0 {
                forEachRun(row: row) { begin, count in
                    for x in (edge + begin * scale)..<(edge + (begin + count) * scale) {
                        lines[start + 1 + x / 8] |= 0x80 >> UInt8(x % 8)
                    }
                }
            }
            last = row
        }
        return lines
    }

    private static func append(_ type: StaticString, _ content: [UInt8], to file: inout [UInt8]) {
        file += bigEndian(content.count)
        // Safe: the bytes of the literal are copied during the call.
        let chunk = type.withUTF8Buffer { unsafe Array($0) } + content
        file += chunk
        file += bigEndian(Int(CRC32.of(chunk.span)))
    }

    private static func bigEndian(_ number: Int) -> [UInt8] {
        (0..<4).map { UInt8(truncatingIfNeeded: number >> (24 - 8 * $0)) }
    }
}

extension RGBColor {
    fileprivate var parts: [UInt8] { [red, green, blue] }
}
