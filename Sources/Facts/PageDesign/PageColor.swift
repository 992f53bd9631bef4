import Glibc

/// An sRGB color of a page.
public struct PageColor: Sendable, Hashable {
    /// Red, green and blue.
    public var red, green, blue: UInt8

    /// Creates a color from its components.
    public init(red: UInt8, green: UInt8, blue: UInt8) {
        (self.red, self.green, self.blue) = (red, green, blue)
    }

    /// Parses a CSS color: `#0b57d0` or `#05d`; `nil` for any other text.
    public init?(_ text: String) {
        let digits = text.dropFirst().compactMap(\.hexDigitValue)
        guard text.hasPrefix("#"), text.utf8.count == digits.count + 1 else { return nil }
        switch digits.count {
        case 3: self.init(digits.map { $0 * 17 })
        case 6: self.init([digits[0] << 4 | digits[1], digits[2] << 4 | digits[3], digits[4] << 4 | digits[5]])
        default: return nil
        }
    }

    private init(_ parts: [Int]) {
        self.init(red: UInt8(parts[0]), green: UInt8(parts[1]), blue: UInt8(parts[2]))
    }

    /// The CSS form, such as `#0b57d0`.
    public var css: String {
        "#" + [red, green, blue].map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }

    static let white = PageColor(red: 255, green: 255, blue: 255)
    static let black = PageColor(red: 0, green: 0, blue: 0)

    /// The relative luminance (WCAG 2.2).
    private var luminance: Double {
        func linear(_ part: UInt8) -> Double {
            let value = Double(part) / 255
            return value <= 0.04045 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4)
        }
        return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue)
    }

    /// The contrast ratio (WCAG 2.2): from 1 for equal colors to 21.
    public func contrast(with other: PageColor) -> Double {
        let (one, two) = (luminance, other.luminance)
        return (max(one, two) + 0.05) / (min(one, two) + 0.05)
    }

    /// The minimum contrast for text other than large headings (WCAG 2.2, success criterion 1.4.3, level AA).
    public static let readableContrast = 4.5

    /// The color mixed with a share, from 0 to 1, of another one.
    func mixed(with other: PageColor, _ share: Double) -> PageColor {
        func mix(_ one: UInt8, _ two: UInt8) -> UInt8 {
            UInt8((Double(one) * (1 - share) + Double(two) * share).rounded())
        }
        return PageColor(red: mix(red, other.red), green: mix(green, other.green), blue: mix(blue, other.blue))
    }

    /// The closest color, mixed towards white or black, that is readable on a background.
    func readable(on ground: PageColor) -> PageColor {
        let goal = ground.mostReadable
        for step in 0...20 {
            let color = mixed(with: goal, Double(step) / 20)
            if color.contrast(with: ground) >= Self.readableContrast { return color }
        }
        return goal
    }

    /// White or black, whichever is more readable on this color. The contrast of the better one is always sufficient.
    var mostReadable: PageColor {
        contrast(with: .white) >= contrast(with: .black) ? .white : .black
    }
}
