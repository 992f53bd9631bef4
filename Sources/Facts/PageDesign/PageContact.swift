import ByteText

/// The contact for visitors whom a page does not help: a mail address or a web page.
public struct PageContact: Sendable, Hashable {
    /// `mailto:help@example.com` or `https://…`.
    public let address: String
    /// The text of the contact link: the mail address, or the host.
    public let text: String

    /// Accepts a mail address after `mailto:`, without a query, or an https URL; `nil` for any other text.
    public init?(_ address: String) {
        guard address.utf8.count <= 300, address.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F }) else { return nil }
        if address.hasPrefix("mailto:") {
            let mail = address.dropFirst("mailto:".count)
            let parts = mail.split(separator: "@", omittingEmptySubsequences: false)
            guard parts.count == 2, !parts[0].isEmpty, parts[1].contains("."),
                !mail.contains(where: { "?&%#<>\",;:/\\".contains($0) })
            else { return nil }
            text = String(mail)
        } else if address.hasPrefix("https://") {
            let parts = AddressParts(address)
            guard let host = parts.host, let authority = parts.authority, parts.userInfo == nil, host.contains("."),
                !host.hasPrefix("."), !host.hasSuffix(".")
            else { return nil }
            text = authority
        } else {
            return nil
        }
        self.address = address
    }
}
