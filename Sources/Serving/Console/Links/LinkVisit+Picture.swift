import ByteText
import Daemon
import HTTP
import QRCode
import Routing

/// The QR code of a link, with the marker that counts scans separately.
extension LinkVisit {
    enum PictureKind { case svg, png }

    private static let pixels = 1024

    func picture(_ kind: PictureKind) -> ConsolePage {
        let (found, refusal) = find()
        guard let found else { return refusal }
        var arena = ByteArena(capacity: 1024)
        let text = arena.string(ScanMark.append(to: arena.append(found["link"]), in: &arena))
        var page = ConsolePage("link")
        let name = "qr-\(found["code"])"
        guard let code = try? QRCode(text.utf8.span) else { return MessagePage.notFound }
        switch kind {
        case .svg: page.file = ("image/svg+xml", "\(name).svg", code.svg(title: "QR code of \(found["link"])"))
        case .png:
            guard let bytes = try? code.png(size: max(Self.pixels, code.leastSize(.standard))) else {
                return MessagePage.page(.serviceUnavailable, "No image", "There is not enough memory to draw it.")
            }
            page.file = ("image/png", "\(name).png", bytes)
        }
        return page
    }
}
