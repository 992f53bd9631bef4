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
        guard !url.isEmpty, isMadeOf(characters, arena[url]) else { throw LinkFault(.invalidContinueURI) }
        let address: WebAddress
        do { address = try WebAddress.parse(url, in: &arena) } catch {
            throw LinkFault(.invalidContinueURI, cause: error)
        }
        let path = arena[address.path]
        let isIPv6 = arena[address.host.start] == UInt8(ascii: "[")
        guard isMadeOf(pathCharacters, path), !hasEmptySegment(path), !isIPv6 else {
            throw LinkFault(.invalidContinueURI)
        }
        return address
    }

    private static func isMadeOf(_ set: ByteSet, _ bytes: Span<UInt8>) -> Bool {
        bytes.endOfRun(of: set) == bytes.count
    }

    private static func hasEmptySegment(_ path: Span<UInt8>) -> Bool {
        for index in 1..<max(path.count, 1)
        where path[index] == UInt8(ascii: "/") && path[index - 1] == UInt8(ascii: "/") {
            return true
        }
        return false
    }
}
