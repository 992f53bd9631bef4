public import ByteText
public import WebAddress

// Where Firebase's SDKs differ, the stricter one is followed, so that settings that pass here pass everywhere:
//
//   url              Node wants http or https, the characters of RFC 3986, and no `&` or empty segment in the path, where
//                    Python accepts `//host` and Go any scheme. WebAddress is stricter still about the host.
//   no url           The web SDK calls it invalid, Node missing; it is called missing.
//   package          Empty: the web SDK and Node refuse it, Go and Python treat it as none. Missing beside install or
//                    minimum: Go, Python and the server refuse it.
//   bundle ID        Empty: the web SDK calls it missing, Node an argument error; it is called missing. Missing beside an
//                    App Store ID: the server refuses it.
//   domains          Empty: the web SDK and Node refuse, each with the domain's own code.

extension ActionCodeSettings {
    /// Checks what the values say, as Firebase does before it sends a mail, and returns the accepted continue URL.
    ///
    /// Whose domains they are is not checked here: that needs a site. Appends to the arena at most the accepted form of the
    /// URL; allocates nothing else.
    ///
    /// - Parameter needsURL: Whether settings without a `url` are refused; nil is returned for them otherwise.
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

    /// The characters of a URL (RFC 3986, section 2).
    private static let characters = ByteSet.unreserved.union(ByteSet(":/?#[]@!$&'()*+,;=%"))
    /// Those of a path that Node accepts: `&` is not among them.
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

    /// The fault of a character that Node does not accept at its place.
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

    /// The offset of the slash that follows another one.
    private static func emptySegment(_ path: Span<UInt8>) -> Int? {
        (1..<max(path.count, 1)).first { path[$0] == UInt8(ascii: "/") && path[$0 - 1] == UInt8(ascii: "/") }
    }
}
