public import ByteText
public import WebAddress

// If Firebase's SDKs differ, validation follows the stricter one, so that settings accepted here are accepted everywhere:
//
//   url              Node requires http or https, the characters of RFC 3986, and no `&` or empty segment in the path, while
//                    Python accepts `//host` and Go any scheme. WebAddress is stricter still about the host.
//   no url           The web SDK reports it as invalid, Node as missing. Reported as missing.
//   package          Empty: the web SDK and Node reject it, Go and Python treat it as absent. Absent with install or
//                    minimum: Go, Python and the server reject it.
//   bundle ID        Empty: the web SDK reports it as missing, Node as an argument error. Reported as missing. Absent with
//                    an App Store ID: the server rejects it.
//   domains          Empty: the web SDK and Node reject it, with a code per domain.

extension ActionCodeSettings {
    /// Validates the values like Firebase before it sends a mail, and returns the accepted continue URL.
    ///
    /// Does not check the ownership of domains, which depends on the site. May append the accepted form of the URL to the
    /// arena; does not allocate otherwise.
    ///
    /// - Parameter needsURL: Whether settings without a `url` are rejected. If false, `nil` is returned for them.
    @discardableResult
    public func validate(needsURL: Bool, in arena: inout ByteArena) throws(LinkFault) -> WebAddress? {
        if needsURL, url == nil { throw LinkFault(.missingContinueURI) }
        let address = try url.map { url throws(LinkFault) in try Self.accept(url, in: &arena) }
        if let domain = dynamicLinkDomain, domain.isEmpty { throw LinkFault(.invalidDynamicLinkDomain) }
        if let domain = linkDomain, domain.isEmpty { throw LinkFault(.invalidHostingLinkDomain) }
        if let bundle = iOSBundleID, bundle.isEmpty { throw LinkFault(.missingIOSBundleID) }
        if iOSAppStoreID != nil, iOSBundleID == nil { throw LinkFault(.missingIOSBundleID) }
        if let package = androidPackageName, package.isEmpty { throw LinkFault(.missingAndroidPackageName) }
        let needsPackage = androidInstallApp || androidMinimumVersion != nil
        if needsPackage, androidPackageName == nil { throw LinkFault(.missingAndroidPackageName) }
        return address
    }

    /// URL characters (RFC 3986, section 2).
    private static let characters = ByteSet.unreserved.union(ByteSet(":/?#[]@!$&'()*+,;=%"))
    /// Path characters accepted by Node, which exclude `&`.
    private static let pathCharacters = ByteSet.unreserved.union(ByteSet(":/@!$'()*+,;=%"))

    private static func accept(_ url: TextRange, in arena: inout ByteArena) throws(LinkFault) -> WebAddress {
        guard !url.isEmpty else { throw LinkFault(.invalidContinueURI) }
        let end = arena[url].endOfRun(of: characters)
        guard end == url.count else { throw fault(at: end, in: arena[url]) }
        let address: WebAddress
        do { address = try WebAddress.parse(url, in: &arena) } catch {
            throw LinkFault(malformedContinueURL: error, in: arena[url])
        }
        let path = arena[address.path]
        let start = address.path.start - address.text.start
        let pathEnd = path.endOfRun(of: pathCharacters)
        guard pathEnd == path.count else { throw fault(at: start + pathEnd, in: arena[url]) }
        if let slash = emptySegment(path) { throw fault(at: start + slash, .remove, in: arena[url]) }
        guard arena[address.host.start] != UInt8(ascii: "[") else {
            throw fault(at: address.host.start - address.text.start, .domain, in: arena[url])
        }
        return address
    }

    /// The fault for a character that Node rejects at this position.
    private static func fault(
        at offset: Int, _ remedy: CharacterPlace.Remedy? = nil, in url: Span<UInt8>
    ) -> LinkFault {
        var fault = LinkFault(.invalidContinueURI)
        fault.place = CharacterPlace(at: offset, in: url, remedy ?? self.remedy(at: offset, in: url))
        return fault
    }

    private static func remedy(at offset: Int, in url: Span<UInt8>) -> CharacterPlace.Remedy {
        let byte = url[offset]
        let isOuterSpace = byte == 0x20 && (offset..<url.count).allSatisfy { url[$0] == 0x20 }
        if byte.isControl || isOuterSpace { return .remove }
        guard let host = (0..<offset).first(where: { url.extracting($0..<offset).starts(with: "//") }) else {
            return .remove
        }
        let isInHost = (host + 2..<offset).allSatisfy { !"/?#".utf8.contains(url[$0]) }
        if isInHost { return byte >= 0x80 ? .asciiHost : .remove }
        return .escape
    }

    /// The offset of the second of two consecutive slashes.
    private static func emptySegment(_ path: Span<UInt8>) -> Int? {
        (1..<max(path.count, 1)).first { path[$0] == UInt8(ascii: "/") && path[$0 - 1] == UInt8(ascii: "/") }
    }
}
