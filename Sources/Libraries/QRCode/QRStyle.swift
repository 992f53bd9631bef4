/// The appearance of a QR code.
public struct QRStyle: Sendable, Hashable {
    /// The minimum contrast of the two colors. Cameras see less contrast than people: paper yellows, screens reflect.
    public static let leastContrast = 4.5
    /// The maximum quiet zone, in modules.
    public static let widestMargin = 16

    /// The quiet zone around the code, in modules.
    public let margin: Int
    /// The color of the dark modules.
    public let dark: RGBColor
    /// The color of everything else.
    public let light: RGBColor

    /// Black on white, with the standard quiet zone.
    public static let standard = QRStyle(unchecked: QRCode.quietZone, dark: .black, light: .white)

    /// Returns `nil` if readers can't rely on the colors, because the contrast is too low or light modules are on a
    /// dark background, which many readers do not detect, or if the margin is out of range.
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
