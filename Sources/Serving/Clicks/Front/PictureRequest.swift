import Access
import ByteText
import HTTP
import QRCode

/// The requested format and style of a link's QR code: `/CODE/qr.svg` or `/CODE/qr.png`.
struct PictureRequest: Hashable {
    enum Format: Hashable, CaseIterable { case svg, png }

    /// The error in the request, and the expected value.
    struct Fault: Error {
        let message: String
    }

    /// The permitted sizes of a picture, in pixels; for larger prints use SVG.
    static let sizes = 64...1_024
    /// The default width of a PNG.
    static let usualSize = 512

    var format: Format
    var correction = QRCode.Correction.medium
    var style = QRStyle.standard
    /// The width in pixels.
    var size: Int?

    /// A picture with default parameters.
    init(_ format: Format) { self.format = format }

    /// The format of a picture's path, and the length of the link's part; `nil` for other paths.
    static func format(of path: Span<UInt8>) -> (Format, linkCount: Int)? {
        let format: Format
        if path.ends(with: "/qr.svg") {
            format = .svg
        } else if path.ends(with: "/qr.png") {
            format = .png
        } else {
            return nil
        }
        let count = path.count - 7
        guard count > 1, path[count - 1] != UInt8(ascii: "/") else { return nil }
        return (format, count)
    }

    /// Parses the query parameters.
    init(_ format: Format, _ query: Span<UInt8>?) throws(Fault) {
        self.init(format)
        let values: APIQuery
        do throws(APIError) {
            values = try APIQuery(query)
            try values.require(only: ["size", "ec", "margin", "fg", "bg"])
            size = try values.count("size", in: Self.sizes)
            let margin = try values.count("margin", in: 0...QRStyle.widestMargin) ?? QRCode.quietZone
            correction = try Self.correction(values["ec"])
            style = try Self.style(
                margin: margin, dark: try Self.color("fg", values) ?? .black,
                light: try Self.color("bg", values) ?? .white)
        } catch { throw Fault(message: error.message) }
    }

    private static func correction(_ text: String?) throws(APIError) -> QRCode.Correction {
        guard let text else { return .medium }
        guard let correction = QRCode.Correction(rawValue: text.uppercased()) else {
            throw APIError(.badRequest, "ec must be L, M, Q or H")
        }
        return correction
    }

    private static func color(_ name: String, _ values: APIQuery) throws(APIError) -> RGBColor? {
        guard let text = values[name] else { return nil }
        guard let color = RGBColor(hex: text) else {
            throw APIError(.badRequest, "\(name) must be a color as RRGGBB or RGB in hexadecimal")
        }
        return color
    }

    private static func style(margin: Int, dark: RGBColor, light: RGBColor) throws(APIError) -> QRStyle {
        guard let style = QRStyle(margin: margin, dark: dark, light: light) else {
            throw APIError(
                .badRequest,
                """
                fg must be darker than bg, with a contrast of at least \(QRStyle.leastContrast) to 1: cameras don't read \
                other codes
                """)
        }
        return style
    }

    /// Draws the code of a link.
    func picture(of link: Span<UInt8>) throws(Fault) -> [UInt8] {
        let code: QRCode
        do { code = try QRCode(link, correction) } catch {
            throw Fault(message: "the link is too long for a QR code with ec=\(correction.rawValue)")
        }
        guard format == .png else { return code.svg(style, title: "QR code of \(String(link))", size: size) }
        let size = size ?? Self.usualSize
        guard size >= code.leastSize(style) else {
            throw Fault(message: "size must be at least \(code.leastSize(style)) for this link")
        }
        do { return try code.png(style, size: size) } catch {
            throw Fault(message: "not enough memory for the picture; request a smaller one")
        }
    }
}
