/// How a QR code is drawn.
public struct QRStyle: Sendable, Hashable {
    /// The least contrast of two colours. Cameras see less of it than people: paper yellows, screens mirror.
    public static let leastContrast = 4.5
    /// The widest quiet zone, in modules.
    public static let widestMargin = 16

    /// The quiet zone around the code, in modules.
    public let margin: Int
    /// The colour of the modules.
    public let dark: RGBColor
    /// The colour of everything else.
    public let light: RGBColor

    /// Black on white, with the quiet zone of the standard.
    public static let standard = QRStyle(unchecked: QRCode.quietZone, dark: .black, light: .white)

    /// Nil if a reader could not rely on the colours: too little contrast, or light modules on a dark ground, which many
    /// readers don't look for.
    public init?(margin: Int = QRCode.quietZone, dark: RGBColor = .black, light: RGBColor = .white) {
        guard (0...Self.widestMargin).contains(margin), light.contrast(over: dark) >= Self.leastContrast else {
            return nil
        }
        self.init(unchecked: margin, dark: dark, light: light)
    }

    private init(unchecked margin: Int, dark: RGBColor, light: RGBColor) {
        (self.margin, self.dark, self.light) = (margin, dark, light)
    }
}
