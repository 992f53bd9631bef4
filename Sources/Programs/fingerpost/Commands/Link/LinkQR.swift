import ArgumentParser
import ByteText
import CommandFiles
import Daemon
import Glibc
import Links
import LinkStore
import QRCode
import Routing
import ServiceFiles
import Terminal

struct LinkQR: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "qr",
        abstract: "Draws the QR code of a link.",
        discussion: """
            On a terminal it is drawn with characters; otherwise, or with --svg or --png, it is an image. Use SVG for \
            print. The code contains the link with ?_fp=qr at its end: scans are counted separately (`link stats`). \
            The daemon serves the same images at https://example.page.link/CODE/qr.svg and qr.png. Exit code 0, with a \
            warning if the link does not work today; 1 if the link does not exist; 2 for usage or I/O errors.

            Examples:
              fingerpost link qr https://example.page.link/WXYZ
              fingerpost link qr WXYZ -o poster.svg
              fingerpost link qr WXYZ -o sticker.png --size 1024 --ec H --fg 003366
            """)

    @OptionGroup var option: LinkStoreOption

    @Argument(help: "The short link, or its code if one link domain has it.")
    var link: String

    @Flag(help: "Write an SVG.")
    var svg = false

    @Flag(help: "Write a PNG.")
    var png = false

    @Option(
        name: [.short, .long], help: "The file to write; its suffix selects the format (default: standard output).",
        completion: .file())
    var output = "-"

    @Option(help: "The width in pixels (default: 512 for a PNG).")
    var size: Int?

    @Option(help: "Error correction: L, M, Q or H; the more, the larger the code.")
    var ec = "M"

    @Option(help: "The quiet zone in modules, 0 to 16; readers expect 4.")
    var margin = QRCode.quietZone

    @Option(help: "The color of the modules, as RRGGBB.")
    var fg = "000000"

    @Option(help: "The background color, as RRGGBB; it must be lighter.")
    var bg = "ffffff"

    @OptionGroup var replacing: ForceOption

    @OptionGroup var terminal: TerminalOption

    private enum Format { case text, svg, png }

    func validate() throws {
        if svg, png { throw ValidationError("--svg and --png can't be combined") }
        if let size, !(64...8_192).contains(size) { throw ValidationError("--size must be from 64 to 8192") }
    }

    func run() throws {
        let format = try format()
        let style = try style()
        guard let correction = QRCode.Correction(rawValue: ec.uppercased()) else {
            throw Failure("--ec must be L, M, Q or H")
        }
        if output != "-" { try OutputFile.check(output, force: replacing.force) }
        let address = try address()
        let code: QRCode
        do { code = try QRCode(address.utf8.span, correction) } catch {
            throw Failure("the link is too long for a QR code with --ec \(correction.rawValue)")
        }
        let picture = try picture(of: code, address, format, style)
        try OutputFile.write(picture, to: output, force: replacing.force, mode: 0o644)
    }

    private func format() throws -> Format {
        if svg { return .svg }
        if png {
            guard output != "-" || !Terminal.output.isTerminal else {
                throw Failure("a PNG can't be shown on a terminal: set a file with -o")
            }
            return .png
        }
        if output == "-" { return Terminal.output.isTerminal ? .text : .svg }
        if output.hasSuffix(".svg") { return .svg }
        if output.hasSuffix(".png") { return .png }
        throw Failure("\(output): set --svg or --png, or a name that ends in .svg or .png")
    }

    private func style() throws -> QRStyle {
        guard let dark = RGBColor(hex: fg) else { throw Failure("--fg must be a color as RRGGBB") }
        guard let light = RGBColor(hex: bg) else { throw Failure("--bg must be a color as RRGGBB") }
        guard (0...QRStyle.widestMargin).contains(margin) else {
            throw Failure("--margin must be from 0 to \(QRStyle.widestMargin)")
        }
        guard let style = QRStyle(margin: margin, dark: dark, light: light) else {
            throw Failure(
                """
                --fg must be darker than --bg, with a contrast of at least \(QRStyle.leastContrast) to 1: cameras don't read \
                other codes
                """)
        }
        return style
    }

    private func picture(of code: QRCode, _ address: String, _ format: Format, _ style: QRStyle) throws -> [UInt8] {
        switch format {
        case .text:
            // White on black regardless of the terminal's colors, if it supports colors.
            guard Terminal.output.hasColours else { return Array(code.text(style).utf8) }
            let lines = code.text(style).split(separator: "\n").map { "\u{1B}[97;40m\($0)\u{1B}[0m\n" }
            return Array(lines.joined().utf8)
        case .svg: return code.svg(style, title: "QR code of \(address)", size: size)
        case .png:
            let size = size ?? 512
            guard size >= code.leastSize(style) else {
                throw Failure("--size must be at least \(code.leastSize(style)) for this link")
            }
            return try code.png(style, size: size)
        }
    }

    /// The content of the code: the link, with the scan mark. The link is looked up as for a click.
    private func address() throws -> String {
        let place = try option.place()
        let ruleSet = try option.rules.compiled(place).ruleSet
        let evaluator = try Evaluator(ruleSet, shortLinks: try place.shortLinks())
        var arena = ByteArena()
        let links = try candidates(ruleSet)
        var found: [(link: TextRange, fault: LinkFault?)] = []
        for link in links {
            if let one = try Self.find(link, by: evaluator, in: &arena) { found.append(one) }
        }
        guard let one = found.first else { throw Refusal("\(link): \(LinkFault(.unknownLink).message)") }
        guard found.count == 1 else {
            let known = found.prefix(3).map { arena.string($0.link) }.joined(separator: ", ")
            throw Failure("\(found.count) link domains have the code (\(known)); use the full link")
        }
        if one.fault?.code == .linkDeleted { throw Refusal("\(link): \(LinkFault(.linkDeleted).message)") }
        if let fault = one.fault { Output.error("warning: \(link): \(fault.message)") }
        return arena.string(ScanMark.append(to: one.link, in: &arena))
    }

    /// The link, or the candidates for a code: one for each link domain.
    private func candidates(_ ruleSet: RuleSet) throws -> [String] {
        if link.contains("/") { return ["https://\(try LinkRules.key(link).text)"] }
        // A code in a site's file exists on all of its link domains. The first one is the main one.
        if let host = ruleSet.sites.first(where: { $0.links.contains { $0.code == link } })?.hosts.first {
            return ["https://\(host)/\(link)"]
        }
        return Set(ruleSet.sites.flatMap(\.hosts)).sorted().map { "https://\($0)/\(link)" }
    }

    /// A link, and why it does not work, if so; `nil` if it never existed.
    private static func find(
        _ link: String, by evaluator: Evaluator, in arena: inout ByteArena
    ) throws -> (link: TextRange, fault: LinkFault?)? {
        var request = ClickRequest()
        request.link = arena.append(link)
        request.time = Int64(time(nil))
        do throws(LinkFault) {
            guard let found = try evaluator.shortLink(of: request, in: &arena) else { return nil }
            return (found, nil)
        } catch {
            switch error.code {
            case .unknownLink, .unknownSite: return nil
            default: return (request.link, error)
            }
        }
    }
}
