public import ByteText
import WebAddress

/// An invalid character and its position, for messages, which contain nothing else of the text.
public struct CharacterPlace: Equatable, Sendable {
    /// The suggested fix.
    enum Remedy {
        /// Covered by the rest of the message.
        case unstated
        /// Percent-encode it.
        case escape
        /// Use the host's `xn--` form.
        case asciiHost
        /// Use a domain instead of an IPv6 address.
        case domain
        case remove
    }

    /// The character.
    public let scalar: Unicode.Scalar
    /// Its position in Unicode scalars, counted from 1.
    public let position: Int
    private let remedy: Remedy

    /// The character at a byte offset; `nil` if the bytes are not UTF-8 or the offset is not a character boundary.
    init?(at offset: Int, in bytes: Span<UInt8>, _ remedy: Remedy = .unstated) {
        guard let text = try? UTF8Span(validating: bytes) else { return nil }
        var scalars = text.makeUnicodeScalarIterator()
        var position = 1
        while scalars.currentCodeUnitOffset < offset {
            guard scalars.next() != nil else { return nil }
            position += 1
        }
        guard scalars.currentCodeUnitOffset == offset, let scalar = scalars.next() else { return nil }
        self.scalar = scalar
        self.position = position
        self.remedy = remedy
    }

    /// Appends `Character 20 is a space; write it as %20.`
    public func append(to arena: inout ByteArena) {
        arena.append("Character ")
        arena.append(String(position))
        arena.append(" is ")
        appendName(to: &arena)
        switch remedy {
        case .unstated: break
        case .escape where scalar.properties.generalCategory == .format: arena.append("; remove it")
        case .escape:
            arena.append("; write it as ")
            for byte in UTF8.encode(scalar) ?? .init() {
                arena.append("%")
                arena.append(Self.hexadecimal(UInt32(byte), digits: 2))
            }
        case .asciiHost: arena.append("; write the host in its xn-- form")
        case .domain: arena.append("; use a domain, not an IPv6 address")
        case .remove: arena.append("; remove it")
        }
        arena.append(".")
    }

    private func appendName(to arena: inout ByteArena) {
        switch scalar {
        case " ": arena.append("a space")
        case "\t": arena.append("a tab")
        case "\n", "\r": arena.append("a line break")
        case "!"..."~":
            arena.append("`")
            arena.append(UInt8(ascii: scalar))
            arena.append("`")
        default:
            if scalar.properties.isAlphabetic, scalar.properties.isXIDStart {
                arena.append("`")
                arena.append(String(scalar))
                arena.append("` (")
            }
            arena.append("U+")
            arena.append(Self.hexadecimal(scalar.value, digits: 4))
            if scalar.properties.isAlphabetic, scalar.properties.isXIDStart { arena.append(")") }
        }
    }

    private static func hexadecimal(_ value: UInt32, digits: Int) -> String {
        let text = String(value, radix: 16, uppercase: true)
        return String(repeating: "0", count: max(0, digits - text.count)) + text
    }
}
