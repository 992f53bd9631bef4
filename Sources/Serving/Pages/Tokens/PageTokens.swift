public import ByteText
public import OpenSSL

/// Page addresses for proxies that can't forward a body: `/_fp/` and a token that contains the click, sealed.
///
/// The click is in the token rather than in memory, so that the page can be served by every worker, every process with
/// the same key, and a restarted process, and clients can't fill the memory with clicks. It is encrypted, not only
/// signed: links carry one-time codes, and page addresses end up in logs and histories. It contains no decision: the
/// front decides again for the requesting browser, by the current rules. A valid token reveals the link to its
/// holder.
public struct PageTokens: Sendable {
    /// How long a page can be opened, in seconds.
    static let lifetime: Int64 = 300
    /// The minimum length of a token in bytes.
    public static let minimumCount = (9 + 3 * 4 + SealingKey.overhead) * 4 / 3
    /// The maximum length of a token; longer ones do not fit into the request line.
    private static let maximumCount = 12_288
    /// The first byte of a click: the version of the format.
    static let version: UInt8 = 1
    /// The first byte of an install token, different from those of clicks and marks (``MarkedPlace``).
    static let installVersion: UInt8 = 3

    /// The input for deciding again: the link, and information from a trusted proxy that the browser does not send.
    /// Slices of an arena.
    public struct Click: Sendable {
        /// The clicked link, as received.
        public var link: TextRange
        /// The `Fingerpost-Device` field; empty if there was none.
        public var profile: TextRange
        /// The country; empty if unknown.
        public var country: TextRange

        /// A click on a link, with additional information.
        public init(link: TextRange, profile: TextRange = .empty, country: TextRange = .empty) {
            self.link = link
            self.profile = profile
            self.country = country
        }
    }

    /// Why a token can't be used.
    public enum Fault: Error {
        /// Not sealed with any of the keys, or modified.
        case forged
        case expired
    }

    /// The keys that seal and open the tokens.
    public let keys: PageKeys

    /// Creates tokens that every process with the same keys can open.
    public init(_ keys: PageKeys = PageKeys()) {
        self.keys = keys
    }

    /// Appends the sealed bytes of a click to the arena that holds it, for ``appendToken(_:to:)``. Returns `nil` if the
    /// token would be too long.
    public func seal(_ click: Click, now: Int64, by sealer: Sealer, in arena: inout ByteArena) -> TextRange? {
        let mark = arena.count
        arena.append(Self.version)
        Self.append(UInt64(bitPattern: now + Self.lifetime), bytes: 8, to: &arena)
        Self.append(click.link, to: &arena)
        Self.append(click.profile, to: &arena)
        Self.append(click.country, to: &arena)
        guard (arena.count - mark + SealingKey.overhead) * 4 / 3 < Self.maximumCount else { return nil }
        return seal(arena.piece(from: mark), now: now, by: sealer, in: &arena)
    }

    /// Appends the token of sealed bytes.
    @discardableResult
    public func appendToken(_ sealed: TextRange, to arena: inout ByteArena) -> TextRange {
        arena.append(rewriting: sealed, atMost: Base64URL.encodedCount(Int(sealed.count))) { bytes, text in
            Base64URL.encode(bytes, to: &text)
        }
    }

    /// The click of a token, as slices of the arena. Throws if the token was forged or is older than five minutes.
    public func click(
        of token: Span<UInt8>, now: Int64, by sealer: Sealer, in arena: inout ByteArena
    ) throws(Fault) -> Click {
        guard token.count <= Self.maximumCount,
            let text = open(arena.append(token), version: Self.version, now: now, by: sealer, in: &arena)
        else { throw .forged }
        var position = text.start + 1
        let expiry = Int64(bitPattern: Self.number(bytes: 8, in: arena, &position))
        guard now <= expiry else { throw .expired }
        // Sealed data is well-formed, since only this type creates it.
        let link = Self.piece(in: arena, &position)
        let profile = Self.piece(in: arena, &position)
        return Click(link: link, profile: profile, country: Self.piece(in: arena, &position))
    }

    /// Appends the sealed form of a text.
    func seal(_ text: TextRange, now: Int64, by sealer: Sealer, in arena: inout ByteArena) -> TextRange {
        seal(text, with: keys.sealing(at: now), by: sealer, in: &arena)
    }

    func seal(_ text: TextRange, with key: SealingKey, by sealer: Sealer, in arena: inout ByteArena) -> TextRange {
        arena.append(rewriting: text, atMost: Int(text.count) + SealingKey.overhead) { text, sealed in
            sealer.seal(text, with: key, to: &sealed)
        }
    }

    /// Opens a Base64 token and appends the plaintext. Returns `nil` if no key has sealed it or its version differs.
    func open(
        _ token: TextRange, version: UInt8, now: Int64, by sealer: Sealer, in arena: inout ByteArena
    ) -> TextRange? {
        open(token, version: version, with: keys.opening(at: now), by: sealer, in: &arena)
    }

    func open(
        _ token: TextRange, version: UInt8, with keys: [SealingKey], by sealer: Sealer, in arena: inout ByteArena
    ) -> TextRange? {
        var isValid = false
        let sealed = arena.append(rewriting: token, atMost: Int(token.count) * 3 / 4) { text, bytes in
            isValid = Base64URL.decode(text, to: &bytes)
        }
        guard isValid else { return nil }
        for key in keys {
            let text = arena.append(rewriting: sealed, atMost: Int(sealed.count)) { sealed, text in
                isValid = sealer.open(sealed, with: key, to: &text)
            }
            if isValid { return !text.isEmpty && arena[text.start] == version ? text : nil }
        }
        return nil
    }

    private static func append(_ part: TextRange, to arena: inout ByteArena) {
        append(UInt64(part.count), bytes: 4, to: &arena)
        arena.append(copyOf: part)
    }

    private static func piece(in arena: borrowing ByteArena, _ position: inout Int) -> TextRange {
        let count = Int(number(bytes: 4, in: arena, &position))
        defer { position += count }
        return TextRange(offset: position, count: count)
    }

    static func append(_ value: UInt64, bytes: Int, to arena: inout ByteArena) {
        var shift = 8 * bytes
        while shift > 0 {
            shift -= 8
            arena.append(UInt8(truncatingIfNeeded: value >> UInt64(shift)))
        }
    }

    static func number(bytes: Int, in arena: borrowing ByteArena, _ position: inout Int) -> UInt64 {
        var number: UInt64 = 0
        for _ in 0..<bytes {
            number = number << 8 | UInt64(arena[position])
            position += 1
        }
        return number
    }
}
