import ByteText
import OpenSSL
import PageDesign

@testable import Pages

/// An arena with the texts of pages, and the rendered pages.
final class PageMaker {
    var arena = ByteArena()
    let edition: PageEdition
    let sealer = Sealer()

    init(_ definition: PagesDefinition? = nil, in language: PageLanguage = .english) throws {
        let pages = try definition.map { try SitePages([$0]) } ?? SamplePages.builtIn()
        edition = pages.edition(of: definition == nil ? nil : 0, accepting: Array(language.tag.utf8).span)
    }

    /// Appends a text to the arena.
    func text(_ text: String) -> TextRange { arena.append(text) }

    /// Appends an address to the arena; `nil` if it may not be a link.
    func target(_ address: String, customScheme: String? = nil) -> PageTarget? {
        let piece = arena.append(address)
        return PageTarget(piece, customScheme: customScheme, in: arena)
    }

    /// Appends an address that must be allowed.
    func allowed(_ address: String, customScheme: String? = nil) -> PageTarget {
        guard let target = target(address, customScheme: customScheme) else {
            preconditionFailure(address)
        }
        return target
    }

    func string(_ range: TextRange) -> String { arena.string(range) }

    func html(_ page: InterstitialPage) -> String { html { edition.append(page, from: arena, to: &$0) } }
    func html(_ page: ErrorPage) -> String { html { edition.append(page, from: arena, to: &$0) } }
    func html(_ page: StaticPage) -> String { html { edition.append(page, from: arena, to: &$0) } }
    func html(_ page: SocialPage) -> String { html { edition.append(page, from: arena, to: &$0) } }
    func html(_ page: PasswordPage) -> String { html { edition.append(page, from: arena, to: &$0) } }
    func html(_ page: PreviewPage) -> String { html { edition.append(page, from: arena, to: &$0) } }
    func html(_ page: DebugPage) -> String { String(decoding: edition.debug(page), as: UTF8.self) }

    private func html(_ append: (inout ByteBuffer) -> Void) -> String {
        var buffer = ByteBuffer(capacity: 64)
        append(&buffer)
        return String(buffer.bytes)
    }
}
