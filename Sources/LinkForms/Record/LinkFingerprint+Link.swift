public import LinkStore
import Links
import OpenSSL

extension LinkFingerprint {
    /// The fingerprint of a long link and of how its code is to be made: the same for the same link, however it is written.
    public init(longLink: String, _ suffix: LinkRecord.Suffix) {
        self.init(canonical: (try? LongLink(parsing: longLink))?.text ?? longLink, suffix)
    }

    /// The fingerprint of a long link in the form that ``Links/LongLink/text`` writes.
    init(canonical text: String, _ suffix: LinkRecord.Suffix) {
        self.init(digest: Digest.sha256(Array("\(suffix.name) \(text)".utf8).span))
    }
}
