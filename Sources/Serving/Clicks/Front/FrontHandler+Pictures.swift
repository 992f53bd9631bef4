import Access
import ByteText
import HTTP
import Links
import Pages
import Routing
import Server

/// QR codes of short links: `/CODE/qr.svg` and `/CODE/qr.png`.
///
/// A picture depends only on its link, not on the client. It exists as long as the link works; otherwise the request is
/// refused like a click on the link.
extension FrontHandler {
    /// Responds to a request for the picture of a link; `false` for any other request.
    func answerPicture(
        _ request: borrowing Request, _ context: RequestContext, _ host: TextRange, _ forwarding: Forwarding,
        _ response: inout ResponseWriter
    ) -> Bool {
        let path = request.path
        guard let (format, linkCount) = PictureRequest.format(of: path) else { return false }
        intake.fillLink(host: host, request, context, forwarding, pathCount: linkCount)
        let link: TextRange
        do throws(LinkFault) {
            guard let found = try decider.shortLink() else { return false }
            link = found
        } catch {
            if !decider.awaitsSource(context, &response) { refuse(error, request, &response) }
            return true
        }
        do throws(APIError) { try admitCreation(context.peer, forwarding) } catch {
            error.write(to: &response)
            return true
        }
        do throws(PictureRequest.Fault) {
            let requested = try PictureRequest(format, request.query)
            let picture = try picture(of: link, requested)
            write(picture, format, isKnown: request.has(entityTag: picture.entityTag), &response)
        } catch {
            refuse(400, .invalid, detail: error.message, request, &response)
        }
        return true
    }

    /// The click's link as an `svg` element with its QR code, for a page that sends the user from a computer to their phone;
    /// `nil` if the link is too long.
    ///
    /// At most 4,096 bytes. The scan is counted as such. Costs a lookup for a link drawn before, and a few hundred
    /// microseconds otherwise; links with codes or keys are drawn each time and not cached.
    func inlineCode() -> [UInt8]? {
        let link = decider.scannedLink()
        return Self.inlineCode(of: link, among: &pictures, in: decider.arena)
    }

    private static func inlineCode(
        of link: TextRange, among pictures: inout LinkPictures, in arena: borrowing ByteArena
    ) -> [UInt8]? {
        pictures.inline(of: arena[link], keeps: !Masking.mayHide(link, of: arena))
    }

    private func picture(
        of link: TextRange, _ requested: PictureRequest
    ) throws(PictureRequest.Fault) -> LinkPictures.Picture {
        let marked = ScanMark.append(to: link, in: &decider.arena)
        return try Self.picture(of: marked, requested, among: &pictures, in: decider.arena)
    }

    private static func picture(
        of link: TextRange, _ requested: PictureRequest, among pictures: inout LinkPictures,
        in arena: borrowing ByteArena
    ) throws(PictureRequest.Fault) -> LinkPictures.Picture {
        try pictures.picture(of: arena[link], requested)
    }

    /// Writes a picture. Pages of other hosts may embed it. Opened directly, it loads and runs nothing.
    private func write(
        _ picture: LinkPictures.Picture, _ format: PictureRequest.Format, isKnown: Bool,
        _ response: inout ResponseWriter
    ) {
        response.begin(isKnown ? .notModified : .ok)
        response.field("ETag", Array(picture.entityTag.utf8).span)
        response.fieldLines("Cache-Control: max-age=86400\r\nReferrer-Policy: no-referrer\r\n")
        if !isKnown {
            switch format {
            case .svg:
                response.fieldLines(
                    "Content-Type: image/svg+xml\r\nContent-Security-Policy: default-src 'none'; sandbox\r\n")
            case .png: response.fieldLines("Content-Type: image/png\r\n")
            }
            response.append(picture.body.span)
        }
        response.finish()
    }
}

extension Decider {
    /// The click's link as a short link without its query; `nil` if it is none. Throws the reason for which a click on it is
    /// refused, unless it is the lack of a password.
    func shortLink() throws(LinkFault) -> TextRange? {
        if request.time == nil { request.time = now }
        forgetQuestion()
        links?.unlocked = .everything
        defer { links?.unlocked = .nothing }
        do throws(LinkFault) { return try evaluator.shortLink(of: request, in: &arena) } catch {
            noteQuestion(refusedFor: error)
            throw error
        }
    }

    /// The click's link with the scan mark, for a QR code.
    func scannedLink() -> TextRange {
        let link = clickedLink
        return ScanMark.append(to: link, in: &arena)
    }
}
