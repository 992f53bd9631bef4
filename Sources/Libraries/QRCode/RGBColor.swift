import Glibc

/// An sRGB color, with its contrast to others.
public struct RGBColor: Sendable, Hashable {
    /// The components of the color, from 0 to 255.
    public let red, green, blue: UInt8

    /// Black.
    public static let black = RGBColor(red: 0, green: 0, blue: 0)
    /// White.
    public static let white = RGBColor(red: 255, green: 255, blue: 255)

    /// Creates a color from its components.
    public init(red: UInt8, green: UInt8, blue: UInt8) {
        (self.red, self.green, self.blue) = (red, green, blue)
    }

    /// Parses a color as in style sheets: `RRGGBB` or `RGB` in hexadecimal, with or without `#`. Returns `nil` for
    /// anything else.
    public init?(hex text: String) {
        let digits = text.hasPrefix("#") ? text.dropFirst() : text[...]
        let values = digits.utf8.compactMap { UInt8(String(UnicodeScalar($0)), radix: 16) }
        guard values.count == digits.utf8.count else { return nil }
        switch values.count {
        case 3: self.init(red: values[0] * 17, green: values[1] * 17, blue: values[2] * 17)
        case 6:
            self.init(
                red: values[0] << 4 | values[1], green: values[2] << 4 | values[3], blue: values[4] << 4 | values[5])
        default: return nil
        }
    }

    /// `rrggbb`.
    public var hex: String {
        [red, green, blue].map { part in
            let text = String(part, radix: 16)
            return text.count == 1 ? "0" + text : text
        }.joined()
    }

    /// Relative luminance: 0 for black, 1 for white (WCAG 2.2).
    public var luminance: Double {
        func linear(_ part: UInt8) -> Double {
            let value = Double(part) / 255
            return value <= 0.04045 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4)
        }
        return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue)
    }

    /// The contrast to a darker color, from 1 to 21; below 1 if the other one is lighter (WCAG 2.2).
    public func contrast(over dark: RGBColor) -> Double { (luminance + 0.05) / (dark.luminance + 0.05) }
}
