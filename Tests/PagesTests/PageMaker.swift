import ByteText
import OpenSSL

@testable import Pages

/// An arena with the texts of pages, and the pages that are filled from it.
final class PageMaker {
    var arena = ByteArena()
    let templates: PageTemplates
    let sealer = Sealer()

    init() throws { templates = try SamplePages.templates() }

    /// A text, put into the arena.
    func text(_ text: String) -> TextRange { arena.append(text) }

    /// An address, put into the arena; nil where it may not be a link.
    func target(_ address: String, customScheme: String? = nil) -> PageTarget? {
        let piece = arena.append(address)
        return PageTarget(piece, customScheme: customScheme, in: arena)
    }

    /// An address known to be allowed.
    func allowed(_ address: String, customScheme: String? = nil) -> PageTarget {
        guard let target = target(address, customScheme: customScheme) else {
            preconditionFailure(address)
        }
        return target
    }

    func string(_ range: TextRange) -> String { arena.string(range) }

    func html(_ page: InterstitialPage) -> String {
        html { templates.append(page, from: arena, to: &$0) }
    }
    func html(_ page: ErrorPage) -> String { html { templates.append(page, from: arena, to: &$0) } }
    func html(_ page: StaticPage) -> String { html { templates.append(page, from: arena, to: &$0) } }
    func html(_ page: SocialPage) -> String { html { templates.append(page, from: arena, to: &$0) } }

    private func html(_ append: (inout ByteBuffer) -> Void) -> String {
        var buffer = ByteBuffer(capacity: 64)
        append(&buffer)
        return String(buffer.bytes)
    }
}
