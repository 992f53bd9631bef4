import CQREncode

/// A QR code (ISO/IEC 18004) of a text: a square of dark and light modules, without the surrounding quiet zone.
///
/// The only module that uses libqrencode. Creating a code takes some hundred microseconds, since all masks are tried,
/// and allocates. May be done on any thread.
public struct QRCode: Sendable, Equatable {
    /// The proportion of a code that may be lost while it remains readable; higher levels produce larger codes.
    public enum Correction: String, Sendable, CaseIterable {
        /// About 7 %.
        case low = "L"
        /// About 15 %, the usual level.
        case medium = "M"
        /// About 25 %.
        case quartile = "Q"
        /// About 30 %: an image may cover the center.
        case high = "H"
    }

    /// The text is empty, contains a NUL, or does not fit into the largest code with this correction: between 1273 and
    /// 2953 bytes.
    public struct Fault: Error, Sendable {}

    /// The width of the quiet zone that readers require around a code, in modules.
    public static let quietZone = 4

    /// The number of modules per side: 21 to 177.
    public let width: Int
    /// Row by row, one byte per module, with the lowest bit set for dark modules.
    private let modules: [UInt8]

    /// Creates the smallest code for a text. The bytes are encoded unchanged; letters keep their case.
    public init(_ text: Span<UInt8>, _ correction: Correction = .medium) throws(Fault) {
        var string: [CChar] = []
        string.reserveCapacity(text.count + 1)
        for index in text.indices {
            guard text[index] != 0 else { throw Fault() }
            string.append(CChar(bitPattern: text[index]))
        }
        guard !string.isEmpty else { throw Fault() }
        string.append(0)
        // Safe: the library reads the string only during the call, up to the NUL. Debian's build protects its tables
        // with a mutex, so threads may create codes concurrently.
        let made = unsafe string.withUnsafeBufferPointer { string in
            unsafe QRcode_encodeString(string.baseAddress, 0, correction.level, QR_MODE_8, 1)
        }
        // Safe: the code is owned from here on and freed once, after the last read; it has width² modules.
        guard let code = unsafe made else { throw Fault() }
        defer { unsafe QRcode_free(code) }
        width = Int(unsafe code.pointee.width)
        modules = unsafe Array(UnsafeBufferPointer(start: code.pointee.data, count: width * width))
    }

    /// Whether a module is dark. Row and column are numbered from 0.
    public func isDark(row: Int, column: Int) -> Bool { modules[row * width + column] & 1 == 1 }

    /// Calls `body` with each run of dark modules of a row, from left to right.
    func forEachRun(row: Int, _ body: (_ start: Int, _ count: Int) -> Void) {
        var column = 0
        while column < width {
            let start = column
            while column < width, isDark(row: row, column: column) { column += 1 }
            if column > start { body(start, column - start) }
            column += 1
        }
    }
}

extension QRCode.Correction {
    fileprivate var level: QRecLevel {
        switch self {
        case .low: QR_ECLEVEL_L
        case .medium: QR_ECLEVEL_M
        case .quartile: QR_ECLEVEL_Q
        case .high: QR_ECLEVEL_H
        }
    }
}
