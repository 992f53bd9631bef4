import CQREncode

/// A QR code (ISO/IEC 18004) of a text: a square of dark and light modules, without the quiet zone around it.
///
/// By libqrencode, which only this module knows. Making one takes some hundred microseconds, as all masks are tried, and
/// allocates. Any thread may.
public struct QRCode: Sendable, Equatable {
    /// How much of a code may be lost before it can't be read any more; the more, the larger the code.
    public enum Correction: String, Sendable, CaseIterable {
        /// About 7 %.
        case low = "L"
        /// About 15 %: what is usual.
        case medium = "M"
        /// About 25 %.
        case quartile = "Q"
        /// About 30 %: a picture may cover the middle.
        case high = "H"
    }

    /// The text is empty, has a NUL, or does not fit into the largest code with this correction: between 1273 and 2953 bytes.
    public struct Fault: Error, Sendable {}

    /// The quiet zone that readers count on around a code, in modules.
    public static let quietZone = 4

    /// How many modules a side has: 21 to 177.
    public let width: Int
    /// Row by row, a byte a module; its lowest bit is set where it is dark.
    private let modules: [UInt8]

    /// The smallest code of a text. The bytes are taken as they are; letters keep their case.
    public init(_ text: Span<UInt8>, _ correction: Correction = .medium) throws(Fault) {
        var string: [CChar] = []
        string.reserveCapacity(text.count + 1)
        for index in text.indices {
            guard text[index] != 0 else { throw Fault() }
            string.append(CChar(bitPattern: text[index]))
        }
        guard !string.isEmpty else { throw Fault() }
        string.append(0)
        // Safe: the library reads the string within the call only, up to the NUL. Debian's build guards its tables by a
        // mutex, so that threads may make codes at the same time.
        let made = unsafe string.withUnsafeBufferPointer { string in
            unsafe QRcode_encodeString(string.baseAddress, 0, correction.level, QR_MODE_8, 1)
        }
        // Safe: the code is the caller's from here on and is freed once, after the last read; it has width² modules.
        guard let code = unsafe made else { throw Fault() }
        defer { unsafe QRcode_free(code) }
        width = Int(unsafe code.pointee.width)
        modules = unsafe Array(UnsafeBufferPointer(start: code.pointee.data, count: width * width))
    }

    /// Whether a module is dark. Both count from 0.
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
