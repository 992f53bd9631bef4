import ByteText
import OpenSSL
import QRCode

/// The QR codes that a worker drew recently. Drawing one takes from a few hundred microseconds to a few milliseconds;
/// requesting the same one again costs a lookup.
struct LinkPictures {
    struct Picture: Equatable {
        let body: [UInt8]
        /// A strong validator in quotes (RFC 9110, section 8.8.3): equal for equal bytes in every process.
        let entityTag: String
    }

    private struct Key: Hashable {
        var link: String
        var request: PictureRequest
    }

    static let maximumBytes = 2 << 20
    /// The maximum size of a picture that is embedded in a page.
    static let maximumInlineBytes = 4_096

    private var pictures: [Key: Picture] = [:]
    private var inline: [String: [UInt8]] = [:]
    private(set) var byteCount = 0

    /// The picture of a link's code.
    mutating func picture(of link: Span<UInt8>, _ request: PictureRequest) throws(PictureRequest.Fault) -> Picture {
        let key = Key(link: String(link), request: request)
        if let known = pictures[key] { return known }
        let body = try request.picture(of: link)
        let tag = "\"" + Digest.sha256Hex(body.span).prefix(32) + "\""
        let picture = Picture(body: body, entityTag: tag)
        makeRoom(for: body.count + link.count)
        pictures[key] = picture
        return picture
    }

    /// An `svg` element with a link's code, for embedding in a page: about two thousand bytes. `nil` if the link is so long
    /// that the element would exceed ``maximumInlineBytes``.
    ///
    /// - Parameter keeps: Whether to cache it for the next page; a link with a secret must not be cached.
    mutating func inline(of link: Span<UInt8>, keeps: Bool) -> [UInt8]? {
        let name = String(link)
        if let known = inline[name] { return known.isEmpty ? nil : known }
        var element: [UInt8] = []
        // A longer link has too many modules. Scanning from a screen needs little error correction.
        if link.count <= 256, let code = try? QRCode(link, .low) {
            let svg = code.svg(title: "QR code of this link")
            if svg.count <= Self.maximumInlineBytes { element = svg }
        }
        if keeps {
            makeRoom(for: element.count + link.count)
            inline[name] = element
        }
        return element.isEmpty ? nil : element
    }

    private mutating func makeRoom(for count: Int) {
        // Includes the table's overhead per entry.
        let count = count + 128
        if byteCount + count > Self.maximumBytes {
            pictures.removeAll()
            inline.removeAll()
            byteCount = 0
        }
        byteCount += count
    }
}
