import ByteText
import HTTP
import Links
import Routing

/// The association files, from which systems learn which links apps open. Systems fetch them without following redirects, and
/// afterwards open links without a request for days.
extension FrontHandler {
    /// Responds to a request for one of the files; `false` for any other request.
    ///
    /// A host whose sites have no apps has files without apps, except for HarmonyOS; a host without links has no files.
    func answerAssociation(
        _ request: borrowing Request, _ host: TextRange, _ response: inout ResponseWriter
    ) -> Bool {
        guard let kind = AssociationFileCache.Kind(path: request.path) else { return false }
        let ruleSet = decider.evaluator.ruleSet
        guard let file = associationFiles.file(kind, of: decider.arena.string(host), by: ruleSet) else {
            guard kind != .harmony else { return false }
            refuse(LinkFault(.unknownSite), request, &response)
            return true
        }
        write(file, isKnown: request.has(entityTag: file.entityTag), &response)
        return true
    }

    private func write(_ file: AssociationFileCache.File, isKnown: Bool, _ response: inout ResponseWriter) {
        response.begin(isKnown ? .notModified : .ok)
        response.field("ETag", Array(file.entityTag.utf8).span)
        response.field("Cache-Control", "max-age=3600")
        response.field("Referrer-Policy", "no-referrer")
        if !isKnown {
            response.field("Content-Type", "application/json")
            response.append(file.body.span)
        }
        response.finish()
    }
}

extension AssociationFileCache.Kind {
    /// The kind served at a path; `nil` for any other path.
    fileprivate init?(path: Span<UInt8>) {
        if path.equals("/.well-known/apple-app-site-association") || path.equals("/apple-app-site-association") {
            self = .apple
        } else if path.equals("/.well-known/assetlinks.json") {
            self = .android
        } else if path.equals("/.well-known/applinking.json") {
            self = .harmony
        } else {
            return nil
        }
    }
}

extension Request {
    /// Whether the client has a copy with the tag (RFC 9110, section 13.1.2): one in the list, weak or strong, or `*`.
    func has(entityTag tag: String) -> Bool {
        var start = 0
        while let index = fieldIndex(of: "if-none-match", from: start) {
            let tags = String(fieldValue(index)).split(separator: ",").map { $0.trimmed }
            if tags.contains(where: { $0 == "*" || $0 == tag || $0 == "W/\(tag)" }) { return true }
            start = index + 1
        }
        return false
    }
}

extension Substring {
    /// Trims the optional whitespace of a list element (RFC 9110, section 5.6.1).
    fileprivate var trimmed: Substring {
        func isBlank(_ character: Character) -> Bool { character == " " || character == "\t" }
        let rest = drop(while: isBlank)
        let end = rest.lastIndex { !isBlank($0) }.map(rest.index(after:)) ?? rest.startIndex
        return rest[..<end]
    }
}
