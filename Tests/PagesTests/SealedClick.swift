import ByteText
import OpenSSL

@testable import Pages

/// A click's bytes, and its token.
struct SealedClick: Equatable {
    var link: [UInt8]
    var profile: [UInt8] = []
    var country: [UInt8] = []
}

extension PageTokens {
    func token(for click: SealedClick, now: Int64) -> [UInt8]? {
        var arena = ByteArena()
        let link = arena.append(click.link.span)
        let profile = arena.append(click.profile.span)
        let pieces = Click(link: link, profile: profile, country: arena.append(click.country.span))
        guard let sealed = seal(pieces, now: now, by: Sealer(), in: &arena) else { return nil }
        return Array(arena.string(appendToken(sealed, to: &arena)).utf8)
    }

    func sealedClick(of token: [UInt8], now: Int64) throws(Fault) -> SealedClick {
        var arena = ByteArena()
        let click = try click(of: token.span, now: now, by: Sealer(), in: &arena)
        return SealedClick(
            link: Array(arena.string(click.link).utf8), profile: Array(arena.string(click.profile).utf8),
            country: Array(arena.string(click.country).utf8))
    }
}
